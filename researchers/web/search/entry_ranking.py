"""Which entries of a feed or sitemap fit a question. Pure, and the same every time."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote, urlsplit

from evidence.analyze import default_analyzer
from researchers.web.search.model import WebResult

_BETWEEN_WORDS: Final = re.compile(r"[-_+/.=&]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as a lead, and the terms of its title, its summary and the words in its address."""

    result: WebResult
    terms: frozenset[str]

    @classmethod
    def of(cls, result: WebResult) -> Self:
        """The entry of a lead."""
        shown = f"{result.title} {result.snippet} {_words_of(result.url)}"
        return cls(result, frozenset(default_analyzer().terms(shown)))


def ranked_entries(entries: Iterable[Entry], query: str) -> tuple[WebResult, ...]:
    """Leads by how many words of the query they show, the newest first among equals, undated ones
    last, and in their own order where all else is the same."""
    wanted = frozenset(default_analyzer().content_terms(query))
    dated = sorted(entries, key=lambda entry: entry.result.date or "", reverse=True)
    best = sorted(dated, key=lambda entry: -len(wanted & entry.terms))
    return tuple(entry.result for entry in best)


def _words_of(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return _BETWEEN_WORDS.sub(" ", unquote(f"{parts.path} {parts.query}", errors="replace"))
