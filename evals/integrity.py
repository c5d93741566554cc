"""What has to hold for every result, whatever the question: evidence to the letter, marked."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from contract import Citation, ResearchResult
from contract.markers import split_sentences_with_markers
from contract.version import CUT_MARK
from evals.scorers import abstains
from traces.errors import ContentMissing
from traces.home import Home
from traces.store import ContentStore


class StoredText(Protocol):
    """Looks stored content up by its hash; None when it is not there or not its own."""

    def __call__(self, content_hash: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    good: int
    of: int

    def __add__(self, other: "Share") -> "Share":
        return Share(self.good + other.good, self.of + other.of)


def stored_in(home: Home) -> StoredText:
    """Reads a home's content store, whose bytes are hashed again with each reading."""
    store = ContentStore(home.cas)

    @lru_cache(maxsize=256)
    def read(content_hash: str) -> str | None:
        try:
            return store.get(content_hash).decode()
        except (ContentMissing, UnicodeDecodeError):
            return None

    return read


def verbatim(result: ResearchResult, stored: StoredText) -> Share:
    """Citations whose excerpt stands at its offsets in the content that it names."""
    return Share(sum(_stands(one, stored) for one in result.citations), len(result.citations))


def marked(result: ResearchResult) -> Share:
    """Sentences of an answer that carry a marker which leads to a citation. An abstention states
    nothing about the notes' subject, so it has none to mark."""
    if abstains(result):
        return Share(0, 0)
    known = range(1, len(result.citations) + 1)
    stating = [s for s in split_sentences_with_markers(result.answer) if s.states_something]
    good = (bool(s.markers) and all(number in known for number in s.markers) for s in stating)
    return Share(sum(good), len(stating))


def _stands(citation: Citation, stored: StoredText) -> bool:
    start, end = citation.char_start, citation.char_end
    if citation.content_hash is None or start is None or end is None or start >= end:
        return False
    text = stored(citation.content_hash)
    if text is None:
        return False
    return text[start:end] in (citation.raw_excerpt, citation.raw_excerpt.removesuffix(CUT_MARK))
