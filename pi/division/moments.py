"""Questions about time: what was first, what is last, when each thing happened."""

import re
from typing import Final

from pi.division.sides import chosen_from
from pi.division.wording import asking

_COURSE: Final = re.compile(
    r"\b(?:history|timeline|chronology|evolution) of (?P<subject>.+)$"
    r"|^how (?:has|have|had|did) (?P<changing>.+?) (?:chang|evolv|develop)\w*\b",
    re.I,
)
_ORDER: Final = re.compile(
    r"^(?P<was>did|was|were|had) (?P<left>.+?) (?:before|after|earlier than|later than) "
    r"(?P<right>.+)$",
    re.I,
)
_FIRST_OF: Final = re.compile(
    r"^(?:which|who|what)(?: (?!was|were|is|are|came|had|did|has)\w+)? (?P<said>.+?) "
    r"(?:first|last|earlier|later|earliest|latest)$",
    re.I,
)
_BOTH_ENDS: Final = re.compile(
    r"^(?P<lead>.*?\b)first and (?:the )?last(?P<rest>(?! names?\b) .*)$", re.I
)
_TWO_VERBS: Final = re.compile(
    r"^(?P<lead>when (?:did|was|were) .+?) (?P<one>\w+) and "
    r"(?P<two>end(?:ed)?|closed?|stop(?:ped)?|finish(?:ed)?|die|return(?:ed)?|reopen(?:ed)?|leave|expire[ds]?|sold|abandoned|demolished)$",
    re.I,
)
"""The second verb shows that it is one; `in France and Germany` has the same shape."""
_FINITE: Final = re.compile(r"\b(?:was|were|is|are|did|had|has|have)\b", re.I)


def one_for_each_moment(question: str) -> tuple[str, ...]:
    """Questions for the points in time that the question spans; empty where it names none."""
    text = question.strip(" ?.!")
    for rule in (_both_ends, _two_verbs, _who_was_first, _order, _course):
        parts = rule(text)
        if parts:
            return parts
    return ()


def _both_ends(text: str) -> tuple[str, ...]:
    """`What were the first and the last …`."""
    match = _BOTH_ENDS.match(text)
    if match is None:
        return ()
    return tuple(asking(f"{match['lead']}{end}{match['rest']}") for end in ("first", "last"))


def _two_verbs(text: str) -> tuple[str, ...]:
    """`When did A open and close`."""
    match = _TWO_VERBS.match(text)
    if match is None:
        return ()
    return tuple(asking(f"{match['lead']} {match[verb]}") for verb in ("one", "two"))


def _who_was_first(text: str) -> tuple[str, ...]:
    """`Who was born first, A or B`."""
    lead, sides = chosen_from(text)
    match = _FIRST_OF.match(lead)
    if match is None:
        return ()
    return tuple(asking(f"when was it that {side} {match['said']}") for side in sides)


def _order(text: str) -> tuple[str, ...]:
    """`Did A open before B closed`."""
    match = _ORDER.match(text)
    if match is None:
        return ()
    right = match["right"]
    was = "was it that" if _FINITE.search(right) else "was"
    return (
        asking(f"when {match['was'].lower()} {match['left']}"),
        asking(f"when {was} {right}"),
    )


def _course(text: str) -> tuple[str, ...]:
    """`The history of A`."""
    match = _COURSE.search(text)
    subject = (match["subject"] or match["changing"]) if match else None
    if subject is None:
        return ()
    return (asking(f"when did {subject} begin"), asking(f"what is the latest about {subject}"))
