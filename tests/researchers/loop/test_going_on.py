"""Leads that stand for whole documents: a pass that did not answer goes on with the next ones."""

import pytest

from contract import AnswerStatus, Depth, GapCategory, ResearchConstraints, ResearchResult
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Lane, Refusal
from evidence.plan import Query
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome
from tests.researchers.loop.asking import OVEN, OVEN_QUESTION, Desk
from traces.sink import Action, TraceSink

pytestmark = pytest.mark.anyio


class ListSource(MemorySource):
    """Leads to all its documents in their order, whatever is asked: a list whose entries don't
    tell what they hold."""

    name = "list"

    def __init__(
        self,
        documents: list[Document],
        lane: Lane = Lane.WEB,
        *,
        refused: dict[str, Refusal] | None = None,
    ) -> None:
        super().__init__(documents, default_analyzer(), refused=refused)
        self._listed = documents
        self._lane = lane

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        self.searches.append(query)
        hits = (
            Hit(doc.key, doc.locator, doc.title, self._lane, rank, 1 / rank)
            for rank, doc in enumerate(self._listed, start=1)
        )
        return SearchOutcome(tuple(hits))


def others(count: int) -> list[Document]:
    return [
        document(f"other-{number}.md", f"In year {number} the harbour was dredged again.")
        for number in range(count)
    ]


def passes(count: int) -> ResearchConstraints:
    return ResearchConstraints(max_iterations=count)


def unread_gaps(result: ResearchResult) -> list[str]:
    gaps = result.gaps
    return [gap.detail for gap in gaps if gap.category is GapCategory.BUDGET_EXHAUSTED]


async def test_a_pass_without_evidence_goes_on_down_the_list() -> None:
    desk = Desk(ListSource([*others(7), OVEN]))
    result = await desk.ask(OVEN_QUESTION)
    assert "260 degrees" in result.answer
    assert result.cost_metadata.iterations_run == 2
    assert [line["query"] for line in desk.data(Action.RETRY)] == [OVEN_QUESTION.rstrip("?")]
    assert [line["next"] for line in desk.data(Action.JUDGE)] == ["next_leads", "synthesize"]
    assert unread_gaps(result) == []


async def test_every_pass_that_is_left_is_used() -> None:
    desk = Desk(ListSource([*others(21), OVEN]))
    result = await desk.ask(OVEN_QUESTION, passes(5))
    assert "260 degrees" in result.answer
    assert result.cost_metadata.iterations_run == 5


async def test_the_list_is_searched_once() -> None:
    source = ListSource([*others(7), OVEN])
    await Desk(source).ask(OVEN_QUESTION)
    assert len({query.text for query in source.searches}) == len(source.searches)


async def test_a_result_says_how_many_leads_stay_unread() -> None:
    result = await Desk(ListSource([*others(10), OVEN])).ask(OVEN_QUESTION, passes(1))
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert unread_gaps(result) == ["5 of 11 leads were read; ask again with --depth deep."]
    not_found = [gap for gap in result.gaps if gap.category is GapCategory.SOURCE_NOT_FOUND]
    assert not_found[0].detail.startswith("No document that was read holds enough")


async def test_a_deep_run_is_told_another_way() -> None:
    result = await Desk(ListSource(others(40))).ask(OVEN_QUESTION, depth=Depth.DEEP)
    (said,) = unread_gaps(result)
    assert said == "30 of 40 leads were read; ask again with more passes (--max-iterations)."


async def test_a_run_that_is_content_reads_no_further_and_says_nothing_of_it() -> None:
    desk = Desk(ListSource([OVEN, *others(10)]))
    result = await desk.ask(OVEN_QUESTION)
    assert result.cost_metadata.iterations_run == 1
    assert unread_gaps(result) == []


async def test_leads_that_can_not_be_opened_do_not_end_the_list() -> None:
    closed = {one.key: Refusal(one.locator, "access_denied", "Closed.") for one in others(5)}
    result = await Desk(ListSource([*others(5), OVEN], refused=closed)).ask(OVEN_QUESTION)
    assert "260 degrees" in result.answer


async def test_passages_of_notes_are_not_gone_on_with() -> None:
    desk = Desk(ListSource([*others(7), OVEN], Lane.TEXT))
    result = await desk.ask(OVEN_QUESTION)
    assert Action.RETRY not in desk.actions()
    assert unread_gaps(result) == []
