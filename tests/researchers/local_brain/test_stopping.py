"""A refresh that is cancelled ends as cancelled, and the next one goes on from there."""

from pathlib import Path

import anyio
import anyio.from_thread
import pytest

from researchers.local_brain.library import Library
from researchers.local_brain.roots import make_roots

NOTES = 400


@pytest.mark.anyio
async def test_a_cancelled_refresh_is_cancelled_and_not_failed(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    for number in range(NOTES):
        (vault / f"{number}.md").write_text(f"# Note {number}\n\n" + "A line of text.\n" * 50)
    with Library(tmp_path / "index" / "notes.sqlite", make_roots([(None, vault)])) as library:
        with anyio.fail_after(60), anyio.CancelScope() as scope:

            def stop_soon(done: int, total: int, path: str) -> None:
                if done:
                    anyio.from_thread.run_sync(scope.cancel)

            await library.refresh(stop_soon)
        assert scope.cancelled_caught
        report = await library.refresh()
        assert report.added + report.unchanged == NOTES
        assert (await library.coverage()).indexed == NOTES
