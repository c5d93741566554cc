"""Elements of an lxml tree among their siblings, as selectors ask for them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from researchers.web.pages.selectors import Facts


@dataclass(frozen=True, slots=True)
class Position:
    """An element among its siblings."""

    element: Any
    index: int = 1
    count: int = 1
    of_type: int = 1
    is_root: bool = False


def positions(parent: Any) -> list[Position]:
    """A parent's elements, scripts and the like among them: they count as siblings."""
    children = [child for child in parent if isinstance(child.tag, str)]
    types: Counter[str] = Counter()
    found = []
    for index, child in enumerate(children, 1):
        types[child.tag] += 1
        found.append(Position(child, index, len(children), types[child.tag]))
    return found


def facts_of(place: Position) -> Facts:
    """What selectors can ask of an element."""
    attributes = dict(place.element.attrib.items())
    return Facts(
        tag=place.element.tag.lower(),
        ids=attributes.get("id", ""),
        classes=frozenset(attributes.get("class", "").split()),
        attributes=attributes,
        is_root=place.is_root,
        index=place.index,
        count=place.count,
        of_type=place.of_type,
    )
