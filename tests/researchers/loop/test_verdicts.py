"""What the loop makes of enough, of little and of no evidence."""

import pytest

from contract import (
    AnswerStatus,
    GapCategory,
    ResearchResult,
    StopReason,
    WarningCode,
)
from contract.markers import sentences_without_marker, unresolved, unused
from researchers.loop.testing import document
from serving.progress import ProgressEvent
from tests.researchers.loop.asking import (
    BEES,
    OVEN,
    OVEN_QUESTION,
    RYE,
    WEAK_QUESTION,
    Desk,
    memory,
)
from traces.sink import Action

pytestmark = pytest.mark.anyio

RUN_OF_ENOUGH = [
    Action.OPEN,
    Action.PLAN,
    Action.SEARCH,
    Action.READ_FILE,
    Action.INSPECT,
    Action.JUDGE,
    Action.SYNTHESIZE,
    Action.VERIFY,
    Action.ANSWER,
    Action.SEAL,
]


def assert_cited(result: ResearchResult) -> None:
    """Every sentence has its marker, every marker its citation, every citation its marker."""
    count = len(result.citations)
    assert count > 0
    assert sentences_without_marker(result.answer) == ()
    assert unresolved(result.answer, count) == ()
    assert unused(result.answer, count) == ()


async def test_a_note_that_answers_is_quoted_to_the_letter() -> None:
    result = await Desk(memory()).ask(OVEN_QUESTION)
    assert result.stop_reason is StopReason.ENOUGH_EVIDENCE
    assert result.answer_status is AnswerStatus.OK
    assert result.answer == f"{OVEN.text} [1]"
    (citation,) = result.citations
    assert citation.locator == OVEN.locator
    assert citation.content_hash == OVEN.content_hash
    assert citation.char_start is not None
    assert OVEN.text[citation.char_start : citation.char_end] == citation.raw_excerpt
    assert_cited(result)


async def test_one_note_is_enough_for_one_pass() -> None:
    desk = Desk(memory([OVEN, BEES]))
    result = await desk.ask(OVEN_QUESTION)
    assert desk.actions() == RUN_OF_ENOUGH
    assert result.cost_metadata.iterations_run == 1
    assert result.cost_metadata.sources_opened == 1


async def test_no_note_is_an_honest_result() -> None:
    desk = Desk(memory())
    result = await desk.ask("Which parliament ratified the fishing treaty?")
    assert result.stop_reason is StopReason.NO_EVIDENCE
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert result.citations == ()
    assert result.confidence == 0.0
    assert [gap.category for gap in result.gaps] == [GapCategory.SOURCE_NOT_FOUND]
    assert "3 documents" in result.answer
    assert "parliament" in result.answer
    assert "parliament" in result.gaps[0].detail
    assert desk.seal_status() == "complete"
    assert Action.SYNTHESIZE not in desk.actions()


async def test_a_note_that_shares_a_word_only_is_no_evidence() -> None:
    result = await Desk(memory()).ask("Which willow furniture maker exports chairs to Denmark?")
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert result.citations == ()


async def test_weak_evidence_is_quoted_and_called_weak() -> None:
    result = await Desk(memory([OVEN])).ask(WEAK_QUESTION)
    assert result.stop_reason is StopReason.WEAK_EVIDENCE
    assert result.answer_status is AnswerStatus.OK
    assert WarningCode.WEAK_EVIDENCE in {warning.code for warning in result.warnings}
    assert "sensor" in {gap.topic for gap in result.gaps}
    assert_cited(result)


async def test_a_question_without_a_word_to_search_for_searches_nothing() -> None:
    source = memory()
    desk = Desk(source)
    result = await desk.ask("What is it?")
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert source.searches == []
    assert desk.seal_status() == "complete"


async def test_several_notes_that_answer_are_all_cited() -> None:
    notes = [
        document("a.md", "Rye bread keeps for six days in a linen bag."),
        document("b.md", "In the freezer rye bread keeps for three months."),
        BEES,
    ]
    result = await Desk(memory(notes)).ask("How long does rye bread keep?")
    assert {citation.locator for citation in result.citations} == {"note://a.md", "note://b.md"}
    assert_cited(result)


async def test_two_notes_that_disagree_are_laid_side_by_side() -> None:
    notes = [
        document("a.md", "The deck oven needs 75 minutes to reach baking heat."),
        document("b.md", "The deck oven needs 90 minutes to reach baking heat."),
    ]
    result = await Desk(memory(notes)).ask("How long does the deck oven need to reach heat?")
    gaps = [gap for gap in result.gaps if gap.category is GapCategory.CONTRADICTORY_SOURCES]
    assert len(gaps) == 1
    assert "75 minutes" in gaps[0].detail
    assert "90 minutes" in gaps[0].detail
    assert result.confidence_factors.contradiction_detected
    (event,) = result.discovery_events
    assert event.citations == (1, 2)


async def test_a_lead_in_a_cited_note_is_reported_and_not_followed() -> None:
    note = document(
        "oven.md", f"{OVEN.text} See https://example.org/deck and doi:10.1000/182 on heat."
    )
    result = await Desk(memory([note])).ask(OVEN_QUESTION)
    events = {event.suggested_researcher: event for event in result.discovery_events}
    assert events["academic"].query == "doi:10.1000/182"
    assert events["web"].query == "https://example.org/deck"
    assert all(event.citations == (1,) for event in result.discovery_events)


async def test_the_same_question_gives_the_same_answer_but_for_ids() -> None:
    notes = [OVEN, RYE, BEES, document("oven-2.md", "The oven heat is 240 degrees in summer.")]
    results = [await Desk(memory(notes)).ask(OVEN_QUESTION) for _ in range(2)]
    first, second = (result.model_dump(exclude={"trace_id"}) for result in results)
    assert results[0].trace_id != results[1].trace_id
    assert first == second


async def test_progress_counts_up_from_one() -> None:
    events: list[ProgressEvent] = []

    async def note(event: ProgressEvent) -> None:
        events.append(event)

    await Desk(memory()).ask(WEAK_QUESTION, progress=note)
    assert [event.step for event in events] == list(range(1, len(events) + 1))
    assert len(events) == 9
    assert all(event.message for event in events)


async def test_the_trace_holds_the_result_it_names() -> None:
    desk = Desk(memory())
    result = await desk.ask(OVEN_QUESTION)
    (answer,) = desk.data(Action.ANSWER)
    stored = desk.traces[0].get(str(answer["result"]))
    assert ResearchResult.model_validate_json(stored) == result
