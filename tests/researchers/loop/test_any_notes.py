"""Whatever notes and questions hold, a run ends with a sound result and a sealed trace."""

import anyio
from hypothesis import given, settings
from hypothesis import strategies as st

from contract import AnswerStatus, ResearchResult, StopReason
from contract.markers import sentences_without_marker, unresolved, unused
from researchers.loop.testing import document
from tests.researchers.loop.asking import Desk, memory

TEXTS = st.lists(
    st.sampled_from(
        [
            "The deck oven is 260 degrees hot. ",
            "The deck oven is 240 degrees hot. ",
            "- Rye needs **55** minutes [1]\n",
            "| oven | rye |\n| --- | --- |\n| hot | [3] |\n",
            "```sh\noven --hot\n```\n",
            "\n\n",
            "# Oven\n",
            "See https://example.org/oven and doi:10.1000/1.",
            "\u6771\u4eac\u306f\u6691\u3044\u3002",
            "`oven [1]` ",
        ]
    )
    | st.text(max_size=8),
    max_size=10,
).map("".join)
QUESTIONS = (
    st.lists(
        st.sampled_from(
            ["How", "hot", "is", "the", "deck oven", "rye", "Basel", "and", "?", "[1]", "when"]
        ),
        min_size=1,
        max_size=16,
    ).map(" ".join)
    | st.text(min_size=1, max_size=60)
).filter(str.strip)


@settings(max_examples=60)
@given(st.lists(TEXTS, max_size=5), QUESTIONS)
def test_any_notes_and_any_question_end_well(texts: list[str], question: str) -> None:
    notes = [document(f"{n}.md", text) for n, text in enumerate(texts)]
    desk = Desk(memory(notes))

    async def ask() -> ResearchResult:
        return await desk.ask(question)

    result = anyio.run(ask)
    count = len(result.citations)
    assert result.stop_reason is not StopReason.VERIFICATION_FAILED
    assert desk.seal_status() == "complete"
    if result.answer_status is AnswerStatus.NO_EVIDENCE:
        assert count == 0
        assert result.gaps
    else:
        assert sentences_without_marker(result.answer) == ()
        assert unresolved(result.answer, count) == unused(result.answer, count) == ()
    for event in result.discovery_events:
        assert event.citations
        assert all(1 <= number <= count for number in event.citations)
    for citation in result.citations:
        snippet = citation.snippet
        assert snippet is None or 50 <= len(snippet) <= 200
