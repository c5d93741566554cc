"""A page's own style blocks: which of their rules apply to which element.

The tree is walked once, in order. Each element knows which beginnings of selectors end at it, at
one of its ancestors, at its left neighbour or further left, so that no combination of selector and
tree takes more than one step for each pair of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import tinycss2

from researchers.reading.parsed import ParseError
from researchers.web.pages.declarations import Declaration, read_block
from researchers.web.pages.media import applies_to_screen
from researchers.web.pages.nesting import nested
from researchers.web.pages.selectors import Compound, Facts, Selector, read_selectors

_MOST_CSS_CHARS: Final = 2_000_000
_MOST_RULES: Final = 20_000
_MOST_WORK: Final = 150_000
"""Tests of one element against one part of a selector, and beginnings of selectors that are
carried on, a hundred for a test; about a second. Real pages take up to 5,000."""

_CARRIED_PER_TEST: Final = 100

_DEEPEST_NESTING: Final = 5

_State = frozenset[tuple[int, int]]
"""Beginnings of selectors: which, and its last matched step."""

_NOTHING: Final[_State] = frozenset()
Priority = tuple[bool, bool, tuple[int, int, int], int]
"""Important, inline, specificity, order."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector and what it declares."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    specificity: tuple[int, int, int]


def read_sheets(sheets: Iterable[str]) -> list[Rule]:
    """The rules that can hide something on a screen, in order. Raises ParseError for more than
    any page needs: what is not read to its end might hide what we would quote."""
    rules: list[Rule] = []
    left = _MOST_CSS_CHARS
    for sheet in sheets:
        left -= len(sheet)
        if left < 0:
            raise ParseError("style blocks that are too long to follow")
        nodes = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
        for rule in _rules(nodes, [[]], 0):
            rules.append(rule)
            if len(rules) > _MOST_RULES:
                raise ParseError("style blocks that are too long to follow")
    return rules


def _rules(nodes: Iterable[Any], outer: list[list[Any]], depth: int) -> Iterator[Rule]:
    """`outer` are the preludes of the rules around, each the tokens of one selector."""
    if depth > _DEEPEST_NESTING:
        return
    for node in nodes:
        if node.type == "at-rule" and node.content is not None:
            yield from _rules(_inside(node, outer), outer, depth + 1)
        elif node.type == "qualified-rule":
            preludes = nested(node.prelude, outer)
            inner = tinycss2.parse_blocks_contents(node.content)
            yield from _declared(read_block(inner), preludes)
            yield from _rules((n for n in inner if n.type != "declaration"), preludes, depth + 1)
        elif node.type == "declaration-block":
            yield from _declared(node.declarations, outer)


def _declared(declarations: tuple[Declaration, ...], preludes: list[list[Any]]) -> Iterator[Rule]:
    if declarations:
        for selector in (s for prelude in preludes for s in read_selectors(prelude)):
            yield Rule(selector, declarations, selector.specificity)


@dataclass(frozen=True, slots=True)
class _Block:
    """Declarations that stand in an at-rule inside a rule, and belong to that rule."""

    declarations: tuple[Declaration, ...]
    type: str = "declaration-block"


def _inside(at_rule: Any, outer: list[list[Any]]) -> list[Any]:
    """What stands in an at-rule that holds for us."""
    if not _is_open(at_rule.lower_at_keyword, at_rule.prelude):
        return []
    if outer == [[]]:
        found: list[Any] = tinycss2.parse_rule_list(
            at_rule.content, skip_comments=True, skip_whitespace=True
        )
        return found
    inner = tinycss2.parse_blocks_contents(at_rule.content)
    return [_Block(read_block(inner)), *(node for node in inner if node.type != "declaration")]


def _is_open(keyword: str, prelude: Iterable[Any]) -> bool:
    if keyword == "media":
        return applies_to_screen(tinycss2.serialize(prelude))
    return keyword in ("layer", "supports", "container", "scope")


@dataclass(frozen=True, slots=True)
class Matched:
    """How far selectors have come at an element, for those that come after it."""

    here: _State = _NOTHING
    above: _State = _NOTHING
    """At an ancestor of it."""
    before: _State = _NOTHING
    """At an earlier sibling of it."""


NO_MATCH: Final = Matched()


class Matcher:
    """Asked for each element of a tree once, in document order."""

    def __init__(self, rules: list[Rule]) -> None:
        self._rules = rules
        self._steps: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, rule in enumerate(rules):
            for step, (_, compound) in enumerate(rule.selector.steps):
                self._steps[_key(compound)].append((number, step))
        self._left = _MOST_WORK

    def match(
        self, facts: Facts, parent: Matched, left: Matched
    ) -> tuple[Matched, list[tuple[Priority, Declaration]]]:
        """What an element hands on, and the declarations that apply to it. `left` is what its
        left neighbour handed on. Raises ParseError when it takes too long."""
        if self._left <= 0:
            raise ParseError("style blocks that take too long to follow")
        above = self._joined(parent.above, parent.here)
        before = self._joined(left.before, left.here)
        here: set[tuple[int, int]] = set()
        found: list[tuple[Priority, Declaration]] = []
        for number, step in self._candidates(facts):
            steps = self._rules[number].selector.steps
            combinator, compound = steps[step]
            if step and (number, step - 1) not in _reach(combinator, parent, above, left, before):
                continue
            self._left -= 1
            if not compound.accepts(facts):
                continue
            if step + 1 < len(steps):
                here.add((number, step))
            else:
                found.extend(self._declared(number))
        return Matched(frozenset(here) if here else _NOTHING, above, before), found

    def _joined(self, carried: _State, new: _State) -> _State:
        if not new or new <= carried:
            return carried
        self._left -= len(carried) // _CARRIED_PER_TEST
        return carried | new

    def _candidates(self, facts: Facts) -> Iterator[tuple[int, int]]:
        keys = [f"<{facts.tag}", "*", *(f".{one}" for one in facts.classes)]
        if facts.ids:
            keys.append(f"#{facts.ids}")
        return chain.from_iterable(self._steps.get(key, ()) for key in keys)

    def _declared(self, number: int) -> Iterator[tuple[Priority, Declaration]]:
        rule = self._rules[number]
        for declaration in rule.declarations:
            yield (declaration.important, False, rule.specificity, number), declaration


def _reach(
    combinator: str, parent: Matched, above: _State, left: Matched, before: _State
) -> _State:
    match combinator:
        case ">":
            return parent.here
        case "+":
            return left.here
        case "~":
            return before
    return above


def _key(compound: Compound) -> str:
    """The rarest thing that an element must have to be worth a test."""
    if compound.ids:
        return f"#{compound.ids[0]}"
    if compound.classes:
        return f".{compound.classes[0]}"
    return f"<{compound.tag}" if compound.tag else "*"
