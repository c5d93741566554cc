"""Leads in the evidence that belong to another researcher: papers for one, pages for another.

Each lead names where it was met. Nothing is followed here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from evidence.extractive import CitedRow
from evidence.instructions import without_instructions

_DOI: Final = re.compile(r"\b10\.\d{4,9}/[^\s\"<>\]})]*[^\s\"<>\]}).,;:]")
_ARXIV: Final = re.compile(r"\barxiv[:./]\s*(?:org/(?:abs|pdf)/)?(\d{4}\.\d{4,5})(?:v\d+)?", re.I)
_URL: Final = re.compile(r"https?://[^\s<>\"'`)\]}]+[^\s<>\"'`)\]}.,;:!?]")
_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Lead:
    """A pointer met in cited evidence. `researcher` is who could follow it."""

    researcher: str
    target: str
    reason: str
    citation: int
    locator: str


def find_leads(cited: Sequence[CitedRow]) -> tuple[Lead, ...]:
    """Papers in the cited passages and web addresses in what is quoted of them, each target once,
    papers first. An address that a stranger's page names is no lead: it could be bait, and neither
    is what an order to a language model names."""
    found: dict[str, Lead] = {}
    for number, row in enumerate(cited, start=1):
        document, quoted = row.row.row.document, row.excerpt.span
        named = list(
            _papers(
                without_instructions(row.row.row.text),
                "page" if document.source == "web" else document.source,
            )
        )
        if document.standing is None:
            named += _pages(without_instructions(document.text[quoted.start : quoted.end]))
        for researcher, target, reason in named:
            found.setdefault(target, Lead(researcher, target, reason, number, row.row.row.locator))
    ordered = sorted(
        found.values(), key=lambda lead: (lead.researcher != "academic", lead.citation)
    )
    return tuple(ordered[:_MOST])


def _papers(text: str, source: str) -> Iterator[tuple[str, str, str]]:
    for match in _DOI.finditer(text):
        yield (
            "academic",
            f"doi:{match.group()}",
            f"A cited {source} refers to this paper by its DOI.",
        )
    for match in _ARXIV.finditer(text):
        yield "academic", f"arxiv:{match.group(1)}", f"A cited {source} refers to this preprint."


def _pages(text: str) -> Iterator[tuple[str, str, str]]:
    for match in _URL.finditer(text):
        url = match.group()
        if "doi.org/" not in url and "arxiv.org/" not in url:
            yield "web", url, "A cited note links to this page; what it says today was not read."
