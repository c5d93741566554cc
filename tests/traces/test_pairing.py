"""Which pieces of two runs are the same piece."""

from dataclasses import replace

from traces.pairing import TwoOfOne, pair
from traces.run_facts import Placed

SALT = Placed("note://k/loaf.md#Salt", 10, 40, "The loaf takes 20 g of salt.")
OVEN = Placed("note://k/oven.md", 0, 20, "The oven is hot.")
RYE = Placed("note://k/rye.md", 5, 30, "Rye rests overnight.")


def test_what_stands_where_it_stood_is_left_out() -> None:
    assert pair([SALT, OVEN], [OVEN, SALT]).same


def test_what_one_run_has_alone() -> None:
    pairing = pair([SALT, OVEN], [SALT, RYE])
    assert (pairing.removed, pairing.added) == ((OVEN,), (RYE,))
    assert (pairing.moved, pairing.reworded) == ((), ())


def test_the_same_words_in_another_place_have_moved() -> None:
    further = replace(SALT, start=110, end=140)
    renamed = replace(OVEN, locator="note://k/kitchen/oven.md")
    under = replace(RYE, locator="note://k/rye.md#Rest")
    pairing = pair([SALT, OVEN, RYE], [renamed, further, under])
    assert set(pairing.moved) == {
        TwoOfOne(SALT, further),
        TwoOfOne(OVEN, renamed),
        TwoOfOne(RYE, under),
    }
    assert not pairing.removed
    assert not pairing.added


def test_words_that_stand_in_several_places_are_paired_in_their_own_document() -> None:
    copy = replace(OVEN, locator="note://k/copy.md")
    lower, copy_lower = replace(OVEN, start=9, end=29), replace(copy, start=50, end=70)
    pairing = pair([OVEN, copy], [copy_lower, lower])
    assert set(pairing.moved) == {TwoOfOne(OVEN, lower), TwoOfOne(copy, copy_lower)}


def test_another_number_is_another_place() -> None:
    first, second = replace(SALT, number=1), replace(SALT, number=2)
    assert pair([first], [second]).moved == (TwoOfOne(first, second),)


def test_other_words_in_the_same_part_are_a_version_when_most_of_them_stay() -> None:
    newer = replace(SALT, text="The loaf takes 24 g of salt.", start=12, end=42)
    assert pair([SALT], [newer]).reworded == (TwoOfOne(SALT, newer),)
    another = replace(SALT, text="Nothing to see here at all.")
    assert pair([SALT], [another]).removed == (SALT,)
    elsewhere = replace(newer, locator="note://k/other.md#Salt")
    assert pair([SALT], [elsewhere]).reworded == ()


def test_of_several_versions_the_most_alike_is_taken() -> None:
    near = replace(SALT, text="The loaf takes 24 g of salt.")
    far = replace(SALT, text="The loaf takes some of it.")
    pairing = pair([SALT], [far, near])
    assert pairing.reworded == (TwoOfOne(SALT, near),)
    assert pairing.added == (far,)


def test_lost_words_are_paired_by_their_place_alone() -> None:
    lost = replace(SALT, text="")
    assert pair([lost], [lost]).same
    assert pair([lost], [replace(lost, start=11)]).removed == (lost,)


def test_every_piece_is_counted_once() -> None:
    doubled = [OVEN, OVEN, OVEN]
    assert len(pair(doubled, [OVEN]).removed) == 2
    assert len(pair([OVEN], doubled).added) == 2
