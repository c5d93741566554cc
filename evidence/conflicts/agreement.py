"""When two values can both be true: equal, one a closer form of the other, or of other years."""

from difflib import SequenceMatcher
from typing import Final

from evidence.conflicts.dates import same_date
from evidence.conflicts.quoted import Value
from evidence.conflicts.value_classes import is_kind_of

_ROUGHLY: Final = 0.15
_SPELLED_ALIKE: Final = 0.8
"""Names are spelled in more than one way: Tchaikovsky, Chaikovskii."""


def same_day(left: Value, right: Value) -> bool:
    """Dates agree as far as both are given."""
    return same_date(left.parts, right.parts)


def same_amount(left: Value, right: Value) -> bool:
    """Equal numbers, one a rounding of the other, or numbers for different years."""
    if left.year and right.year and left.year != right.year:
        return True
    a, b = float(left.parts[0]), float(right.parts[0])
    if a == b:
        return True
    rough = left.is_rough or right.is_rough
    if rough and abs(a - b) <= _ROUGHLY * max(abs(a), abs(b)):
        return True
    return _rounds_to(a, b) or _rounds_to(b, a)


def _rounds_to(exact: float, round_one: float) -> bool:
    """True when the second is the first one with its last digits made zeros: 8,412 and 8,400."""
    if round_one != int(round_one) or exact != int(exact):
        return int(exact) == round_one or round(exact) == round_one
    digits = str(int(round_one))
    zeros = len(digits) - len(digits.rstrip("0"))
    kept = len(digits) - zeros
    return kept > 1 and zeros > 0 and round(exact / 10**zeros) * 10**zeros == round_one


def same_name(left: Value, right: Value) -> bool:
    """One holds all words of the other, is its initials, or is spelled nearly alike."""
    a, b = set(left.parts), set(right.parts)
    if not a or not b or a <= b or b <= a:
        return True
    if left.parts[-1] == right.parts[-1] and left.parts[0][0] == right.parts[0][0]:
        return True
    if _are_initials(left.parts, right.parts) or _are_initials(right.parts, left.parts):
        return True
    joined = " ".join(left.parts), " ".join(right.parts)
    return SequenceMatcher(None, *joined, autojunk=False).ratio() >= _SPELLED_ALIKE


def _are_initials(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    return len(short) == 1 and len(long) > 1 and short[0] == "".join(word[0] for word in long)


def same_place(left: Value, right: Value) -> bool:
    """One lies in the other as far as they say: the smallest place of one is named by the other,
    and what both lie in isn't different."""
    a, b = left.parts, right.parts
    if a[0] == b[0] or _holds(a[0], b[0]):
        return len(a) == 1 or len(b) == 1 or any(one in b[1:] for one in a[1:])
    return a[0] in b or b[0] in a


def _holds(left: str, right: str) -> bool:
    a, b = set(left.split()), set(right.split())
    return a <= b or b <= a


def same_class(left: Value, right: Value) -> bool:
    """The same member of a class, or one a kind of the other: football, American football."""
    return is_kind_of(left.parts[0], right.parts[0]) or is_kind_of(right.parts[0], left.parts[0])
