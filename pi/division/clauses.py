"""Several questions in one sentence, and lists of things asked for together."""

import re
from typing import Final

from pi.division.wording import asking, by_itself, sides_of, starts_as_question

_SENTENCES: Final = re.compile(r"(?<=\?)\s+")
_JOINED: Final = re.compile(
    r"\s*[,;]?\s+(?:and|or|but)\s+(?=(?:in |on |at |by |for )?"
    r"(?:what|which|who|whom|whose|when|where|why|how|did|does|do|is|are|was|were)\b)"
    r"|\s*,\s*(?:while|whereas|although|but)\s+",
    re.I,
)
_ITEMS: Final = re.compile(
    r"^(?P<lead>(?:what|which|who) (?:are|were) the|(?:list|name|give me|show me)(?: the)?"
    r"|.{0,60}\babout)\s+"
    r"(?P<items>[\w' -]{2,40}(?:, [\w' -]{2,40})*,? and (?:the )?[\w' -]{2,40}?)"
    r"(?P<rest> (?:of|for|in|at|on|from) .+)?$",
    re.I,
)
_OF_WHOM: Final = re.compile(r"^(?:who|which \w+|what \w+)\b", re.I)
_OF_THE_SAME: Final = re.compile(
    r"^(?:is|are|was|were|has|have|had) "
    r"(?!(?:it|he|she|they|there|the|my|his|her|their|this)\b)(?-i:[a-z])",
    re.I,
)
_LONGEST_ITEM: Final = 3
_SHORTEST_CLAUSE: Final = 3


def one_for_each_clause(question: str) -> tuple[str, ...]:
    """The questions that one sentence, or several, ask; empty when it is one."""
    sentences = [part for part in _SENTENCES.split(question.strip()) if part.strip(" ?.!")]
    clauses = [clause for part in sentences for clause in _JOINED.split(part.strip(" ?.!"))]
    clauses = [clause for clause in clauses if len(clause.split()) >= _SHORTEST_CLAUSE]
    if len(clauses) < 2 or not starts_as_question(clauses[0]):
        return ()
    later = (_later(clauses, place) for place in range(1, len(clauses)))
    return (asking(clauses[0]), *(part for part in later if part is not None))


def _later(clauses: list[str], place: int) -> str | None:
    """A clause after the first; `and is run by B` goes on about whom the first one asks for."""
    whom = _OF_WHOM.match(clauses[0])
    if whom and _OF_THE_SAME.match(clauses[place]):
        return asking(f"{whom.group()} {clauses[place]}")
    return by_itself(clauses[place], " ".join(clauses[:place]))


def one_for_each_item(question: str) -> tuple[str, ...]:
    """`What are the hours, prices and address of A` asks for three things."""
    match = _ITEMS.match(question.strip(" ?.!"))
    if match is None:
        return ()
    items = [re.sub(r"^the\s+", "", item, flags=re.I) for item in sides_of(match["items"])]
    if any(len(item.split()) > _LONGEST_ITEM for item in items):
        return ()
    about = "what about the" if match["lead"].lower().endswith(" the") else "what about"
    return tuple(asking(f"{about} {item}{match['rest'] or ''}") for item in items)
