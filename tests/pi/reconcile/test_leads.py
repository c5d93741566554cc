"""Leads that nobody followed stay in the result, with why."""

from contract import DiscoveryEvent, DiscoveryType
from pi.model import Received
from pi.reconcile.ending import Course
from tests.pi.results import Quote, answered, concluded, received, result_of, task_of

FIRST = Quote("The deck oven needs 75 minutes to heat up.", "note://notes/a.md", confidence=0.9)
GAS = Quote("It runs on gas.", "note://notes/gas.md")


def lead(query: str, **update: object) -> DiscoveryEvent:
    event = DiscoveryEvent(
        type=DiscoveryType.NEW_SOURCE,
        suggested_researcher="academic",
        query=query,
        reason="A cited note refers to it.",
        source_locator=GAS.locator,
        citations=(1,),
    )
    return event.model_copy(update=update)


def with_leads(researcher: str, *leads: DiscoveryEvent) -> Received:
    return received(task_of(researcher), [GAS], result_of([GAS], leads=leads))


def test_a_lead_that_nobody_followed_says_why_and_where_it_was_met() -> None:
    why = "Nobody here is called academic."
    conclusion = concluded(
        answered("b", FIRST),
        with_leads("a", lead("doi:10.1000/1")),
        course=Course(1, why_not={"doi:10.1000/1": why}),
    )
    (left,) = conclusion.discovery_events
    assert left.reason == f"A cited note refers to it. Not followed: {why}"
    assert [conclusion.citations[n - 1].locator for n in left.citations] == [GAS.locator]


def test_a_lead_that_was_asked_for_is_done() -> None:
    followed = received(task_of("web", "the gas pressure of ovens", round_number=2), [FIRST])
    event = lead("gas pressure of the oven", suggested_researcher="web")
    conclusion = concluded(with_leads("a", event), followed)
    assert conclusion.discovery_events == ()
    assert [one.reason for one in conclusion.followed] == ["web was asked."]


def test_that_somebody_else_was_asked_does_not_follow_a_lead() -> None:
    other = received(task_of("web", "the gas pressure of ovens", round_number=2), [FIRST])
    conclusion = concluded(with_leads("a", lead("gas pressure of the oven")), other)
    assert [one.suggested_researcher for one in conclusion.discovery_events] == ["academic"]


def test_a_page_that_is_cited_anyway_is_no_lead() -> None:
    page = Quote("The oven is hot.", "https://example.org/oven")
    conclusion = concluded(with_leads("a", lead("http://example.org/oven/")), answered("web", page))
    assert conclusion.discovery_events == ()


def test_a_lead_of_two_researchers_is_one() -> None:
    both = [with_leads(name, lead("doi:10.1000/1")) for name in ("a", "b")]
    assert len(concluded(*both).discovery_events) == 1


def test_a_lead_whose_citation_is_gone_still_says_where_it_was_met() -> None:
    unsaid = result_of([FIRST, GAS], leads=[lead("doi:10.1000/1", citations=(2,))])
    result = unsaid.model_copy(update={"answer": f"{FIRST.sentence} [1]"})
    (left,) = concluded(received(task_of("a"), [FIRST, GAS], result)).discovery_events
    assert (left.citations, left.source_locator) == ((), GAS.locator)


def test_a_lead_that_says_not_where_it_was_met_is_none() -> None:
    loose = lead("something else", citations=(), source_locator=None)
    assert concluded(with_leads("a", loose)).discovery_events == ()


def test_leads_are_bounded_in_number_and_length() -> None:
    many = [lead(f"doi:10.1000/{n} {'x' * 2_000}", reason="y" * 9_000) for n in range(30)]
    left = concluded(with_leads("a", *many)).discovery_events
    assert len(left) == 12
    assert all(len(one.query) <= 500 and len(one.reason) <= 500 for one in left)
