"""Which entries of a feed or sitemap fit a question. Pure, and the same every time."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, Self
from urllib.parse import unquote, urlsplit

from evidence.analyze import default_analyzer
from researchers.web.search.model import WebResult

_BETWEEN_WORDS: Final = re.compile(r"[-_+/.=&]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as a lead, and the terms of its title, its summary and the words in its address.
    `head` are those of its title and of the last segment of its path, which name the page and not
    the folder that it shares with others."""

    result: WebResult
    head: frozenset[str]
    terms: frozenset[str]

    @classmethod
    def of(cls, result: WebResult) -> Self:
        """The entry of a lead."""
        words, last = _words_of(result.url)
        title = "" if result.title in result.url else result.title
        head = frozenset(default_analyzer().terms(f"{title} {last}"))
        rest = frozenset(default_analyzer().terms(f"{result.snippet} {words}"))
        return cls(result, head, head | rest)


def ranked_entries(entries: Iterable[Entry], query: str) -> tuple[WebResult, ...]:
    """Leads by how many words of the query they show, those of their heads counted twice, then
    the newest first, undated ones last, and in their own order where all else is the same."""
    wanted = frozenset(default_analyzer().content_terms(query))
    dated = sorted(entries, key=lambda entry: entry.result.date or "", reverse=True)

    def places(entry: Entry) -> int:
        return -len(wanted & entry.terms) - len(wanted & entry.head)

    return tuple(entry.result for entry in sorted(dated, key=places))


def _words_of(url: str) -> tuple[str, str]:
    """The words of an address, and those of the last segment of its path alone."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return _spaced(f"{parts.path} {parts.query}"), _spaced(PurePosixPath(parts.path).stem)


def _spaced(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", unquote(text, errors="replace"))
