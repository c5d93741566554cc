"""Notes to put into an index: small ones by hand, many by a seed."""

import random
from dataclasses import replace

from researchers.local_brain.index.protocol import FileState, Note, NoteKey
from researchers.local_brain.note_assembly import parse_note
from researchers.reading.formats import Format

STATE = FileState(size=1, mtime_ns=2, inode=3)


def note(path: str, text: str, *, root: str = "vault") -> Note:
    """A Markdown note, parsed as from a file."""
    return parse_note(NoteKey(root, path), STATE, text.encode(), Format.MARKDOWN)


def as_indexed(one: Note) -> Note:
    """What an index gives back for a note without links: the same, fields in a plain dict."""
    return replace(one, fields=dict(one.fields))


def vocabulary(seed: int, size: int) -> list[str]:
    """Made-up words that no stemmer shortens to the same form."""
    rng = random.Random(seed)
    letters = "bdfgklmnprtvz"
    words: dict[str, None] = {}
    while len(words) < size:
        word = "".join(rng.choice(letters) + rng.choice("aiou") for _ in range(rng.randint(2, 4)))
        words[word + rng.choice("kmnprt")] = None
    return list(words)


def corpus(seed: int, notes: int) -> tuple[list[Note], list[tuple[str, str]]]:
    """Notes of words with Zipf frequencies, and known-item queries: (query, path).

    A query holds three words of a note, one of them rare, among three that are everywhere.
    """
    rng = random.Random(seed)
    words = vocabulary(seed, 6_000)
    weights = [1 / (rank + 3) for rank in range(len(words))]
    made: list[Note] = []
    queries: list[tuple[str, str]] = []
    for number in range(notes):
        drawn = rng.choices(words, weights, k=120)
        path = f"{number // 50}/note-{number}.md"
        lines = [" ".join(drawn[n : n + 12]) for n in range(0, 120, 12)]
        made.append(note(path, f"# {drawn[0]} {drawn[1]}\n\n" + ".\n\n".join(lines) + "\n"))
        rare = max(drawn, key=words.index)
        asked = [rare, *rng.sample(drawn, 2), *rng.sample(words[:8], 3)]
        queries.append((" ".join(asked), path))
    return made, queries
