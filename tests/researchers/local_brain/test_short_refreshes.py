"""Refreshes that are stopped early, one after the other."""

from pathlib import Path

import anyio
import anyio.from_thread
import pytest

from researchers.local_brain.library import Library
from researchers.local_brain.roots import make_roots

NOTES = 400


@pytest.mark.anyio
async def test_a_refresh_that_is_stopped_keeps_the_notes_it_has_taken(tmp_path: Path) -> None:
    vault = tmp_path / "notes"
    vault.mkdir()
    for number in range(NOTES):
        (vault / f"{number}.md").write_text(f"# Note {number}\n\nIts text.\n")
    with Library(tmp_path / "index.sqlite", make_roots([("home", vault)])) as library:
        taken: list[int] = []
        with anyio.CancelScope() as scope:

            def stop_early(done: int, total: int, path: str) -> None:
                taken.append(done)
                if done == 50:
                    anyio.from_thread.run_sync(scope.cancel)

            await library.refresh(stop_early)
        assert scope.cancelled_caught
        kept = library.index.statistics().notes
        assert 50 <= kept < NOTES
        report = await library.refresh()
        assert report.added == NOTES - kept
        assert report.unchanged == kept
