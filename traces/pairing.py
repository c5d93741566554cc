"""Which pieces of two runs are the same piece: in the same place, in another one, in other words,
or in one run only. Pure."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from traces.run_facts import Placed


@dataclass(frozen=True, slots=True)
class TwoOfOne:
    """One piece as each of two runs has it."""

    before: Placed
    after: Placed


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two runs do not have in common; what stands in the same place in both is left out.
    `moved` pieces have the same words in another place or under another number, `reworded` ones
    have mostly the same words in the same part of a document."""

    removed: tuple[Placed, ...]
    added: tuple[Placed, ...]
    moved: tuple[TwoOfOne, ...]
    reworded: tuple[TwoOfOne, ...]

    @property
    def same(self) -> bool:
        return not (self.removed or self.added or self.moved or self.reworded)


_Key = Callable[[Placed], Hashable]
_KEYS: Final[tuple[_Key, ...]] = (
    lambda one: one,
    lambda one: (one.document, one.text, one.number),
    lambda one: (one.document, one.text),
    lambda one: one.text,
)
"""From the same piece in the same place to the same words anywhere; each piece is paired by the
first that fits."""

_REWORDED_FROM: Final = 0.5
"""The share of words in common from which on two pieces are versions of one."""

_WORDS_COMPARED: Final = 500
_CANDIDATES: Final = 20


def pair(before: Sequence[Placed], after: Sequence[Placed]) -> Pairing:
    """Pair the pieces of two runs by their words. A piece whose words are lost has only its
    place."""
    moved: list[TwoOfOne] = []
    removed, added = list(before), list(after)
    for key in _KEYS:
        pairs, removed, added = _paired(removed, added, key)
        moved.extend(one for one in pairs if one.before != one.after)
    reworded = list(_reworded(removed, added))
    for one in reworded:
        removed.remove(one.before)
        added.remove(one.after)
    return Pairing(tuple(removed), tuple(added), tuple(moved), tuple(reworded))


def _paired(
    before: list[Placed], after: list[Placed], key: _Key
) -> tuple[list[TwoOfOne], list[Placed], list[Placed]]:
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for position, one in enumerate(after):
        waiting[key(one)].append(position)
    pairs: list[TwoOfOne] = []
    removed: list[Placed] = []
    taken: set[int] = set()
    for one in before:
        found = waiting[key(one)] if one.text or key is _KEYS[0] else []
        if found:
            position = found.pop(0)
            taken.add(position)
            pairs.append(TwoOfOne(one, after[position]))
        else:
            removed.append(one)
    return pairs, removed, [one for position, one in enumerate(after) if position not in taken]


def _reworded(before: Sequence[Placed], after: Sequence[Placed]) -> Iterator[TwoOfOne]:
    """Versions of one piece: each takes the most alike of its part of the document."""
    waiting = list(after)
    for one in before:
        near = [other for other in waiting if other.locator == one.locator and one.text][
            :_CANDIDATES
        ]
        likeness, place = max(
            ((_likeness(one, other), -place) for place, other in enumerate(near)), default=(0.0, 0)
        )
        if likeness >= _REWORDED_FROM:
            waiting.remove(near[-place])
            yield TwoOfOne(one, near[-place])


def _likeness(one: Placed, other: Placed) -> float:
    words, others = (piece.text.split()[:_WORDS_COMPARED] for piece in (one, other))
    return SequenceMatcher(None, words, others).ratio()
