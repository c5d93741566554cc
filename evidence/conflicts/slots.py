"""The values with which a sentence fills the slot that a question asks for."""

from collections.abc import Iterator
from typing import assert_never

from evidence.conflicts.amounts import amounts_of
from evidence.conflicts.capitals import name_words
from evidence.conflicts.event_days import event_days
from evidence.conflicts.places import place_parts, places_of
from evidence.conflicts.questions import Asked, Slot
from evidence.conflicts.quoted import Value
from evidence.conflicts.roles import names_in_role
from evidence.conflicts.value_classes import members_in
from evidence.documents import Span


def values_said(text: str, sentence: Span, asked: Asked) -> Iterator[Value]:
    """What a sentence gives as the answer, the likeliest first; nothing when it gives none."""
    match asked.slot:
        case Slot.DAY:
            for day in event_days(text, asked.event, asked.named):
                yield Value(day.shown, sentence, day.parts)
        case Slot.AMOUNT:
            for amount in amounts_of(text, asked.measured):
                parts = (repr(amount.value),)
                yield Value(amount.shown, sentence, parts, amount.year, amount.is_rough)
        case Slot.ROLE:
            yield from _names(text, sentence, asked)
        case Slot.PLACE:
            for place in places_of(text):
                larger = _not_named(place_parts(place), asked)
                if larger:
                    yield Value(place, sentence, larger)
        case Slot.MEMBER:
            for member in members_in(text, asked.class_name):
                yield Value(member.shown, sentence, (member.name,))
        case _:
            assert_never(asked.slot)


def _not_named(parts: tuple[str, ...], asked: Asked) -> tuple[str, ...]:
    """The places that aren't what is asked about: a school of Verona, Wisconsin is in Wisconsin."""
    return tuple(part for part in parts if not asked.named.issuperset(name_words(part)))


def _names(text: str, sentence: Span, asked: Asked) -> Iterator[Value]:
    if asked.role is None:
        return
    for name in names_in_role(text, asked.role):
        words = name_words(name)
        if words and not asked.named.issuperset(words):
            yield Value(name, sentence, words)
