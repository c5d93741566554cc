"""Markdown that swells when it is read costs about what its size says: small notes are parsed in
our own process, where nobody can kill the parser."""

import time

import pytest

from evidence.analyze import Analyzer
from researchers.local_brain.index.protocol import FileState, NoteKey
from researchers.local_brain.index.record import RecordMaker
from researchers.local_brain.note_assembly import parse_note
from researchers.reading.formats import Format

SIZE = 250_000
SECONDS = 6.0
"""Each takes below a third of a second on an idle machine; each of those that were mended took
more than this, or ended the process."""

SWOLLEN = {
    "one heading": "# " * (SIZE // 2),
    "one setext heading": "a\n" * (SIZE // 2) + "===",
    "many tags": "".join(f"#t{n} x\n\n" for n in range(SIZE // 10)),
    "brackets": "[" * SIZE,
    "links in links": "[a](" * (SIZE // 4),
    "quotes in quotes": "> " * (SIZE // 2),
    "closing parentheses": "http://a" + ")" * SIZE,
    "nested keys": "---\n" + "? " * 30_000 + "\n---\n",
    "nested flows": "---\na: " + "{" * 60_000 + "\n---\n",
}


@pytest.mark.parametrize("text", SWOLLEN.values(), ids=SWOLLEN.keys())
def test_a_swollen_note_is_read_in_time(text: str) -> None:
    started = time.process_time()
    note = parse_note(NoteKey("v", "n.md"), FileState(1, 2, 3), text.encode(), Format.MARKDOWN)
    record = RecordMaker(Analyzer()).record(note)
    assert time.process_time() - started < SECONDS
    assert sum(len(row.heading_ids) + len(row.body_ids) for row in record.passages) < 20 * SIZE
