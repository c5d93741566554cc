"""The table of credibility: what passes, what does not, and why."""

import pytest

from contract import SourceAuthority
from evidence.credibility import (
    FLOOR,
    POINTS,
    SourceKind,
    authority_of,
    credibility_of,
    kind_of,
)
from evidence.documents import Standing


def standing(
    kind: SourceKind, *, secure: bool = True, dated: bool = True, signed: bool = True
) -> Standing:
    return Standing(kind.value, "example.org", secure, dated, signed)


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("www.nasa.gov", SourceKind.INSTITUTION),
        ("www.legislation.gov.uk", SourceKind.INSTITUTION),
        ("www.cs.ox.ac.uk", SourceKind.INSTITUTION),
        ("web.mit.edu", SourceKind.INSTITUTION),
        ("www.who.int", SourceKind.INSTITUTION),
        ("datatracker.ietf.org", SourceKind.STANDARD),
        ("arxiv.org", SourceKind.SCHOLARLY),
        ("de.wikipedia.org", SourceKind.REFERENCE),
        ("someone.github.io", SourceKind.HOSTED),
        ("old.reddit.com", SourceKind.FORUM),
        ("x.com", SourceKind.SOCIAL),
        ("www.example.com", SourceKind.ORDINARY),
        ("gov.example.com", SourceKind.ORDINARY),
        ("edu", SourceKind.ORDINARY),
        ("go.com", SourceKind.ORDINARY),
        ("notreddit.com", SourceKind.ORDINARY),
    ],
)
def test_a_site_is_placed_by_its_registered_name(host: str, kind: SourceKind) -> None:
    assert kind_of(host) is kind


def test_a_bare_page_of_a_site_of_its_own_passes() -> None:
    bare = standing(SourceKind.ORDINARY, secure=False, dated=False, signed=False)
    assert credibility_of(bare).passes


@pytest.mark.parametrize("kind", [SourceKind.FORUM, SourceKind.SOCIAL, SourceKind.HOSTED])
def test_what_anybody_can_post_without_a_name_does_not_pass(kind: SourceKind) -> None:
    bare = standing(kind, secure=False, dated=False, signed=False)
    assert not credibility_of(bare).passes


def test_a_second_site_that_answers_too_can_lift_a_source_over_the_floor() -> None:
    forum = standing(SourceKind.FORUM, secure=False, dated=False, signed=False)
    points = [credibility_of(forum, agreeing).points for agreeing in range(6)]
    assert points[0] < FLOOR <= points[2]
    assert points[3] == points[5]  # more sites than three say no more


@pytest.mark.parametrize("kind", list(SourceKind))
def test_no_sign_of_care_lowers_a_source(kind: SourceKind) -> None:
    bare = credibility_of(standing(kind, secure=False, dated=False, signed=False)).points
    for known in ("secure", "dated", "signed"):
        one = standing(kind, **{"secure": False, "dated": False, "signed": False, known: True})
        assert credibility_of(one).points >= bare


def test_every_kind_has_its_points_and_the_sentence_shows_them() -> None:
    assert set(POINTS) == set(SourceKind)
    told = credibility_of(standing(SourceKind.FORUM, dated=False), 1).sentence
    assert told == (
        "credibility 35, floor 20: forum site (10), secure (10), no date, signed (10), "
        "1 other site agrees (5)"
    )


def test_authority_is_high_for_who_sets_the_norm_and_low_for_what_cannot_be_placed() -> None:
    bare = standing(SourceKind.INSTITUTION, secure=False, dated=False, signed=False)
    assert authority_of(bare) is SourceAuthority.HIGH
    assert authority_of(standing(SourceKind.ORDINARY)) is SourceAuthority.MEDIUM
    assert authority_of(standing(SourceKind.ORDINARY, secure=False, dated=False, signed=False)) is (
        SourceAuthority.LOW
    )
