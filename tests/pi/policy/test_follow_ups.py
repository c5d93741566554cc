"""How follow-ups are worded, bounded and ordered."""

from dataclasses import replace

import pytest

from contract import DiscoveryType, GapCategory, StopReason
from pi.failure import FailureKind
from pi.model import Failed, LeftOut, Reach, Received
from pi.policy import (
    AskAgainWithMore,
    AskAnother,
    Follow,
    Ignore,
    LayOut,
    TellReader,
    next_actions,
    task_of,
)
from researchers.scripted import no_evidence
from tests.pi.policy.situations import (
    FAR,
    LOCAL_BRAIN,
    PAPERS,
    PLENTY,
    QUESTION,
    WEB,
    asked,
    came_back,
    gap,
    lead,
    member,
    reporting,
    task,
    view,
    web_leads,
)
from tests.pi.results import Quote, result_of

NOT_FOUND = GapCategory.SOURCE_NOT_FOUND
RELATED = DiscoveryType.RELATED_RESEARCH
NEW_SOURCE = DiscoveryType.NEW_SOURCE


def test_a_lead_is_held_to_the_question_by_its_names() -> None:
    assert asked(view([web_leads("public domain dedication")])) == [
        ("papers", "public domain dedication (Natural Earth)")
    ]


def test_a_name_that_the_lead_has_is_not_said_twice() -> None:
    assert asked(view([web_leads("Natural Earth dedication")])) == [
        ("papers", "Natural Earth dedication")
    ]


@pytest.mark.parametrize("address", ["doi:10.1000/182", "arxiv:2101.00001", "https://a.example/b"])
def test_an_address_goes_along_with_the_question(address: str) -> None:
    assert asked(view([web_leads(address)])) == [("papers", f"{QUESTION} {address}")]


def test_a_page_that_is_cited_already_is_no_lead() -> None:
    (decision,) = next_actions(view([web_leads("https://maps.example/scales/")]))
    assert isinstance(decision, Ignore)
    assert not decision.told


def test_nobody_of_that_name_is_told_to_the_reader() -> None:
    (decision,) = next_actions(view([web_leads("soil salinity", to="database")]))
    assert isinstance(decision, TellReader)
    assert "nobody here is called database" in decision.reason


def test_a_researcher_that_was_left_out_is_told_with_its_reason() -> None:
    run = view([web_leads("soil salinity", to="database")])
    left_out = (LeftOut("database", "database leaves this machine."),)
    (decision,) = next_actions(replace(run, plan=replace(run.plan, left_out=left_out)))
    assert "database leaves this machine" in decision.reason


def test_a_lead_finds_its_researcher_by_what_that_one_covers() -> None:
    assert asked(view([web_leads("soil salinity", to="Academic")]))[0][0] == "papers"


def test_a_lead_that_names_nobody_is_told() -> None:
    (decision,) = next_actions(view([web_leads("soil salinity", to=None)]))
    assert isinstance(decision, TellReader)


def test_the_same_lead_in_other_words_is_followed_once() -> None:
    sent = asked(view([web_leads("dedications of public domains", "public domain dedication")]))
    assert len(sent) == 1


def test_two_researchers_that_send_each_other_a_lead_end() -> None:
    first = web_leads("public domain dedication")
    (follow,) = next_actions(view([first]))
    assert isinstance(follow, Follow)
    assert follow.task.via == ("web",)
    back = came_back(reporting(leads=(lead(RELATED, "maps of the seas", "web"),)), follow.task)
    (decision,) = next_actions(view([first, back], round_number=2))
    assert isinstance(decision, Ignore)
    assert decision.told


def test_a_researcher_may_send_itself_on_once() -> None:
    (follow,) = next_actions(view([web_leads("public domain dedication", to="web")]))
    assert isinstance(follow, Follow)
    again = came_back(reporting(leads=(lead(RELATED, "maps of the seas", "web"),)), follow.task)
    (decision,) = next_actions(view([again], round_number=2))
    assert task_of(decision) is None


def test_what_somebody_else_answered_is_no_gap() -> None:
    empty = came_back(no_evidence(QUESTION), task("local-brain"), Reach.LOCAL)
    full = came_back(result_of((FAR,)), task("web"))
    (decision,) = next_actions(view([empty, full]))
    assert isinstance(decision, Ignore)
    assert "web found" in decision.reason


def test_a_weak_answer_of_somebody_else_fills_no_gap() -> None:
    empty = came_back(no_evidence(QUESTION), task("local-brain"), Reach.LOCAL)
    weak = came_back(result_of((FAR,), stop=StopReason.WEAK_EVIDENCE), task("web"))
    assert asked(view([empty, weak])) == [("papers", QUESTION)]


def test_a_part_that_somebody_else_cites_is_no_gap() -> None:
    missing = came_back(reporting(gaps=(gap(NOT_FOUND, "license"),)), task("local-brain"))
    quote = Quote("The license is public domain.", "https://maps.example/license")
    (decision,) = next_actions(view([missing, came_back(result_of((quote,)), task("web"))]))
    assert isinstance(decision, Ignore)


def test_who_knows_the_subject_is_asked_first_and_then_who_stays_here() -> None:
    atlas = member("atlas", Reach.SEARCH, "tiles and maps")
    empty = came_back(no_evidence(QUESTION), task("web"))
    assert asked(view([empty], (WEB, PAPERS, LOCAL_BRAIN, atlas)))[0][0] == "atlas"
    assert asked(view([empty], (WEB, PAPERS, LOCAL_BRAIN)))[0][0] == "local-brain"


def test_what_a_researcher_failed_at_goes_to_somebody_else() -> None:
    dead = Received(task("web"), Failed(FailureKind.DIED, "web ended."), 0.1)
    (decision,) = next_actions(view([dead], (WEB, PAPERS)))
    assert isinstance(decision, AskAnother)
    assert decision.task.researcher == "papers"
    assert decision.cause.kind is None


def test_what_a_researcher_failed_at_and_another_answered_is_done() -> None:
    dead = Received(task("web"), Failed(FailureKind.DIED, "web ended."), 0.1)
    full = came_back(result_of((FAR,)), task("papers"))
    assert asked(view([dead, full])) == []


def test_asking_again_needs_more_than_the_first_time_took() -> None:
    cut = reporting(gaps=(gap(GapCategory.BUDGET_EXHAUSTED, QUESTION),))
    run = view([came_back(cut, task("web"), seconds=10.0)], (WEB,))
    (decision,) = next_actions(run)
    assert isinstance(decision, AskAgainWithMore)
    assert decision.task.again == 1
    for left in (replace(PLENTY, seconds=9.0), replace(PLENTY, tokens=100)):
        (decision,) = next_actions(replace(run, left=left))
        assert isinstance(decision, TellReader)


def test_passes_that_the_user_set_are_not_asked_for_again() -> None:
    topic = gap(GapCategory.BUDGET_EXHAUSTED, QUESTION)
    cut = result_of((FAR,), gaps=(topic,), stop=StopReason.MAX_ITERATIONS_REACHED)
    run = view([came_back(cut, task("web"))], (WEB,))
    assert isinstance(next_actions(run)[0], AskAgainWithMore)
    assert isinstance(next_actions(replace(run, passes_are_set=True))[0], TellReader)


def test_two_gaps_of_one_cut_are_one_more_try() -> None:
    gaps = [gap(GapCategory.BUDGET_EXHAUSTED, topic) for topic in (QUESTION, "the rest of it")]
    run = view([came_back(reporting(gaps=gaps), task("web"))], (WEB,))
    assert len(asked(run)) == 1


def test_a_contradiction_with_one_side_is_told_and_not_shown() -> None:
    event = lead(DiscoveryType.CONTRADICTION, "scales", None, (1, 7))
    (decision,) = next_actions(view([came_back(reporting(leads=(event,)), task("web"))]))
    assert isinstance(decision, TellReader)


def test_a_gap_on_what_an_event_shows_is_not_shown_twice() -> None:
    event = lead(DiscoveryType.CONTRADICTION, "scales", None, (1, 2))
    topic = gap(GapCategory.CONTRADICTORY_SOURCES, "scales")
    run = view([came_back(reporting(gaps=(topic,), leads=(event,)), task("web"))])
    assert sum(isinstance(decision, LayOut) for decision in next_actions(run)) == 1


def test_keys_of_tasks_are_the_same_in_every_run_and_unique_in_one() -> None:
    run = view([web_leads("dedication of maps", "projections of the seas")])
    keys, again = ([made.key for made in map(task_of, next_actions(run)) if made] for _ in "ab")
    assert keys == again
    assert len(set(keys)) == 2


def test_a_gap_that_names_only_its_own_reporter_names_nobody() -> None:
    for category in (GapCategory.SCOPE_EXCEEDED, GapCategory.ACCESS_DENIED):
        topic = gap(category, "old ledgers", "web may not look there.")
        (decision,) = next_actions(view([came_back(reporting(gaps=(topic,)), task("web"))]))
        assert isinstance(decision, TellReader)
