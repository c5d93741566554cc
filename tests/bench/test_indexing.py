"""The floor under indexing, on notes made up for it; real ones are measured by hand."""

from pathlib import Path

import pytest

from tests.bench.indexing import measure, table
from tests.researchers.local_brain.index.notes import corpus

NOTES = 3_000


@pytest.mark.bench
@pytest.mark.anyio
async def test_indexing_is_fast_small_and_incremental(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for one in corpus(seed=11, notes=NOTES)[0]:
        path = tmp_path / "vault" / one.key.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text * 4, "utf-8")
    measured = await measure(tmp_path / "vault", tmp_path / "index", peers=False)
    with capsys.disabled():
        print(f"\n{table(measured)}")  # noqa: T201 - what a measurement is for
    assert measured.notes == NOTES
    assert measured.notes_per_second >= 250
    assert measured.speedup >= 50
    assert measured.memory.total < 400_000_000
