"""Which pieces of two runs are the same piece: in the same place, in another one, or in one run
only. Pure."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from traces.run_facts import Placed


@dataclass(frozen=True, slots=True)
class Moved:
    """One piece in two places, or under two numbers."""

    before: Placed
    after: Placed


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two runs do not have in common; what stands in the same place in both is left out."""

    removed: tuple[Placed, ...]
    added: tuple[Placed, ...]
    moved: tuple[Moved, ...]

    @property
    def same(self) -> bool:
        return not (self.removed or self.added or self.moved)


_Key = Callable[[Placed], Hashable]
_KEYS: Final[tuple[_Key, ...]] = (
    lambda one: one,
    lambda one: (one.document, one.text, one.number),
    lambda one: (one.document, one.text),
    lambda one: one.text,
)
"""From the same piece in the same place to the same words anywhere; each piece is paired by the
first that fits."""


def pair(before: Sequence[Placed], after: Sequence[Placed]) -> Pairing:
    """Pair the pieces of two runs by their words. A piece whose words are lost has only its
    place."""
    moved: list[Moved] = []
    removed, added = list(before), list(after)
    for key in _KEYS:
        pairs, removed, added = _paired(removed, added, key)
        moved.extend(one for one in pairs if one.before != one.after)
    return Pairing(tuple(removed), tuple(added), tuple(moved))


def _paired(
    before: list[Placed], after: list[Placed], key: _Key
) -> tuple[list[Moved], list[Placed], list[Placed]]:
    waiting: dict[Hashable, list[Placed]] = defaultdict(list)
    for one in after:
        waiting[key(one)].append(one)
    pairs: list[Moved] = []
    removed: list[Placed] = []
    for one in before:
        found = waiting[key(one)] if one.text or key is _KEYS[0] else []
        if found:
            pairs.append(Moved(one, found.pop(0)))
        else:
            removed.append(one)
    left = {id(one) for rows in waiting.values() for one in rows}
    return pairs, removed, [one for one in after if id(one) in left]
