"""A limit on sources holds over all researchers, and costs none of them its best."""

from contract.markers import markers
from pi.reconcile.sources import document_of
from tests.pi.results import Quote, answered, concluded, received, task_of


def pages(site: str, count: int, confidence: float) -> list[Quote]:
    return [
        Quote(f"Oven {n} of {site} heats.", f"https://{site}/{n}", confidence=confidence - n / 100)
        for n in range(count)
    ]


def test_never_more_sources_than_asked_for() -> None:
    conclusion = concluded(
        answered("a", *pages("a.org", 8, 0.9)),
        answered("b", *pages("b.org", 8, 0.5)),
        max_sources=4,
    )
    assert len({document_of(one.locator) for one in conclusion.citations}) == 4


def test_each_researcher_keeps_its_best_however_sure_the_others_are() -> None:
    conclusion = concluded(
        answered("a", *pages("a.org", 8, 0.9)),
        answered("b", *pages("b.org", 3, 0.3)),
        answered("c", *pages("c.org", 3, 0.2)),
        max_sources=4,
    )
    assert sorted(one.locator for one in conclusion.citations) == [
        "https://a.org/0",
        "https://a.org/1",
        "https://b.org/0",
        "https://c.org/0",
    ]


def test_with_fewer_places_than_researchers_the_surest_are_cited() -> None:
    conclusion = concluded(
        answered("a", *pages("a.org", 2, 0.3)),
        answered("b", *pages("b.org", 2, 0.9)),
        max_sources=1,
    )
    assert [one.locator for one in conclusion.citations] == ["https://b.org/0"]


def test_each_part_of_the_question_keeps_a_source() -> None:
    part = "Which gas does the oven burn?"
    conclusion = concluded(
        answered("a", *pages("a.org", 8, 0.9)),
        received(task_of("a", part, sub_question=1), pages("b.org", 2, 0.3)),
        parts=[part],
        max_sources=3,
    )
    assert "https://b.org/0" in [one.locator for one in conclusion.citations]


def test_several_excerpts_of_one_source_take_one_place() -> None:
    text = "The oven is old. Nobody cleans it. The oven is hot."
    quotes = [Quote(said, text=text) for said in ("The oven is old.", "The oven is hot.")]
    conclusion = concluded(answered("a", *quotes, *pages("a.org", 3, 0.5)), max_sources=2)
    assert len(conclusion.citations) == 3


def test_a_sentence_whose_source_has_no_place_is_not_said() -> None:
    conclusion = concluded(answered("a", *pages("a.org", 8, 0.9)), max_sources=2)
    assert markers(conclusion.answer) == (1, 2)
    assert "Oven 5" not in conclusion.answer
