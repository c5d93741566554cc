"""CSS selectors, as far as a page's own style blocks need them: a parser and one element's test.

Tags, classes, ids, attributes, places among siblings, `:not`, `:is` and `:where` of those, and all
four combinators. Anything else (states, generated content, other functions) matches nothing.
Matching never searches: `stylesheet` walks a tree once and carries what has matched so far.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tinycss2.nth import parse_nth

from researchers.web.pages.nesting import SPACE, parted, stripped

_MOST_STEPS: Final = 16
_MOST_PARTS: Final = 16


@dataclass(frozen=True, slots=True)
class Facts:
    """What a selector can ask of an element."""

    tag: str
    ids: str
    classes: frozenset[str]
    attributes: Mapping[str, str]
    is_root: bool = False
    index: int = 1
    count: int = 1
    of_type: int = 1
    """Which of its parent's elements it is, of how many, and which of those with its tag."""


@dataclass(slots=True)
class Compound:
    """The conditions on one element."""

    tag: str | None = None
    ids: list[str] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, operator ("" for presence) and value."""
    places: list[tuple[str, int, int]] = field(default_factory=list)
    """A kind of place, and the steps a and b of `an+b`."""
    negated: list["Compound"] = field(default_factory=list)
    choices: list[list["Compound"]] = field(default_factory=list)
    """Of each list, one has to match."""

    def accepts(self, facts: Facts) -> bool:
        """True when an element meets all conditions."""
        return (
            (self.tag is None or self.tag == facts.tag)
            and all(one == facts.ids for one in self.ids)
            and all(one in facts.classes for one in self.classes)
            and all(_holds(facts.attributes, *asked) for asked in self.attributes)
            and all(_stands(facts, *place) for place in self.places)
            and not any(one.accepts(facts) for one in self.negated)
            and all(any(one.accepts(facts) for one in among) for among in self.choices)
        )

    @property
    def parts(self) -> int:
        """How many conditions there are."""
        own = len(self.ids) + len(self.classes) + len(self.attributes) + len(self.places)
        inner = [*self.negated, *(one for among in self.choices for one in among)]
        return own + (self.tag is not None) + sum(one.parts for one in inner)

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Ids; classes, attributes and places; tags."""
        ids, others, tags = len(self.ids), 0, int(self.tag is not None)
        others = len(self.classes) + len(self.attributes) + len(self.places)
        for one in [*self.negated, *(among[0] for among in self.choices)]:
            more = one.specificity
            ids, others, tags = ids + more[0], others + more[1], tags + more[2]
        return ids, others, tags


@dataclass(frozen=True, slots=True)
class Selector:
    """Compounds from left to right, each with the combinator before it ("" for the first)."""

    steps: tuple[tuple[str, Compound], ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The sums over all steps."""
        each = [compound.specificity for _, compound in self.steps]
        return sum(e[0] for e in each), sum(e[1] for e in each), sum(e[2] for e in each)


def read_selectors(prelude: Iterable[Any]) -> list[Selector]:
    """The selectors of a rule's prelude (tinycss2 tokens); those that match nothing or that we
    don't know are left out."""
    found = (_selector(part) for part in parted(prelude))
    return [selector for selector in found if selector is not None]


def _selector(tokens: Sequence[Any]) -> Selector | None:
    steps: list[tuple[str, Compound]] = []
    run: list[Any] = []
    combinator = ""
    for token in [*tokens, None]:
        sign = "" if token is None else _combinator(token)
        if token is not None and sign is None:
            run.append(token)
            continue
        if run:
            compound = _compound(run)
            if compound is None or len(steps) >= _MOST_STEPS:
                return None
            steps.append((combinator if steps else "", compound))
            run, combinator = [], " "
        if sign and sign != " ":
            combinator = sign
    return Selector(tuple(steps)) if steps else None


def _combinator(token: Any) -> str | None:
    if token.type in SPACE:
        return " "
    if token.type == "literal" and token.value in (">", "+", "~"):
        return str(token.value)
    return None


def _compound(tokens: Sequence[Any]) -> Compound | None:
    """None for what is unknown."""
    compound = Compound()
    rest = list(tokens)
    while rest:
        one = rest.pop(0)
        if one.type == "ident":
            compound.tag = one.lower_value
        elif one.type == "hash":
            compound.ids.append(one.value)
        elif one.type == "[] block":
            asked = _attribute(one.content)
            if asked is None:
                return None
            compound.attributes.append(asked)
        elif one == "." and rest and rest[0].type == "ident":
            compound.classes.append(rest.pop(0).value)
        elif one == ":" and rest:
            if not _read_pseudo(compound, rest.pop(0)):
                return None
        elif one != "*":
            return None
    return compound if compound.parts <= _MOST_PARTS else None


_PLACES: Final = {
    "root": ("root", 0, 0),
    "first-child": ("child", 0, 1),
    "last-child": ("last-child", 0, 1),
    "only-child": ("only-child", 0, 1),
    "first-of-type": ("of-type", 0, 1),
}
_COUNTED: Final = {"nth-child": "child", "nth-last-child": "last-child", "nth-of-type": "of-type"}


def _read_pseudo(compound: Compound, token: Any) -> bool:
    """False for what is unknown."""
    if token.type == "ident" and token.lower_value in _PLACES:
        compound.places.append(_PLACES[token.lower_value])
        return True
    if token.type != "function":
        return False
    if token.lower_name in _COUNTED:
        steps = parse_nth(token.arguments)
        if steps is not None:
            compound.places.append((_COUNTED[token.lower_name], *steps))
        return steps is not None
    among = _alternatives(token.arguments)
    if token.lower_name == "not" and among:
        compound.negated.extend(among)
    elif token.lower_name in ("is", "where", "matches", "-webkit-any") and among:
        compound.choices.append(among)
    else:
        return False
    return True


def _alternatives(tokens: Iterable[Any]) -> list[Compound]:
    """The compounds in a list; empty when one of them is no simple compound."""
    found = []
    for part in parted(tokens):
        inside = stripped(part)
        if not inside or any(one.type in SPACE for one in inside):
            return []
        compound = _compound(inside)
        if compound is None or compound.negated or compound.choices:
            return []
        found.append(compound)
    return found


def _attribute(content: Iterable[Any]) -> tuple[str, str, str] | None:
    tokens = [token for token in content if token.type not in SPACE]
    if not tokens or tokens[0].type != "ident":
        return None
    name = tokens[0].lower_value
    if len(tokens) == 1:
        return name, "", ""
    if len(tokens) < 3 or tokens[1].type != "literal" or tokens[2].type not in ("ident", "string"):
        return None
    return name, tokens[1].value, tokens[2].value


def _holds(attributes: Mapping[str, str], name: str, operator: str, value: str) -> bool:
    held = attributes.get(name)
    if held is None:
        return False
    match operator:
        case "":
            return True
        case "=":
            return held == value
        case "~=":
            return bool(value) and value in held.split()
        case "|=":
            return held == value or held.startswith(f"{value}-")
        case "^=":
            return bool(value) and held.startswith(value)
        case "$=":
            return bool(value) and held.endswith(value)
        case "*=":
            return bool(value) and value in held
    return False


def _stands(facts: Facts, place: str, step: int, first: int) -> bool:
    match place:
        case "root":
            return facts.is_root
        case "only-child":
            return facts.count == 1
        case "last-child":
            at = facts.count - facts.index + 1
        case "of-type":
            at = facts.of_type
        case _:
            at = facts.index
    return at == first if step == 0 else (at - first) % step == 0 and (at - first) // step >= 0
