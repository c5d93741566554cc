"""What kind of answer a question expects, and whether a text could hold one."""

import re
from enum import StrEnum
from typing import Final


class AnswerKind(StrEnum):
    """The kinds that leave a mark in a text; everything else is OPEN."""

    MONEY = "money"
    DATE = "date"
    NUMBER = "number"
    OPEN = "open"


_MONEY_WORDS: Final = r"(?:cost|pay|paid|price|spend|spent|charge|earn|worth|fee|salary|rent|money)"
_QUESTIONS: Final = (
    (
        AnswerKind.MONEY,
        re.compile(rf"\bhow much\b.*\b{_MONEY_WORDS}\b|\b(?:price|cost) of\b", re.I),
    ),
    (
        AnswerKind.DATE,
        re.compile(
            r"\b(?:what|which)\s+(?:year|decade|century|date|month|day)\b"
            r"|^\s*when\b|\bwhen (?:did|was|were|is|are|does|do|will|has|had)\b",
            re.I,
        ),
    ),
    (
        AnswerKind.NUMBER,
        re.compile(
            r"\bhow (?:much|many|large|big|long|old|tall|far|often|high|deep|heavy|fast)\b"
            r"|\bwhat (?:percent|percentage|number|fraction|share|proportion)\b",
            re.I,
        ),
    ),
)

_MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
_DAYS: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_NUMBER_WORDS: Final = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty"
    "|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|quarter|once|twice"
    "|daily|weekly|monthly|yearly|every"
)
_MARKS: Final = {
    AnswerKind.MONEY: re.compile(
        r"[$\u20ac\u00a3\u00a5%]|\b(?:dollars?|euros?|pounds?|usd|eur|gbp|cents?|million|billion|free)\b",
        re.I,
    ),
    AnswerKind.DATE: re.compile(
        rf"\b(?:1[0-9]{{3}}|20[0-9]{{2}})s?\b|\b(?:{_MONTHS}|{_DAYS})\b|\b\d{{8}}\b"
        r"|\b\d{1,2}[:./]\d{1,2}\b|\b(?:century|today|tomorrow|yesterday|tonight)\b",
        re.I,
    ),
    AnswerKind.NUMBER: re.compile(rf"\d|\b(?:{_NUMBER_WORDS})\b", re.I),
}


def expected_answer(question: str) -> AnswerKind:
    """The kind of answer a question asks for, from its wording alone."""
    for kind, pattern in _QUESTIONS:
        if pattern.search(question):
            return kind
    return AnswerKind.OPEN


def holds_answer_kind(text: str, kind: AnswerKind) -> bool:
    """True when the text has a mark of that kind; always true for an open question."""
    return kind is AnswerKind.OPEN or _MARKS[kind].search(text) is not None
