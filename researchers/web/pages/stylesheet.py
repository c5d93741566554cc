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

from researchers.web.pages.declarations import Declaration, read_block
from researchers.web.pages.media import applies_to_screen
from researchers.web.pages.selectors import Compound, Facts, Selector, read_selectors

_MOST_CSS_CHARS: Final = 600_000
_MOST_RULES: Final = 6_000
_MOST_TESTS: Final = 1_500_000
"""Of one element against one part of a selector; about two seconds. What comes after goes without
the page's style blocks."""

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


def read_sheets(sheets: Iterable[str]) -> list[Rule]:
    """The rules that can hide something on a screen, in order. Bounded: longer style blocks and
    more rules than any page has are not read to their end."""
    rules: list[Rule] = []
    left = _MOST_CSS_CHARS
    for sheet in sheets:
        nodes = tinycss2.parse_stylesheet(sheet[:left], skip_comments=True, skip_whitespace=True)
        for rule in _rules(nodes, 0):
            rules.append(rule)
            if len(rules) >= _MOST_RULES:
                return rules
        left -= len(sheet)
        if left <= 0:
            break
    return rules


def _rules(nodes: Iterable[Any], depth: int) -> Iterator[Rule]:
    for node in nodes:
        if node.type == "qualified-rule":
            declarations = read_block(tinycss2.parse_blocks_contents(node.content))
            if declarations:
                for selector in read_selectors(node.prelude):
                    yield Rule(selector, declarations)
        elif node.type == "at-rule" and node.content and depth < _DEEPEST_NESTING:
            yield from _rules(_inner_rules(node), depth + 1)


def _inner_rules(at_rule: Any) -> list[Any]:
    """The rules inside an at-rule that holds for us."""
    if not _is_open(at_rule.lower_at_keyword, at_rule.prelude):
        return []
    found: list[Any] = tinycss2.parse_rule_list(
        at_rule.content, skip_comments=True, skip_whitespace=True
    )
    return found


def _is_open(keyword: str, prelude: Iterable[Any]) -> bool:
    if keyword == "media":
        return applies_to_screen(tinycss2.serialize(prelude))
    return keyword in ("layer", "supports", "container")


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
        self._left = _MOST_TESTS

    def match(
        self, facts: Facts, parent: Matched, left: Matched
    ) -> tuple[Matched, list[tuple[Priority, Declaration]]]:
        """What an element hands on, and the declarations that apply to it. `left` is what its
        left neighbour handed on."""
        above = parent.above | parent.here if parent.here else parent.above
        before = left.before | left.here if left.here else left.before
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

    def _candidates(self, facts: Facts) -> Iterator[tuple[int, int]]:
        if self._left <= 0 or not self._steps:
            return iter(())
        keys = [f"<{facts.tag}", "*", *(f".{one}" for one in facts.classes)]
        if facts.ids:
            keys.append(f"#{facts.ids}")
        return chain.from_iterable(self._steps.get(key, ()) for key in keys)

    def _declared(self, number: int) -> Iterator[tuple[Priority, Declaration]]:
        rule = self._rules[number]
        specificity = rule.selector.specificity
        for declaration in rule.declarations:
            yield (declaration.important, False, specificity, number), declaration


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
