"""Pieces of wording that several rules share."""

import re
from typing import Final

from evidence.names import names_in

REST: Final = r"(?P<rest> (?:for|in|when|with|on|as|at|regarding|concerning|during|since) .+)?"
"""What is said of all sides at once: `… for baking`, `… in 2019`."""
_VERSUS: Final = re.compile(r"\s+(?:versus|vs\.?|as opposed to)\s+", re.I)
_JOINED: Final = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+", re.I)
_PRONOUN: Final = re.compile(r"\b(?:it|its|he|him|his|she|her|they|them|their|this)\b", re.I)
_QUESTION_WORD: Final = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|"
    r"can|could|will|would|should)\b",
    re.I,
)
_LONGEST_SIDE: Final = 80


def sides_of(text: str) -> tuple[str, ...]:
    """`A, B and C` apart; none unless there are two or more short ones."""
    pattern = _VERSUS if _VERSUS.search(text) else _JOINED
    sides = [
        re.sub(r"^(?:both|either)\s+", "", side.strip(), flags=re.I) for side in pattern.split(text)
    ]
    if len(sides) < 2 or any(not 0 < len(side) <= _LONGEST_SIDE for side in sides):
        return ()
    return tuple(sides)


def starts_as_question(text: str) -> bool:
    """Whether a question word or an auxiliary verb opens it."""
    return _QUESTION_WORD.match(text) is not None


def by_itself(clause: str, before: str) -> str | None:
    """A clause as a question of its own. One without a name gets those of what stands before it;
    None for one with a pronoun that no name explains."""
    clause = clause.strip(" ,;:?.")
    names = names_in(before)[:2]
    if names and not names_in(clause):
        return asking(f"{clause} ({', '.join(names)})")
    return None if _PRONOUN.search(clause) and not names else asking(clause)


def asking(text: str) -> str:
    """As a sentence that asks."""
    text = " ".join(text.split()).strip(" ,;:?")
    return f"{text[:1].upper()}{text[1:]}?"
