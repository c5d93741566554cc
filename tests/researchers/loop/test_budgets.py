"""Limits hold, and are charged before the work they pay for."""

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract import AnswerStatus, Depth, ResearchConstraints, StopReason
from contract.request import PRESETS
from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome
from tests.researchers.loop.asking import (
    OVEN,
    OVEN_QUESTION,
    RYE,
    WEAK_QUESTION,
    Desk,
    WatchedSource,
    memory,
)
from traces.clock import SystemClock
from traces.sink import Action, TraceSink

pytestmark = pytest.mark.anyio

MANY = [
    document(f"oven-{n}.md", f"The deck oven holds its heat in winter, as hand {n} reports.")
    for n in range(40)
]
HURRY = ResearchConstraints(max_seconds=0.25)


@pytest.mark.parametrize("depth", Depth)
async def test_no_pass_opens_more_documents_than_its_depth_allows(depth: Depth) -> None:
    source = WatchedSource(memory(MANY))
    result = await Desk(source).ask("How does the deck oven hold heat in winter?", depth=depth)
    assert len(source.opened) == PRESETS[depth].documents_per_pass
    assert result.cost_metadata.sources_opened == len(source.opened)


async def test_one_source_at_most_is_cited_when_that_is_asked_for() -> None:
    desk = Desk(memory(MANY))
    result = await desk.ask(
        "How does the deck oven hold heat in winter?", ResearchConstraints(max_sources=1)
    )
    assert len({citation.locator for citation in result.citations}) == 1
    (synthesis,) = desk.data(Action.SYNTHESIZE)
    assert "max_sources reached" in str(synthesis["dropped"])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    passes=st.integers(1, 6),
    sources=st.integers(1, 12),
    depth=st.sampled_from(Depth),
    question=st.sampled_from([OVEN_QUESTION, WEAK_QUESTION, "What is winter like in Uppsala?"]),
)
def test_limits_hold_for_any_request(
    passes: int, sources: int, depth: Depth, question: str
) -> None:
    source = WatchedSource(memory([*MANY, OVEN, RYE]))
    constraints = ResearchConstraints(max_iterations=passes, max_sources=sources)

    async def ask() -> None:
        result = await Desk(source).ask(question, constraints, depth=depth)
        preset = PRESETS[depth]
        assert result.cost_metadata.iterations_run <= passes
        assert len({citation.content_hash for citation in result.citations}) <= sources
        rounds = result.cost_metadata.iterations_run + preset.expansions
        assert len(source.opened) <= rounds * preset.documents_per_pass
        assert len(source.opened) == len(set(source.opened))

    anyio.run(ask)


class SlowFrom(WatchedSource):
    """Answers `quick` searches or opens at once, and never again."""

    def __init__(self, source: MemorySource, *, searches: int = 99, opens: int = 99) -> None:
        super().__init__(source)
        self._searches = searches
        self._opens = opens

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        self._searches -= 1
        if self._searches < 0:
            await anyio.sleep_forever()
        return await super().search(query, limit, trace)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        self._opens -= 1
        if self._opens < 0:
            await anyio.sleep_forever()
        return await super().open(hit, trace)


async def test_a_search_that_takes_too_long_ends_in_time_with_a_sealed_trace() -> None:
    desk = Desk(SlowFrom(memory(), searches=0), SystemClock())
    with anyio.fail_after(5):
        result = await desk.ask(OVEN_QUESTION, HURRY)
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert result.cost_metadata.budget_exhausted
    assert "budget_exhausted" in {gap.category.value for gap in result.gaps}
    assert "Time ran out" in result.answer
    assert desk.seal_status() == "complete"


async def test_what_was_found_before_the_time_ran_out_is_answered_from() -> None:
    desk = Desk(SlowFrom(memory([OVEN]), searches=1), SystemClock())
    with anyio.fail_after(5):
        result = await desk.ask(WEAK_QUESTION, HURRY)
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert result.answer_status is AnswerStatus.OK_TRUNCATED
    assert [citation.locator for citation in result.citations] == [OVEN.locator]
    assert result.confidence <= 0.5
    assert desk.data(Action.BUDGET) == [{"exhausted": True, "what": "seconds"}]


@pytest.mark.parametrize("opens", [1, 2, 3])
async def test_a_document_that_never_opens_costs_the_others_nothing(opens: int) -> None:
    desk = Desk(SlowFrom(memory(MANY), opens=opens), SystemClock())
    with anyio.fail_after(5):
        result = await desk.ask("How does the deck oven hold its heat in winter?", HURRY)
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert result.answer_status is AnswerStatus.OK_TRUNCATED
    assert len(result.citations) == opens
    assert desk.data(Action.JUDGE)[-1]["next"] == "synthesize"
    assert desk.seal_status() == "complete"


async def test_no_time_at_all_is_an_honest_result() -> None:
    desk = Desk(memory(), SystemClock())
    with anyio.fail_after(5):
        result = await desk.ask(OVEN_QUESTION, ResearchConstraints(max_seconds=1e-6))
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert desk.seal_status() == "complete"


async def test_most_of_the_time_is_for_gathering_and_some_is_kept_for_the_answer() -> None:
    started = anyio.current_time()
    await Desk(SlowFrom(memory(), searches=0), SystemClock()).ask(
        OVEN_QUESTION, ResearchConstraints(max_seconds=1)
    )
    assert 0.8 <= anyio.current_time() - started < 1.0


async def test_no_model_means_no_tokens() -> None:
    result = await Desk(memory()).ask(OVEN_QUESTION, ResearchConstraints(token_budget=0))
    assert result.stop_reason is StopReason.ENOUGH_EVIDENCE
    assert (result.cost_metadata.tokens_used, result.cost_metadata.model_calls) == (0, 0)
