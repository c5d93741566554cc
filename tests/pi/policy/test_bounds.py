"""What is done first, how much, and in which order."""

from dataclasses import replace

from contract import DiscoveryType, GapCategory
from pi.model import Reach
from pi.policy import (
    Follow,
    Ignore,
    next_actions,
)
from pi.policy.next_actions import MOST_LOOKED_AT
from researchers.scripted import no_evidence
from tests.pi.policy.situations import (
    LOCAL_BRAIN,
    PAPERS,
    PLENTY,
    QUESTION,
    WEB,
    asked,
    came_back,
    gap,
    lead,
    reporting,
    task,
    view,
    web_leads,
)

NOT_FOUND = GapCategory.SOURCE_NOT_FOUND
RELATED = DiscoveryType.RELATED_RESEARCH
NEW_SOURCE = DiscoveryType.NEW_SOURCE


def test_a_flood_of_leads_leaves_room_for_the_others() -> None:
    flood = web_leads(*(f"subject number {n}" for n in range(1_000)))
    other = came_back(
        reporting(leads=(lead(RELATED, "dedication of maps"),)), task("local-brain"), Reach.SEARCH
    )
    run = view([flood, other], left=replace(PLENTY, dispatches=2))
    assert {question.split(" (")[0] for _, question in asked(run)} == {
        "subject number 0",
        "dedication of maps",
    }
    decisions = next_actions(view([flood, other]))
    assert len(decisions) <= 2 * MOST_LOOKED_AT
    assert sum(isinstance(decision, Follow) for decision in decisions) == 4
    assert any("976 more" in decision.reason for decision in decisions)


def test_the_more_urgent_is_done_where_the_budget_does_not_reach_for_all() -> None:
    result = reporting(
        gaps=(gap(NOT_FOUND, QUESTION),), leads=(lead(NEW_SOURCE, "https://a.example"),)
    )
    run = view([came_back(result, task("web"))], (WEB, PAPERS), left=replace(PLENTY, dispatches=1))
    assert asked(run) == [("papers", QUESTION)]


def test_the_first_lead_of_each_result_goes_before_any_second_one() -> None:
    first = web_leads("subject one", "subject two", "subject three")
    second = came_back(
        reporting(leads=(lead(RELATED, "seas", "papers"),)),
        replace(task("zoo"), key="1.zoo"),
    )
    run = view([first, second], left=replace(PLENTY, dispatches=2))
    assert {question.split(" (")[0] for _, question in asked(run)} == {"subject one", "seas"}


def test_a_question_that_is_underway_is_not_sent_again() -> None:
    empty = came_back(no_evidence(QUESTION), task("web"))
    run = view([empty], (WEB, PAPERS))
    assert asked(run) == [("papers", QUESTION)]
    assert asked(replace(run, underway=(task("papers"),))) == []


def test_private_words_are_told_also_where_the_users_own_were_asked_before() -> None:
    missing = came_back(
        reporting(gaps=(gap(NOT_FOUND, "wedding tiles"),)), task("local-brain"), Reach.LOCAL
    )
    empty = came_back(no_evidence(QUESTION), task("web", round_number=0))
    (decision,) = next_actions(view([missing, empty], (LOCAL_BRAIN, WEB)))
    assert isinstance(decision, Ignore)
    assert decision.told
    assert "private notes" in decision.reason


def test_only_the_last_round_is_decided_about() -> None:
    run = view([web_leads("public domain dedication")])
    assert next_actions(replace(run, round=2)) == ()


def test_the_order_in_which_results_come_in_changes_nothing() -> None:
    results = [
        web_leads("dedication of maps", "licenses of tiles"),
        came_back(no_evidence(QUESTION), task("local-brain"), Reach.LOCAL),
        came_back(reporting(gaps=(gap(NOT_FOUND, "scales"),)), task("papers")),
    ]
    assert next_actions(view(results)) == next_actions(view(results[::-1]))
