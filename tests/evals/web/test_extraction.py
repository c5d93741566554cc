"""What is read out of a page is compared with its article."""

from pathlib import Path

import pytest

from evals.gold_rows import GoldUnreadable
from evals.integrity import Share
from evals.web.extraction import measure_extraction
from tests.evals.web.gold import write_extraction

pytestmark = pytest.mark.anyio


async def test_a_page_that_is_read_whole_scores_one_and_an_empty_one_does_not(
    tmp_path: Path,
) -> None:
    write_extraction(tmp_path)
    f1, precision, recall = (await measure_extraction(tmp_path)).figures
    assert f1.value > 0.9
    assert f1.holds == (f1.value >= 0.96)
    assert precision.value > 0.9
    assert recall.value == 1.0
    assert f1.share == Share(1, 1)


async def test_a_page_that_is_missing_is_a_sentence(tmp_path: Path) -> None:
    write_extraction(tmp_path)
    (tmp_path / "extraction" / "html" / "a.html.gz").unlink()
    with pytest.raises(GoldUnreadable, match=r"a\.html\.gz can't be read"):
        await measure_extraction(tmp_path)
