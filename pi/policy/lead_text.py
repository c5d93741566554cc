"""A researcher's words as a question, or as something to show. They are a stranger's: a page or a
note may have put them there."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from evidence.instructions import instruction_spans

LONGEST_LEAD: Final = 300
"""Characters of a lead that become a question."""
_LONGEST_SHOWN: Final = 80
_LONGEST_READ: Final = 4_000
_ADDRESS: Final = re.compile(r"(?:https?://|doi:|arxiv:|note://)\S+", re.I)


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why words can't be a question; completes the sentence "it …"."""

    why: str


def as_question(text: str) -> str | Unusable:
    """The words as one line without control characters and not longer than 300, cut between words.
    Words that give a language model orders are never a question."""
    line = one_line(text)
    if instruction_spans(line):
        return Unusable("gives orders to a language model")
    if len(line) > LONGEST_LEAD:
        line = line[: LONGEST_LEAD + 1].rpartition(" ")[0]
        if not line:
            return Unusable("is one word of more than 300 letters")
    if not any(map(str.isalnum, line)):
        return Unusable("has no word in it")
    return line


def shown(text: str) -> str:
    """The words short enough for a sentence to the reader; orders are not repeated."""
    line = one_line(text)
    if instruction_spans(line):
        return "words that give orders to a language model"
    if len(line) <= _LONGEST_SHOWN:
        return line
    return f"{line[:_LONGEST_SHOWN].rpartition(' ')[0] or line[:_LONGEST_SHOWN]} \u2026"


def one_line(text: str) -> str:
    """Without control and invisible characters, white space as single spaces."""
    kept = (_visible(char) for char in text[:_LONGEST_READ])
    return " ".join("".join(kept).split())


def is_address(text: str) -> bool:
    """Whether it is nothing but a web address or the name of a document."""
    return _ADDRESS.fullmatch(text) is not None


def _visible(char: str) -> str:
    if char.isspace():
        return " "
    return "" if unicodedata.category(char).startswith("C") else char
