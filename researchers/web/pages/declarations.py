"""CSS declarations as a mapping from property to value. Only those that can hide are kept."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import tinycss2

from researchers.web.pages.concealment import PROPERTIES

_LONGEST_STYLE: Final = 4_000
_LONGEST_VALUE: Final = 300
_PLAIN: Final = re.compile(
    r"\s*([a-zA-Z0-9_-]{1,60})\s*:\s*((?:[^;:\"'(){}\[\]!]|\([^;\"'(){}\[\]!]{0,200}\)){1,300}?)"
    r"\s*(!\s*important)?\s*(?:;|$)",
    re.I,
)
_NOT_PLAIN: Final = re.compile(r"[\\\"'{}\[\]@]|/\*")


@dataclass(frozen=True, slots=True)
class Declaration:
    """One property of a block. Property and value are lower case, the value's spaces single."""

    name: str
    value: str
    important: bool


@lru_cache(maxsize=1_024)
def read_style(style: str) -> tuple[Declaration, ...]:
    """The declarations of a `style` attribute, in order. Most of a page's are alike."""
    style = style[:_LONGEST_STYLE]
    if not _NOT_PLAIN.search(style):
        plain = _plain(style)
        if plain is not None:
            return plain
    return read_block(tinycss2.parse_blocks_contents(style))


def read_block(nodes: Iterable[Any]) -> tuple[Declaration, ...]:
    """The declarations among tinycss2's nodes of a block, in order."""
    return tuple(_declarations(nodes))


def _plain(style: str) -> tuple[Declaration, ...] | None:
    """Declarations without strings, escapes and comments, which most are; None for others."""
    found: list[Declaration] = []
    at = 0
    while style[at:].strip(" \t\r\n\f;"):
        match = _PLAIN.match(style, at)
        if match is None:
            return None
        name = match[1].lower()
        if _counts(name):
            found.append(Declaration(name, _folded(match[2]), match[3] is not None))
        at = match.end()
        while style[at : at + 1] in (";", " ", "\n", "\t", "\r") and at < len(style):
            at += 1
    return tuple(found)


def _declarations(nodes: Iterable[Any]) -> Iterator[Declaration]:
    for node in nodes:
        if node.type == "declaration" and _counts(node.lower_name):
            value = _folded(tinycss2.serialize(_without_comments(node.value)))
            yield Declaration(node.lower_name, value, node.important)


def _counts(name: str) -> bool:
    return name in PROPERTIES or name.startswith("--")


def _without_comments(tokens: Iterable[Any]) -> list[Any]:
    return [token for token in tokens if token.type != "comment"]


def _folded(value: str) -> str:
    return " ".join(value[:_LONGEST_VALUE].lower().split())
