"""The table: what each kind of gap and lead leads to in each situation, and what it does not."""

from dataclasses import dataclass
from itertools import product

import pytest

from contract import DiscoveryType, GapCategory, ResearchResult
from pi.model import Reach, Taint
from pi.policy import (
    AskAgainWithMore,
    AskAnother,
    Decision,
    Follow,
    Ignore,
    LayOut,
    TellReader,
    is_told,
    next_actions,
    task_of,
)
from tests.pi.policy.situations import (
    Reported,
    Situation,
    came_back,
    gap,
    lead,
    reporting,
    run_in,
    task,
    view,
    words_for,
)

NOT_FOUND = GapCategory.SOURCE_NOT_FOUND
DENIED = GapCategory.ACCESS_DENIED
CUT_SHORT = GapCategory.BUDGET_EXHAUSTED
CONTRADICTORY = GapCategory.CONTRADICTORY_SOURCES
OUT_OF_SCOPE = GapCategory.SCOPE_EXCEEDED
RELATED = DiscoveryType.RELATED_RESEARCH
NEW_SOURCE = DiscoveryType.NEW_SOURCE
CONTRADICTION = DiscoveryType.CONTRADICTION
LEADS = (RELATED, NEW_SOURCE, CONTRADICTION)
EVERYTHING: tuple[Reported, ...] = (*GapCategory, *DiscoveryType)


@dataclass(frozen=True)
class Outcome:
    """What is decided, who is asked, and whether the reader is told why nothing was done."""

    kind: type[Decision]
    asked: str | None = None
    told: bool = False


QUIET = Outcome(Ignore)
IGNORED_ALOUD = Outcome(Ignore, told=True)
TOLD = Outcome(TellReader, told=True)
LAID_OUT = Outcome(LayOut)
FOLLOWED = Outcome(Follow, "papers")
ANOTHER = Outcome(AskAnother, "papers")

S = Situation
TABLE: dict[tuple[Reported, Situation], Outcome] = {
    (NOT_FOUND, S.SOMEBODY_CAN): ANOTHER,
    (NOT_FOUND, S.ASKED_BEFORE): QUIET,
    (NOT_FOUND, S.ALONE): QUIET,
    (NOT_FOUND, S.PRIVATE_WORDS): ANOTHER,  # with the user's own words, as another test holds
    (NOT_FOUND, S.PRIVATE_MAY_LEAVE): ANOTHER,
    (NOT_FOUND, S.LAST_ROUND): IGNORED_ALOUD,
    (NOT_FOUND, S.NO_DISPATCH): IGNORED_ALOUD,
    (NOT_FOUND, S.NO_TIME): IGNORED_ALOUD,
    (NOT_FOUND, S.GONE): IGNORED_ALOUD,
    (NOT_FOUND, S.LOOP): IGNORED_ALOUD,
    (NOT_FOUND, S.ORDERS): IGNORED_ALOUD,
    (DENIED, S.SOMEBODY_CAN): ANOTHER,
    (DENIED, S.ASKED_BEFORE): QUIET,
    (DENIED, S.ALONE): TOLD,
    (DENIED, S.PRIVATE_WORDS): IGNORED_ALOUD,
    (DENIED, S.PRIVATE_MAY_LEAVE): ANOTHER,
    (DENIED, S.LAST_ROUND): IGNORED_ALOUD,
    (DENIED, S.NO_DISPATCH): IGNORED_ALOUD,
    (DENIED, S.NO_TIME): IGNORED_ALOUD,
    (DENIED, S.GONE): IGNORED_ALOUD,
    (DENIED, S.LOOP): IGNORED_ALOUD,
    (DENIED, S.ORDERS): IGNORED_ALOUD,
    (CUT_SHORT, S.SOMEBODY_CAN): Outcome(AskAgainWithMore, "web"),
    (CUT_SHORT, S.ASKED_BEFORE): TOLD,
    (CUT_SHORT, S.ALONE): Outcome(AskAgainWithMore, "web"),
    (CUT_SHORT, S.PRIVATE_WORDS): Outcome(AskAgainWithMore, "local-brain"),
    (CUT_SHORT, S.PRIVATE_MAY_LEAVE): Outcome(AskAgainWithMore, "local-brain"),
    (CUT_SHORT, S.LAST_ROUND): TOLD,
    (CUT_SHORT, S.NO_DISPATCH): TOLD,
    (CUT_SHORT, S.NO_TIME): TOLD,
    (CUT_SHORT, S.GONE): Outcome(AskAgainWithMore, "web"),
    (CUT_SHORT, S.LOOP): Outcome(AskAgainWithMore, "web"),
    (CUT_SHORT, S.ORDERS): Outcome(AskAgainWithMore, "web"),
    (OUT_OF_SCOPE, S.SOMEBODY_CAN): FOLLOWED,
    (OUT_OF_SCOPE, S.ASKED_BEFORE): QUIET,
    (OUT_OF_SCOPE, S.ALONE): TOLD,
    (OUT_OF_SCOPE, S.PRIVATE_WORDS): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.PRIVATE_MAY_LEAVE): FOLLOWED,
    (OUT_OF_SCOPE, S.LAST_ROUND): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.NO_DISPATCH): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.NO_TIME): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.GONE): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.LOOP): IGNORED_ALOUD,
    (OUT_OF_SCOPE, S.ORDERS): IGNORED_ALOUD,
    **{(CONTRADICTORY, situation): LAID_OUT for situation in Situation},
    **{(reported, S.SOMEBODY_CAN): FOLLOWED for reported in LEADS},
    **{(reported, S.ASKED_BEFORE): QUIET for reported in LEADS},
    **{(reported, S.ALONE): TOLD for reported in LEADS},
    **{(reported, S.PRIVATE_WORDS): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.PRIVATE_MAY_LEAVE): FOLLOWED for reported in LEADS},
    **{(reported, S.LAST_ROUND): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.NO_DISPATCH): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.NO_TIME): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.GONE): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.LOOP): IGNORED_ALOUD for reported in LEADS},
    **{(reported, S.ORDERS): IGNORED_ALOUD for reported in LEADS},
}


def test_the_table_has_every_gap_and_every_lead_in_every_situation() -> None:
    assert set(TABLE) == set(product(EVERYTHING, Situation))


@pytest.mark.parametrize(("reported", "situation"), list(TABLE))
def test_what_is_reported_leads_to_what_the_table_says_and_nothing_else(
    reported: Reported, situation: Situation
) -> None:
    decisions = list(next_actions(run_in(situation, reported)))
    if reported is CONTRADICTION:
        shown = [one for one in decisions if isinstance(one, LayOut)]
        assert [one.citations for one in shown] == [(1, 2)]
        decisions.remove(shown[0])
    (decision,) = decisions
    sent = task_of(decision)
    made = Outcome(type(decision), sent.researcher if sent else None, is_told(decision))
    assert made == TABLE[reported, situation]
    assert decision.reason.endswith(".")
    assert decision.cause.kind is reported


@pytest.mark.parametrize(("reported", "situation"), list(TABLE))
def test_private_words_go_to_nobody_who_leaves_the_machine(
    reported: Reported, situation: Situation
) -> None:
    run = run_in(situation, reported)
    reaches = {member.name: member.reach for member in run.members}
    for decision in next_actions(run):
        sent = task_of(decision)
        if sent is None or run.may_leave is Reach.HOSTED or reaches[sent.researcher] is Reach.LOCAL:
            continue
        assert sent.taint is not Taint.PRIVATE
        assert "wedding" not in sent.question


@pytest.mark.parametrize(("reported", "situation"), list(TABLE))
def test_words_that_give_orders_are_never_asked(reported: Reported, situation: Situation) -> None:
    for decision in next_actions(run_in(situation, reported)):
        sent = task_of(decision)
        assert "password" not in decision.reason
        assert sent is None or "password" not in sent.question


@pytest.mark.parametrize(("category", "kind"), list(product(GapCategory, DiscoveryType)))
def test_a_gap_and_a_lead_of_one_result_are_decided_apart(
    category: GapCategory, kind: DiscoveryType
) -> None:
    one_gap = gap(category, words_for(category, S.SOMEBODY_CAN))
    one_lead = lead(kind, "atlas projections of the seventies", citations=(1, 2))

    def decided(result: ResearchResult) -> list[tuple[type[Decision], str | None]]:
        run = view([came_back(result, task("web"))])
        found = [(type(d), t.question if (t := task_of(d)) else None) for d in next_actions(run)]
        return sorted(found, key=str)

    both = decided(reporting(gaps=(one_gap,), leads=(one_lead,)))
    apart = [*decided(reporting(gaps=(one_gap,))), *decided(reporting(leads=(one_lead,)))]
    if category is CONTRADICTORY and kind is CONTRADICTION:
        assert both == sorted(
            [(Ignore, None), (LayOut, None), *(one for one in apart if one[0] is Follow)], key=str
        )
    else:
        assert both == sorted(apart, key=str)
