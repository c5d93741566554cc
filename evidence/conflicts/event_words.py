"""Things that happen once, and the words that tell of them.

Only these can be held against each other by their dates: a visit, a repair or a meeting happens
again, and two dates of it can both be true.
"""

import re
from collections.abc import Mapping
from typing import Final

EVENTS: Final[Mapping[str, str]] = {
    "birth": r"born|births?|b\.",
    "death": r"died|deaths?|d\.|killed|executed|passed away",
    "building": r"built|build|construct(?:ed|ion)|completed|completion|erected|finished",
    "founding": r"found(?:ed|ing|ation)|establish(?:ed|ment|ments)?|form(?:ed|ation)|created"
    r"|incorporat(?:ed|ion)|organi[sz]ed|inception|set up|launched|opened|began|raised|inaugurated",
    "opening": r"open(?:ed|s|ing)?|inaugurated",
    "release": r"releas(?:e|ed|es)|issued|published|came out|premiered|premiere|broadcast|aired"
    r"|debut(?:ed)?|first shown|began airing",
    "introduction": r"introduc(?:ed|tion)|adopted|entered circulation",
    "office": r"confirm(?:ed|ation)|elected|appointed|ascend(?:ed|s)?|succeeded|crowned|acceded"
    r"|accession|took office|came into power|became|throne|reign(?:ed)?|consul",
    "battle": r"battle|fought|took place|occurred",
}
"""By what happens: a regular expression for the words that tell of it."""

_ASKED: Final = (
    ("birth", r"\bborn\b|\bbirth\b"),
    ("death", r"\bdie[ds]?\b|\bdeath\b"),
    ("release", r"\breleas|\bpublish|\bfirst (?:broadcast|aired|shown)|\bpremier|\bdebut\b"),
    ("building", r"\bbuil[dt]\b|\bconstruct|\bcompleted\b|\berected\b"),
    (
        "founding",
        r"\bfound(?:ed|ing)\b|\bestablish|\bform(?:ed|ation)\b|\bincorporated\b|\bcreated\b",
    ),
    ("opening", r"\bopen(?:ed)?\b"),
    ("introduction", r"\bintroduced\b|\badopted\b"),
    (
        "office",
        r"\b(?:confirmed|elected|appointed|become|became|crowned|into power)\b|\bascend",
    ),
    ("battle", r"\bbattle of\b"),
)


def event_asked(question: str) -> str | None:
    """The event that a question asks about, None for one that may happen again."""
    for event, pattern in _ASKED:
        if re.search(pattern, question, re.I):
            return event
    return None
