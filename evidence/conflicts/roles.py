"""Who a sentence names for a role: directed by somebody, somebody's album, the architect was."""

import re
from collections.abc import Iterator
from typing import Final

from evidence.conflicts.capitals import NAME, is_calendar, is_of_somewhere, name_words, trimmed
from evidence.conflicts.role_words import Role

_FURTHEST: Final = 90
"""Characters after a word of the role within which the name stands."""
_PHRASE_END: Final = re.compile(
    r"\s?[;:(\[]|(?<!\b[A-Z])\.\s|,|\s(?:from|in|on|at|with|for|released|which|that|who|was|is|has|had|as"
    r"|featuring|starring|based|during|after|before|under|through|while|where|when|between)\s"
)
_NAME: Final = re.compile(NAME)
_LONGEST: Final = 4
"""Words of a name beside its title; a longer run of capitals is a list."""
_NO_PARTY: Final = frozenset(
    "records record label studio studios films film pictures entertainment press music album single"
    " song released recorded genre length producer starring written directed edited story results"
    " types artists orchestra music released based".split()
)
"""Words of companies and of the labels in a table of facts: nobody in the role is called so."""


def names_in_role(text: str, role: Role) -> Iterator[str]:
    """Names as they are written, without what marks their possession."""
    for name in _candidates(text, role):
        clean = trimmed(name)
        words = name_words(clean)
        if not words or len(words) > _LONGEST or _NO_PARTY.intersection(words):
            continue
        if not is_calendar(clean) and not is_of_somewhere(clean):
            yield clean


def _candidates(text: str, role: Role) -> Iterator[str]:
    kinds = rf"(?:{role.by_alone})s?\b[^.;]{{0,40}}?\s" if role.by_alone else None
    verbs = rf"\b(?:{role.verbs})\b(?:[\s,]+\w+){{0,5}}?\s" if role.verbs else None
    for before in (verbs, kinds):
        if before is not None:
            for match in re.finditer(rf"{before}by\s", text, re.I):
                yield from _phrase_name(text, match.end())
    nouns = rf"(?:{role.nouns})"
    for match in re.finditer(
        rf"\b{nouns}(?:\s?[,:(]|\s(?:is|was|were|named|called|of))?\s", text, re.I
    ):
        yield from _name_at(text, match.end())
    for match in re.finditer(
        rf"(?P<name>{NAME})\s?,?\s(?:is|was|as|became)?\s?the\s(?:\w+\s){{0,2}}{nouns}\b", text
    ):
        yield match.group("name")
    if role.verbs:
        for match in re.finditer(
            rf"(?P<name>{NAME})\s(?:\(.{{0,40}}?\)\s)?(?:has\s|have\s|had\s|who\s)?(?:{role.verbs})\s(?!by\b)",
            text,
        ):
            yield match.group("name")
    if role.possessive:
        for match in re.finditer(
            rf"(?P<name>{NAME})(?:\s?['\u2019]s?)\s(?:[\w-]+\s){{0,4}}?(?:{role.possessive})\b",
            text,
        ):
            yield match.group("name")


def _phrase_name(text: str, start: int) -> Iterator[str]:
    """The last name of the phrase that begins here: `American country band Blitzen Trapper`."""
    piece = text[start : start + _FURTHEST]
    end = _PHRASE_END.search(piece)
    names = [m.group() for m in _NAME.finditer(piece[: end.start()] if end else piece)]
    named = [name for name in names if not is_of_somewhere(name)]
    if named:
        yield named[-1]


def _name_at(text: str, start: int) -> Iterator[str]:
    match = _NAME.match(text, start)
    if match is not None:
        yield match.group()
