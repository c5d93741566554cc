"""Comparisons: one question for each side.

Only words of the question are used, in fixed sentences: `How old is …?`, `What about …?`.
"""

import re
from typing import Final

from evidence.names import names_in
from pi.division.degrees import DEGREE, plain_form
from pi.division.wording import REST, asking, sides_of, starts_as_question

_BE: Final = r"(?P<be>is|are|was|were)"
_BETWEEN: Final = re.compile(
    rf"\b(?:differences?|compar\w+|choose|choice|trade-?offs?) between (?P<sides>.+?){REST}$", re.I
)
_COMPARE: Final = re.compile(
    rf"\b(?:compar(?:e|ing)|comparison of|pros and cons of) (?P<sides>.+?){REST}$", re.I
)
_COMPARED: Final = re.compile(
    rf"^how (?:do|does|did) (?P<left>.+?) compare (?:to|with|against) (?P<right>.+?){REST}$", re.I
)
_WITH: Final = re.compile(r"\s+(?:to|with|against)\s+", re.I)
_CHOICE: Final = re.compile(
    r"^(?P<lead>(?:which|who|what|whose|where|is|are|was|were)\b[^,:]{3,120})[,:]\s*"
    r"(?P<sides>[^:;]+\bor\b[^:;]+)$",
    re.I,
)
_IS_OF_DEGREE: Final = re.compile(
    rf"^(?:which|who|what)(?: \w+){{0,3}}? {_BE} (?:the )?(?P<degree>{DEGREE})(?P<rest>\b.*)$", re.I
)
_THAN: Final = re.compile(
    rf"^{_BE} (?!it |there )(?P<left>.+?) (?P<degree>{DEGREE})(?P<rest>(?: \w+){{0,4}}?) "
    r"than (?P<right>.+)$",
    re.I,
)
_DOES_THAN: Final = re.compile(
    r"^(?P<do>do|does|did|has|have|had|can|could|will|would) (?P<body>.+?) than (?P<right>.+)$",
    re.I,
)
_VERSUS: Final = re.compile(rf"^(?P<sides>.+?\s(?:versus|vs\.?)\s.+?){REST}$", re.I)
_PREFER: Final = re.compile(
    r"^(?:should|shall|would|could|can|do) (?:i|we|you|one) \w+ "
    rf"(?P<sides>[^,;]+? or [^,;]+?){REST}$",
    re.I,
)
_SHORT: Final = r"[\w.+#'-]+(?: [\w.+#'-]+){0,2}?"
_BARE: Final = re.compile(rf"^(?P<sides>{_SHORT} or {_SHORT}){REST}$", re.I)


def one_for_each_side(question: str) -> tuple[str, ...]:
    """Questions about each thing that is compared; empty where the sides can't be told."""
    text = question.strip(" ?.!")
    for rule in (_chosen, _measured, _done_more, _compared, _named):
        parts = rule(text)
        if parts:
            return parts
    return ()


def chosen_from(text: str) -> tuple[str, tuple[str, ...]]:
    """`Which is older` and its sides, of `Which is older, A or B`; no sides when it is no such
    choice."""
    match = _CHOICE.match(text)
    return (match["lead"], sides_of(match["sides"])) if match else ("", ())


def _chosen(text: str) -> tuple[str, ...]:
    lead, sides = chosen_from(text)
    degree = _IS_OF_DEGREE.match(lead)
    if degree is None:
        return tuple(asking(f"{lead}, {side}") for side in sides)
    return tuple(_how(degree, side) for side in sides)


def _measured(text: str) -> tuple[str, ...]:
    """`Is A older than B`."""
    match = _THAN.match(text)
    if match is None or " or" in match["left"]:
        return ()
    return tuple(_how(match, match[side]) for side in ("left", "right"))


def _done_more(text: str) -> tuple[str, ...]:
    """`Does A cost more than B`, where A is a name: else nobody can tell where A ends."""
    match = _DOES_THAN.match(text)
    names = names_in(text)
    if match is None or not names or not match["body"].startswith(names[0]):
        return ()
    said = match["body"].removeprefix(names[0]).strip()
    return tuple(asking(f"{match['do']} {side} {said}") for side in (names[0], match["right"]))


def _compared(text: str) -> tuple[str, ...]:
    match = _COMPARED.match(text)
    if match:
        return _about((match["left"], match["right"]), match["rest"])
    match = _BETWEEN.search(text) or _COMPARE.search(text)
    if match is None:
        return ()
    halves = _WITH.split(match["sides"])
    return _about(tuple(halves) if len(halves) == 2 else sides_of(match["sides"]), match["rest"])


def _named(text: str) -> tuple[str, ...]:
    """`A vs B`, `Should I use A or B`, or nothing but `A or B`."""
    match = _VERSUS.match(text) or _PREFER.match(text)
    if match is None and not starts_as_question(text):
        match = _BARE.match(text)
    return _about(sides_of(match["sides"]), match["rest"]) if match else ()


def _about(sides: tuple[str, ...], rest: str | None) -> tuple[str, ...]:
    return tuple(asking(f"what about {side}{rest or ''}") for side in sides)


def _how(match: re.Match[str], side: str) -> str:
    rest = match["rest"].rstrip()
    return asking(f"how {plain_form(match['degree'])} {match['be'].lower()} {side}{rest}")
