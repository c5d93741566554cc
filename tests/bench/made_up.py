"""A folder of made-up notes, for a bench without a corpus at hand."""

from pathlib import Path

from tests.researchers.local_brain.index.notes import corpus


def write_notes(folder: Path, count: int, seed: int = 11) -> None:
    """Write so many Markdown files of some 500 words each."""
    for one in corpus(seed, count)[0]:
        path = folder / one.key.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text * 4, "utf-8")
