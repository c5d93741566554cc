"""The sources of a result as a bibliography counts them: one entry for each document. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from cli.outputs.addresses import is_address
from cli.terminal import visible
from cli.wording import span
from contract import Citation, ResearchResult

_DAY: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)")
_NOT_IN_KEYS: Final = re.compile(r"[^A-Za-z0-9]+")
_LONGEST_KEY: Final = 40


@dataclass(frozen=True, slots=True)
class Work:
    """A document that is cited. `year`, `month` and `day` are as far as its date is known."""

    key: str
    locator: str
    title: str
    author: str | None
    published: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_page(self) -> bool:
        """Whether its locator is an address of the web."""
        return is_address(self.locator)


def works_of(result: ResearchResult) -> tuple[Work, ...]:
    """The cited documents in the order of their first citation; each key is unique."""
    grouped: dict[str, list[tuple[int, Citation]]] = {}
    for number, citation in enumerate(result.citations, start=1):
        grouped.setdefault(_document(citation.locator), []).append((number, citation))
    return tuple(_work(locator, cited) for locator, cited in grouped.items())


def plain(text: str) -> str:
    """A source's text on one line, without anything that could steer whoever reads the file."""
    return " ".join(visible(text).split())


def _work(locator: str, cited: list[tuple[int, Citation]]) -> Work:
    number, first = cited[0]
    dates = [one.published for _, one in cited if one.published]
    return Work(
        key=_key(number, locator),
        locator=plain(locator),
        title=plain(first.title or "") or _name(locator),
        author=_author(first),
        published=_date(dates[0]) if dates else (),
        notes=tuple(_notes(cited)),
    )


def _document(locator: str) -> str:
    """Passages of one note are one document; a page's fragment may be all that tells two apart."""
    return locator.partition("#")[0] if locator.startswith("note://") else locator


def _author(citation: Citation) -> str | None:
    """Not a field of the contract; researchers that know it may add it."""
    given = (citation.model_extra or {}).get("author")
    return plain(given) or None if isinstance(given, str) else None


def _date(published: str) -> tuple[str, ...]:
    """Year, month and day, as far as they are there."""
    found = _DAY.match(published)
    return tuple(part for part in found.groups() if part) if found else ()


def _notes(cited: list[tuple[int, Citation]]) -> Iterator[str]:
    for number, citation in cited:
        where = (citation.content_hash or "", span(citation.char_start, citation.char_end))
        if any(where):
            yield f"[{number}] {', '.join(filter(None, where))}"


def _name(locator: str) -> str:
    path = unquote(re.split(r"[?#]", locator)[0].rstrip("/").rpartition("/")[2])
    return plain(path) or plain(locator)


def _key(number: int, locator: str) -> str:
    stem = unquote(re.split(r"[?#]", locator)[0].partition("://")[2] or locator)
    words = _NOT_IN_KEYS.sub("-", stem).strip("-").lower()[-_LONGEST_KEY:].strip("-")
    return f"{words or 'source'}-{number}"
