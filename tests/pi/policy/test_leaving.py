"""What of a report may leave the machine, and in which words."""

from dataclasses import replace

import pytest

from contract import DiscoveryType, GapCategory
from evidence.analyze import default_analyzer
from pi.model import Member, Reach, Received, Taint, Task
from pi.policy import AskAnother, Decision, Follow, Ignore, is_told, next_actions, task_of
from pi.policy.origin import may_be_told, origin_of
from tests.pi.policy.situations import (
    LOCAL_BRAIN,
    PAPERS,
    PLENTY,
    QUESTION,
    WEB,
    came_back,
    gap,
    lead,
    member,
    reporting,
    task,
    view,
)

RELATED = DiscoveryType.RELATED_RESEARCH


def from_notes(query: str, to: str = "web") -> Received:
    return came_back(reporting(leads=(lead(RELATED, query, to),)), task("local-brain"), Reach.LOCAL)


def decided(received: Received, **changes: object) -> Decision:
    run = replace(view([received], (LOCAL_BRAIN, WEB)), **changes)  # type: ignore[arg-type]  # fields of View, by name
    (decision,) = next_actions(run)
    return decision


def sent(decision: Decision) -> Task:
    made = task_of(decision)
    assert made is not None
    return made


def test_a_lead_in_the_users_own_words_may_go_to_the_web() -> None:
    made = sent(decided(from_notes("license Natural Earth tiles")))
    assert (made.researcher, made.taint) == ("web", Taint.QUESTION)


def test_one_word_of_a_note_keeps_a_lead_on_the_machine() -> None:
    decision = decided(from_notes("license Natural Earth tiles Aarau"))
    assert isinstance(decision, Ignore)
    assert decision.told
    assert "private notes" in decision.reason
    assert "--egress hosted" in decision.reason


def test_a_page_that_a_note_links_to_is_not_fetched_unless_evidence_may_leave() -> None:
    received = from_notes("https://family.example/wedding")
    assert isinstance(decided(received), Ignore)
    allowed = sent(decided(received, may_leave=Reach.HOSTED))
    assert allowed.taint is Taint.PRIVATE
    assert allowed.question == f"{QUESTION} https://family.example/wedding"


def test_what_the_web_said_may_go_to_the_web_and_to_the_notes() -> None:
    for to in ("papers", "local-brain"):
        lead_to = lead(RELATED, "public domain dedication", to)
        received = came_back(reporting(leads=(lead_to,)), task("web"))
        made = sent(decided(received, members=(LOCAL_BRAIN, WEB, PAPERS)))
        assert (made.researcher, made.taint) == (to, Taint.WEB)


def test_what_follows_from_private_words_stays_private() -> None:
    asked = replace(task("web", "tiles for Aarau"), taint=Taint.PRIVATE)
    received = came_back(reporting(leads=(lead(RELATED, "churches nearby"),)), asked)
    decision = decided(received, members=(WEB, PAPERS))
    assert isinstance(decision, Ignore)
    assert is_told(decision)


def test_a_missing_part_in_private_words_is_asked_for_in_the_users() -> None:
    topic = gap(GapCategory.SOURCE_NOT_FOUND, "wedding tiles")
    received = came_back(reporting(gaps=(topic,)), task("local-brain"), Reach.LOCAL)
    decision = decided(received)
    assert isinstance(decision, AskAnother)
    assert decision.task.question == QUESTION
    assert decision.task.taint is Taint.QUESTION


def test_nobody_is_asked_who_goes_farther_than_the_user_allows() -> None:
    hosted = member("oracle", Reach.HOSTED)
    received = came_back(reporting(leads=(lead(RELATED, "map licenses", "oracle"),)), task("web"))
    assert isinstance(decided(received, members=(WEB, hosted)), Ignore)
    allowed = decided(received, members=(WEB, hosted), may_leave=Reach.HOSTED)
    assert isinstance(allowed, Follow)


def test_nothing_but_words_of_the_question_travels_out_of_notes() -> None:
    received = from_notes("tiles \u2603\u2603 license: Natural|Earth")
    made = sent(decided(received))
    assert made.question == "tiles license Natural Earth"


@pytest.mark.parametrize(
    ("text", "reach", "asked_with", "origin"),
    [
        ("the license of the Natural Earth tiles", Reach.LOCAL, Taint.QUESTION, Taint.QUESTION),
        ("the license to tiles", Reach.LOCAL, Taint.QUESTION, Taint.PRIVATE),
        ("license tiles", Reach.LOCAL, Taint.QUESTION, Taint.QUESTION),
        ("license tiles", Reach.SEARCH, Taint.PRIVATE, Taint.QUESTION),
        ("map dedication", Reach.SEARCH, Taint.QUESTION, Taint.WEB),
        ("map dedication", Reach.HOSTED, Taint.WEB, Taint.WEB),
        ("map dedication", Reach.LOCAL, Taint.QUESTION, Taint.PRIVATE),
        ("scales of tiles", Reach.LOCAL, Taint.WEB, Taint.WEB),
        ("scales of tiles", Reach.LOCAL, Taint.PRIVATE, Taint.PRIVATE),
    ],
)
def test_words_are_private_unless_somebody_else_said_all_of_them(
    text: str, reach: Reach, asked_with: Taint, origin: Taint
) -> None:
    asked = replace(task("somebody", f"{QUESTION} scales of tiles"), taint=asked_with)
    received = came_back(reporting(), asked, reach)
    assert origin_of(text, received, QUESTION, default_analyzer()) is origin


@pytest.mark.parametrize(
    ("who", "taint", "may_leave", "told"),
    [
        (LOCAL_BRAIN, Taint.PRIVATE, Reach.LOCAL, True),
        (WEB, Taint.QUESTION, Reach.LOCAL, False),
        (WEB, Taint.QUESTION, Reach.SEARCH, True),
        (WEB, Taint.WEB, Reach.SEARCH, True),
        (WEB, Taint.PRIVATE, Reach.SEARCH, False),
        (WEB, Taint.PRIVATE, Reach.HOSTED, True),
        (member("oracle", Reach.HOSTED), Taint.QUESTION, Reach.SEARCH, False),
        (member("oracle", Reach.HOSTED), Taint.PRIVATE, Reach.HOSTED, True),
    ],
)
def test_how_far_words_may_go(who: Member, taint: Taint, may_leave: Reach, told: bool) -> None:
    assert may_be_told(who, taint, may_leave) is told


def test_a_refused_page_is_tried_by_somebody_who_goes_farther() -> None:
    topic = gap(GapCategory.ACCESS_DENIED, "https://maps.example/closed", "It wants a login.")
    near = member("crawler")
    received = came_back(reporting(gaps=(topic,)), task("crawler"), Reach.LOCAL)
    run = replace(view([received], (near, WEB)), may_leave=Reach.HOSTED)
    (decision,) = next_actions(run)
    assert isinstance(decision, AskAnother)
    assert decision.task.question == f"{QUESTION} https://maps.example/closed"
    (decision,) = next_actions(
        view([came_back(reporting(gaps=(topic,)), task("web"))], (near, WEB))
    )
    assert task_of(decision) is None
    assert is_told(decision)


def test_time_that_is_up_sends_nothing() -> None:
    received = from_notes("license tiles")
    assert task_of(decided(received, left=replace(PLENTY, seconds=0.0))) is None
