"""A second search for what is missing, and one look at what a row is linked with."""

from dataclasses import replace

import pytest

from contract import Depth, ResearchConstraints, StopReason
from evidence.analyze import default_analyzer
from evidence.plan import Query, QueryKind
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome
from tests.researchers.loop.asking import (
    BEES,
    OVEN,
    OVEN_QUESTION,
    WEAK_QUESTION,
    Desk,
    WatchedSource,
    memory,
)
from traces.sink import Action, TraceSink

pytestmark = pytest.mark.anyio

OVENS = [
    document(f"oven-{n}.md", f"The deck oven number {n} holds its baking heat for {n} hours.")
    for n in range(1, 7)
]
CARAWAY = document(
    "caraway.md",
    "Toasting caraway takes four minutes in a dry pan. " + "The pan stays on the stove. " * 12,
)
BOTH = "How does the deck oven hold baking heat, and how long is Toasting caraway in Madagascar?"


async def test_what_the_first_pass_lacks_is_searched_for_once_more() -> None:
    source = memory([*OVENS, CARAWAY])
    desk = Desk(source)
    result = await desk.ask(BOTH)
    assert [query.kind for query in source.searches].count(QueryKind.FOCUSED) == 1
    (retry,) = desk.data(Action.RETRY)
    assert "caraway" in str(retry["query"])
    assert result.cost_metadata.iterations_run == 2
    assert "note://caraway.md" in {citation.locator for citation in result.citations}


async def test_rows_of_a_second_pass_push_out_none_of_the_first() -> None:
    one = await Desk(memory([*OVENS, CARAWAY])).ask(BOTH, ResearchConstraints(max_iterations=1))
    two = await Desk(memory([*OVENS, CARAWAY])).ask(BOTH)
    first = [citation.locator for citation in one.citations]
    assert [citation.locator for citation in two.citations][: len(first)] == first
    assert len(two.citations) > len(first)


async def test_a_retry_that_finds_nothing_new_changes_nothing() -> None:
    one = await Desk(memory(OVENS)).ask(BOTH, ResearchConstraints(max_iterations=1))
    two = await Desk(memory(OVENS)).ask(BOTH)
    assert two.answer == one.answer


async def test_a_search_that_brings_nothing_new_is_the_last() -> None:
    source = memory([OVEN])
    desk = Desk(source)
    result = await desk.ask(WEAK_QUESTION, ResearchConstraints(max_iterations=50))
    assert len(source.searches) == 2
    assert result.stop_reason is StopReason.WEAK_EVIDENCE
    assert result.cost_metadata.iterations_run == 2


async def test_weak_evidence_is_widened_by_what_it_is_linked_with() -> None:
    hub = document("hub.md", "The deck oven is a long story.")
    linked = document("linked.md", "Its baking heat is 260 degrees, as the thermometer shows.")
    links = {"hub.md": ("linked.md",), "linked.md": ("hub.md",)}
    desk = Desk(FirstOnly(MemorySource([hub, linked, BEES], default_analyzer(), links=links)))
    result = await desk.ask("What heat does the deck oven thermometer show?")
    (expand,) = desk.data(Action.EXPAND)
    assert expand["found"] == 1
    assert "note://linked.md" in {citation.locator for citation in result.citations}
    rows = [row for data in desk.data(Action.INSPECT) for row in _rows(data)]
    assert ("note://linked.md", "links_to") in [(r["locator"], r["relationship"]) for r in rows]


async def test_no_more_than_one_expansion_is_made() -> None:
    notes = [document(f"n{n}.md", f"The deck oven, part {n}, is a story.") for n in range(20)]
    links = {f"n{n}.md": tuple(f"n{m}.md" for m in range(20)) for n in range(20)}
    source = WatchedSource(MemorySource(notes, default_analyzer(), links=links))
    await Desk(source).ask("What heat and weight has the deck oven?", depth=Depth.DEEP)
    assert len(source.related_asked) <= 1


async def test_enough_evidence_is_left_alone() -> None:
    source = WatchedSource(memory([OVEN, CARAWAY]))
    desk = Desk(source)
    await desk.ask(OVEN_QUESTION)
    assert source.related_asked == []
    assert Action.RETRY not in desk.actions()


async def test_the_trace_tells_each_step_in_its_order() -> None:
    desk = Desk(memory([OVEN]))
    await desk.ask(WEAK_QUESTION)
    assert desk.actions() == [
        Action.OPEN,
        Action.PLAN,
        Action.SEARCH,
        Action.READ_FILE,
        Action.INSPECT,
        Action.JUDGE,
        Action.RETRY,
        Action.SEARCH,
        Action.INSPECT,
        Action.JUDGE,
        Action.EXPAND,
        Action.INSPECT,
        Action.JUDGE,
        Action.SYNTHESIZE,
        Action.VERIFY,
        *[Action.GAP] * 3,
        Action.ANSWER,
        Action.SEAL,
    ]


async def test_a_limit_of_one_pass_that_bit_is_told() -> None:
    result = await Desk(memory([*OVENS, CARAWAY])).ask(
        "How is deck oven heat kept, and how is toasting caraway done?",
        ResearchConstraints(max_iterations=1),
    )
    assert result.stop_reason is StopReason.MAX_ITERATIONS_REACHED
    assert result.cost_metadata.iterations_run == 1
    assert result.cost_metadata.budget_exhausted
    assert "budget_exhausted" in {gap.category.value for gap in result.gaps}


async def test_a_limit_of_one_pass_that_did_not_bite_is_not_told() -> None:
    result = await Desk(memory()).ask(OVEN_QUESTION, ResearchConstraints(max_iterations=1))
    assert result.stop_reason is StopReason.ENOUGH_EVIDENCE
    assert not result.cost_metadata.budget_exhausted


class FirstOnly(WatchedSource):
    """Finds one document by searching; the others are reached by links alone."""

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        outcome = await super().search(query, limit, trace)
        return replace(outcome, hits=tuple(h for h in outcome.hits if h.key == "hub.md"))


def _rows(data: dict[str, object]) -> list[dict[str, object]]:
    rows = data["rows"]
    assert isinstance(rows, list | tuple)
    return [dict(row) for row in rows]
