"""Sources that disagree are named with both excerpts, whoever found them."""

from contract import (
    Disagreement,
    DisagreementKind,
    DiscoveryEvent,
    DiscoveryType,
    GapCategory,
    Side,
)
from tests.pi.results import Quote, answered, concluded, received, result_of, task_of

NEEDS = Quote("The deck oven needs 75 minutes to heat up.", published="2023-05-01")
OTHER = Quote(
    "The deck oven needs 90 minutes to heat up.",
    "https://example.org/oven",
    "Ovens. The deck oven needs 90 minutes to heat up.",
)
SMITH = Quote("The oven was built by Smith.", "note://notes/smith.md")
JONES = Quote("The oven was built by the Jones firm.", "note://notes/jones.md")


def test_two_researchers_who_disagree_are_laid_side_by_side() -> None:
    conclusion = concluded(answered("local-brain", NEEDS), answered("web", OTHER))
    (found,) = conclusion.contradictions
    assert found.kind is DisagreementKind.NUMBER
    sides = {side.excerpt: side for side in (found.left, found.right)}
    assert sides.keys() == {NEEDS.sentence, OTHER.sentence}
    for quote in (NEEDS, OTHER):
        side = sides[quote.sentence]
        assert quote.stored[side.char_start : side.char_end] == quote.sentence
        assert conclusion.citations[side.citation - 1].locator == quote.locator
        assert side.published == quote.published
    assert "75" in found.sentence
    assert "90" in found.sentence
    assert conclusion.factors.contradiction_detected


def test_the_reader_and_a_caller_learn_of_it_by_gap_and_event() -> None:
    conclusion = concluded(answered("local-brain", NEEDS), answered("web", OTHER))
    (gap,) = conclusion.gaps
    assert gap.category is GapCategory.CONTRADICTORY_SOURCES
    assert gap.detail == conclusion.contradictions[0].sentence
    (event,) = conclusion.discovery_events
    assert event.type is DiscoveryType.CONTRADICTION
    assert set(event.excerpts) == {NEEDS.sentence, OTHER.sentence}
    assert {conclusion.citations[n - 1].locator for n in event.citations} == {
        NEEDS.locator,
        OTHER.locator,
    }


def test_both_values_stay_in_the_answer() -> None:
    conclusion = concluded(answered("local-brain", NEEDS), answered("web", OTHER))
    assert NEEDS.sentence in conclusion.answer
    assert OTHER.sentence in conclusion.answer


def told(left: Side, right: Side) -> Disagreement:
    return Disagreement(
        kind=DisagreementKind.NAME, left=left, right=right, sentence="[1] and [2] differ."
    )


def test_what_one_researcher_found_out_by_itself_is_told_with_our_numbers() -> None:
    own = told(
        Side(citation=1, excerpt="built by Smith"), Side(citation=2, excerpt="the Jones firm")
    )
    theirs = result_of([SMITH, JONES]).model_copy(update={"contradictions": (own,)})
    first = Quote("The stones are hot.", "note://notes/a.md", confidence=0.9)
    conclusion = concluded(answered("a", first), received(task_of("b"), [SMITH, JONES], theirs))
    found = next(one for one in conclusion.contradictions if one.kind is DisagreementKind.NAME)
    for side, quote in ((found.left, SMITH), (found.right, JONES)):
        assert conclusion.citations[side.citation - 1].locator == quote.locator
        assert quote.stored[side.char_start : side.char_end] in quote.sentence
    assert f"[{found.left.citation}] says" in found.sentence


def test_what_does_not_stand_in_the_excerpts_is_not_told() -> None:
    own = told(
        Side(citation=1, excerpt="built by Miller"), Side(citation=2, excerpt="the Jones firm")
    )
    theirs = result_of([SMITH, JONES]).model_copy(update={"contradictions": (own,)})
    conclusion = concluded(received(task_of("b"), [SMITH, JONES], theirs))
    assert all("Miller" not in one.left.excerpt for one in conclusion.contradictions)


def test_an_event_of_an_older_researcher_counts_as_well() -> None:
    event = DiscoveryEvent(
        type=DiscoveryType.CONTRADICTION,
        query="oven",
        reason="Two documents differ in a name.",
        source_locator=SMITH.locator,
        citations=(2, 1),
        excerpts=("the Jones firm", "built by Smith"),
    )
    theirs = result_of([SMITH, JONES], leads=[event])
    conclusion = concluded(received(task_of("b"), [SMITH, JONES], theirs))
    (found,) = conclusion.contradictions
    assert (found.left.excerpt, found.right.excerpt) == ("built by Smith", "the Jones firm")
    assert len(conclusion.discovery_events) == 1


def test_two_places_of_one_source_are_no_disagreement() -> None:
    text = f"{NEEDS.sentence} Sometimes. {OTHER.sentence}"
    quotes = [Quote(NEEDS.sentence, text=text), Quote(OTHER.sentence, text=text)]
    assert concluded(answered("a", quotes[0]), answered("b", quotes[1])).contradictions == ()
