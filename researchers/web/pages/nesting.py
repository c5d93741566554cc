"""Rules within rules: what a nested selector means without the rule around it. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tinycss2.ast import WhitespaceToken

_MOST: Final = 200
"""Selectors that one nested rule may stand for."""

_LONGEST: Final = 400
"""Tokens of one of them."""


SPACE: Final = frozenset({"whitespace", "comment"})
"""Types of tokens that stand between others."""


def nested(prelude: Iterable[Any], outer: list[list[Any]]) -> list[list[Any]]:
    """A rule's selectors as token lists, the selectors of the rule around put in for `&`, or in
    front where there is none. `outer` is `[[]]` at the top."""
    found = [_within(inner, around) for inner in map(stripped, parted(prelude)) for around in outer]
    return [tokens for tokens in found[:_MOST] if len(tokens) <= _LONGEST]


def parted(tokens: Iterable[Any]) -> list[list[Any]]:
    """A list of selectors, parted at its commas."""
    parts: list[list[Any]] = [[]]
    for one in tokens:
        if one == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    return parts


def stripped(tokens: Sequence[Any]) -> Sequence[Any]:
    """Tokens without the space around them."""
    inside = [n for n, one in enumerate(tokens) if one.type not in SPACE]
    return tokens[inside[0] : inside[-1] + 1] if inside else []


def _within(inner: Sequence[Any], around: list[Any]) -> list[Any]:
    if not around:
        return list(inner)
    if not any(one == "&" for one in inner):
        return [*around, WhitespaceToken(0, 0, " "), *inner]
    return [token for one in inner for token in (around if one == "&" else [one])]
