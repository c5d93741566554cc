"""Whether a published JSON Schema promises what v1's does, however it is spelled.

Titles, descriptions, defaults, `$defs` layout and extra optional properties are free. What counts
is the meaning for a caller: which fields there are, their types, which are required, which words
an enumeration holds, and whether unknown fields are refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeGuard

Node = Mapping[str, object]
_DEEPEST: Final = 12
_NESTED_CHOICES: Final = 3


class Direction(Enum):
    """Which side of a call a schema describes."""

    INPUT = auto()
    """The server must take at least what v1 allows, and require no more."""
    OUTPUT = auto()
    """The server must promise at least what v1 requires."""


@dataclass(frozen=True, slots=True)
class _Side:
    root: Node

    def resolved(self, node: Node) -> Node:
        """Follow local references, keeping what stands beside them."""
        for _ in range(_DEEPEST):
            reference = node.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                break
            beside = {key: value for key, value in node.items() if key != "$ref"}
            node = {**_at(self.root, reference), **beside}
        return node

    def alternatives(self, node: Node, depth: int = 0) -> list[Node]:
        """The node's branches, `null` among them, each with one type. A branch that leads back to
        itself adds nothing."""
        node = self.resolved(node)
        branches = node.get("anyOf") or node.get("oneOf")
        if isinstance(branches, list):
            inner = filter(_is_node, branches if depth < _NESTED_CHOICES else ())
            return [one for branch in inner for one in self.alternatives(branch, depth + 1)]
        kinds = node.get("type")
        if isinstance(kinds, list):
            return [{**node, "type": kind} for kind in kinds]
        return [node]


def differences(required: Node, published: Node, direction: Direction) -> Iterator[str]:
    """One sentence for each way in which the published schema falls short of v1's."""
    yield from _Comparison(_Side(required), _Side(published), direction).of(
        required, published, "", 0
    )


@dataclass(frozen=True, slots=True)
class _Comparison:
    ours: _Side
    theirs: _Side
    direction: Direction

    def of(self, ours: Node, theirs: Node, path: str, depth: int) -> Iterator[str]:
        if depth > _DEEPEST:
            return
        wanted, given = self.ours.alternatives(ours), self.theirs.alternatives(theirs)
        wanted_types, given_types = _types(wanted), _types(given)
        if not self._types_fit(wanted_types, given_types):
            yield (
                f"{path or 'the whole'} is {_words(given_types)} where v1 has "
                f"{_words(wanted_types)}"
            )
            return
        yield from self._words_fit(wanted, given, path)
        for kind, inner in (("object", self._objects), ("array", self._arrays)):
            a, b = _of_type(wanted, kind), _of_type(given, kind)
            if a is not None and b is not None:
                yield from inner(a, b, path, depth)

    def _types_fit(self, wanted: frozenset[str], given: frozenset[str]) -> bool:
        if not given:
            return False
        if "number" in wanted:
            given = frozenset("number" if kind == "integer" else kind for kind in given)
        return wanted <= given if self.direction is Direction.INPUT else given <= wanted

    def _words_fit(self, wanted: list[Node], given: list[Node], path: str) -> Iterator[str]:
        ours, theirs = _enumeration(wanted), _enumeration(given)
        if ours is None or (theirs is None and self.direction is Direction.INPUT):
            return
        if theirs is None:
            yield f"{path} is any text where v1 has a closed set"
        elif self.direction is Direction.INPUT and not ours <= theirs:
            yield f"{path} does not take {_words(ours - theirs)}"
        elif self.direction is Direction.OUTPUT and not theirs <= ours:
            yield f"{path} may be {_words(theirs - ours)}, which v1 does not know"

    def _objects(self, ours: Node, theirs: Node, path: str, depth: int) -> Iterator[str]:
        wanted, given = _properties(ours), _properties(theirs)
        for name, node in wanted.items():
            where = f"{path}.{name}" if path else name
            if name not in given:
                yield f"{where} is missing"
            else:
                yield from self.of(node, given[name], where, depth + 1)
        yield from self._requirements(ours, theirs, path)
        if self.direction is Direction.INPUT and theirs.get("additionalProperties") is not False:
            yield f"{path or 'the whole'} does not refuse unknown keys"

    def _requirements(self, ours: Node, theirs: Node, path: str) -> Iterator[str]:
        wanted, given = _required(ours), _required(theirs)
        missing = wanted - given
        if self.direction is Direction.INPUT:
            for name in sorted(given - wanted):
                yield f"{path + '.' if path else ''}{name} is required, which v1 does not do"
        for name in sorted(missing):
            yield f"{path + '.' if path else ''}{name} is not required"

    def _arrays(self, ours: Node, theirs: Node, path: str, depth: int) -> Iterator[str]:
        a, b = ours.get("items"), theirs.get("items")
        if _is_node(a) and _is_node(b):
            yield from self.of(a, b, f"{path}[]", depth + 1)


def _is_node(value: object) -> TypeGuard[Node]:
    return isinstance(value, Mapping)


def _at(root: Node, reference: str) -> Node:
    node: object = root
    for step in reference.removeprefix("#/").split("/"):
        node = node.get(step) if _is_node(node) else None
    return node if _is_node(node) else {}


def _types(nodes: list[Node]) -> frozenset[str]:
    return frozenset(str(node["type"]) for node in nodes if "type" in node)


def _of_type(nodes: list[Node], kind: str) -> Node | None:
    return next((node for node in nodes if node.get("type") == kind), None)


def _properties(node: Node) -> dict[str, Node]:
    properties = node.get("properties")
    if not _is_node(properties):
        return {}
    return {name: value for name, value in properties.items() if _is_node(value)}


def _required(node: Node) -> frozenset[str]:
    names = node.get("required")
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()


def _enumeration(nodes: list[Node]) -> frozenset[str] | None:
    found = [node for node in nodes if "enum" in node or "const" in node]
    if not found:
        return None
    words: set[str] = set()
    for node in found:
        listed = node.get("enum", [node.get("const")])
        words.update(map(str, listed if isinstance(listed, list) else []))
    return frozenset(words)


def _words(names: frozenset[str]) -> str:
    return " or ".join(sorted(names)) or "untyped"
