"""Questions through a second thing: what has to be known first is asked by itself.

`Who directed the film that won the Golden Bear?` needs `Which film is it that won the Golden
Bear?` before anybody can say who directed it.
"""

import re
from typing import Final

from pi.division.wording import asking

_RELATIVE: Final = re.compile(
    r"\b(?:the|an?) (?P<thing>(?-i:[a-z])[\w-]*(?: [\w-]+)??)"
    r"(?P<at>(?: (?:to|in|of|for|by|on|at|from|with)(?= which))?),? "
    r"(?P<link>that|which|who|whose|where) "
    r"(?P<said>.+)$",
    re.I,
)
_DONE_BY: Final = re.compile(
    r"\b(?:of|by|for|from|at|in) (?:the|an?) (?P<thing>(?-i:[a-z])[\w-]*(?: [\w-]+)?) "
    r"(?P<said>(?:\w{2,}ed|known|born|held|made|written|built|sung|won|run|led|set|shown) "
    r"(?:by|in|at|for|as|on|with|after|from) .+)$",
    re.I,
)
_CHAIN: Final = re.compile(
    r"\bthe [a-z-]+(?: [a-z-]+)? of the (?P<inner>[a-z-]+ of (?:[A-Z][\w.'-]* ?){1,5})$"
)
"""In lower case what stands in a relation, with a name at its end: `the War of 1812` is a name."""
_OUTER: Final = re.compile(
    r"^(?:which|who|what|whose|where|when|how|in (?:which|what)|on (?:which|what))\b", re.I
)
_SHORTEST_SAID: Final = 2


def what_comes_first(question: str) -> tuple[str, ...]:
    """The inner question of one that goes through a second thing; empty when it is a plain one."""
    text = question.strip(" ?.!")
    if _OUTER.match(text) is None:
        return ()
    for rule in (_relative, _done_by, _chain):
        inner = rule(text)
        if inner is not None:
            return (inner,)
    return ()


def _relative(text: str) -> str | None:
    """`… the film that won X`, when it is not the very thing that is asked for."""
    match = _RELATIVE.search(text)
    if match is None or len(match["said"].split()) < _SHORTEST_SAID:
        return None
    if len(text[: match.start()].split()) < _SHORTEST_SAID or _is_asked_for(text, match):
        return None
    link = match["link"].lower()
    if link == "where":
        return asking(f"where is it that {match['said']}")
    if link == "whose":
        return asking(f"whose {match['said']}")
    return asking(f"{match['at']} which {match['thing']} is it that {match['said']}")


def _is_asked_for(text: str, match: re.Match[str]) -> bool:
    """`Who is the man that …` asks for the man himself."""
    return re.fullmatch(r"\w+ (?:is|are|was|were)\s*", text[: match.start()]) is not None


def _done_by(text: str) -> str | None:
    """`… of the company founded by X`."""
    match = _DONE_BY.search(text)
    return asking(f"which {match['thing']} was {match['said']}") if match else None


def _chain(text: str) -> str | None:
    """`… of the birthplace of X`."""
    match = _CHAIN.search(text)
    return asking(f"what is the {match['inner']}") if match else None
