"""Questions made of the notes that are measured: a seed gives the same ones each time."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evidence.analyze import default_analyzer
from evidence.documents import Span
from evidence.plan import Query, plan_question
from researchers.local_brain.index.protocol import NoteKey
from researchers.local_brain.index.sqlite import SqliteIndex

_FEWEST_WORDS: Final = 6
_MOST_WORDS: Final = 14
_FEWEST_TERMS: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """Six to fourteen words as they stand in a passage, and what is searched for with them."""

    text: str
    query: Query
    passage_id: int
    key: NoteKey
    span: Span


def questions_of(index: SqliteIndex, count: int, seed: int = 7) -> list[Asked]:
    """Questions from passages drawn at random; with fewer passages than that, some come twice."""
    rng = random.Random(seed)
    analyzer = default_analyzer()
    keys = sorted(index.files(), key=str)
    made: list[Asked] = []
    while len(made) < count:
        key = rng.choice(keys)
        note = index.note(key)
        assert note is not None
        number, passage = rng.choice(index.passages_of(key))
        words = note.text[passage.span.start : passage.span.end].split()
        text = _stretch(words, rng)
        query = plan_question(text, analyzer).queries[0]
        if len(query.terms) >= _FEWEST_TERMS:
            made.append(Asked(text, query, number, key, passage.span))
    return made


def _stretch(words: Sequence[str], rng: random.Random) -> str:
    length = rng.randint(_FEWEST_WORDS, _MOST_WORDS)
    start = rng.randrange(max(1, len(words) - length))
    return " ".join(words[start : start + length])
