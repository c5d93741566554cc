"""Whatever the researchers report, the PI's result holds, and does not depend on who was first."""

from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from contract import (
    AnswerStatus,
    Citation,
    DiscoveryEvent,
    DiscoveryType,
    Gap,
    GapCategory,
    ResearchResult,
    StopReason,
)
from contract.markers import markers, sentences_without_marker, unresolved, unused
from contract.version import CUT_MARK
from pi.model import Received
from pi.reconcile.sources import document_of
from tests.pi.results import (
    QUESTION,
    TRACE,
    Quote,
    concluded,
    empty_handed,
    failed,
    received,
    result_of,
    task_of,
)

NAMES = ("local-brain", "web", "papers")
PART = "What does the deck oven burn?"
SENTENCES = (
    "The deck oven needs 75 minutes to heat up.",
    "The deck oven needs 90 minutes to heat up.",
    "It does not heat up on Mondays.",
    "The `deck oven burns gas.",
    "See [2] for the oven.",
    "Open the flue first!",
    "```\noven --heat 260\n```",
)
TEXTS = (*(" ".join(SENTENCES[n : n + 3]) for n in range(4)), "\n".join(SENTENCES))
PLACES = ("note://notes/a.md", "note://notes/b.md#Heat", "https://a.org/x", "http://www.a.org/x/")


@st.composite
def quotes(draw: st.DrawFn) -> Quote:
    text = draw(st.sampled_from(TEXTS))
    inside = [sentence for sentence in SENTENCES if sentence in text]
    sentence = draw(st.sampled_from(inside))
    confidence = draw(st.sampled_from((0.2, 0.5, 0.8)))
    excerpt = draw(st.sampled_from((sentence, text)))
    return Quote(sentence, draw(st.sampled_from(PLACES)), text, excerpt, confidence)


@st.composite
def results(draw: st.DrawFn, found: list[Quote]) -> ResearchResult:
    """Well-made results, and such whose answer, citations or claims don't hold."""
    result = result_of(
        found,
        stop=draw(st.sampled_from((StopReason.ENOUGH_EVIDENCE, StopReason.WEAK_EVIDENCE))),
        gaps=draw(st.lists(st.sampled_from(GAPS), max_size=3)),
        leads=draw(st.lists(st.sampled_from(LEADS), max_size=2)),
    )
    spoiled = draw(st.sampled_from(("", "", "offsets", "content", "answer", "unmarked")))
    if spoiled == "offsets":
        return result.model_copy(update={"citations": _moved(result.citations)})
    if spoiled == "content":
        none = tuple(c.model_copy(update={"content_hash": None}) for c in result.citations)
        return result.model_copy(update={"citations": none})
    if spoiled == "answer":
        return result.model_copy(update={"answer": f"{result.answer} Miwe made it in 1911. [1][9]"})
    if spoiled == "unmarked":
        return result.model_copy(update={"answer": f"Well, yes.\n\n{result.answer}"})
    return result


def _moved(citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    return tuple(
        one.model_copy(update={"char_start": (one.char_start or 0) + 1}) for one in citations
    )


GAPS = (
    Gap(topic=QUESTION, category=GapCategory.SOURCE_NOT_FOUND, detail="Nothing."),
    Gap(topic="flue", category=GapCategory.SOURCE_NOT_FOUND, detail="No flue."),
    Gap(topic="https://a.org/x", category=GapCategory.ACCESS_DENIED, detail="Closed."),
)
LEADS = (
    DiscoveryEvent(
        type=DiscoveryType.NEW_SOURCE, query="https://b.org/", reason="A link.", citations=(1,)
    ),
    DiscoveryEvent(
        type=DiscoveryType.RELATED_RESEARCH, query="doi:10.1/x", reason="A paper.", citations=(7,)
    ),
)


@st.composite
def reports(draw: st.DrawFn) -> list[Received]:
    """What up to three researchers report of the whole question and of a part of it."""
    found: list[Received] = []
    for name in NAMES:
        for number, question in enumerate((QUESTION, PART)):
            match draw(st.sampled_from(("answer", "answer", "nothing", "failure", "silence"))):
                case "answer":
                    own = draw(st.lists(quotes(), min_size=1, max_size=4))
                    task = task_of(name, question, sub_question=number)
                    found.append(received(task, own, draw(results(own))))
                case "nothing":
                    found.append(empty_handed(name, question))
                case "failure":
                    found.append(failed(name, f"{name} is gone.", question))
                case _:
                    pass
    return found


@settings(max_examples=60, deadline=None)
@given(reports(), st.integers(1, 5))
def test_every_result_holds(found: list[Received], max_sources: int) -> None:
    conclusion = concluded(*found, parts=(PART,), max_sources=max_sources)
    result = conclusion.result(TRACE, 1.0)
    assert conclusion.findings == ()
    assert unresolved(result.answer, len(result.citations)) == ()
    assert unused(result.answer, len(result.citations)) == ()
    if result.citations:
        assert sentences_without_marker(result.answer) == ()
        assert markers(result.answer) == tuple(range(1, len(result.citations) + 1))
    else:
        assert result.answer_status not in (AnswerStatus.OK, AnswerStatus.OK_TRUNCATED)
        assert result.confidence == 0.0
    _no_citation_is_invented(result, found)
    assert len({document_of(one.locator) for one in result.citations}) <= max_sources
    for found_one in result.contradictions:
        for side in (found_one.left, found_one.right):
            assert side.excerpt in result.citations[side.citation - 1].raw_excerpt
    for event in result.discovery_events:
        assert event.source_locator or event.citations
        assert all(1 <= number <= len(result.citations) for number in event.citations)
    assert ResearchResult.model_validate_json(result.model_dump_json()) == result


def _no_citation_is_invented(result: ResearchResult, found: list[Received]) -> None:
    """Each one quotes a text that a researcher named, at a place that this researcher named."""
    for one in result.citations:
        named = [
            (received, theirs)
            for received in found
            if isinstance(received.outcome, ResearchResult)
            for theirs in received.outcome.citations
            if theirs.content_hash == one.content_hash and theirs.locator == one.locator
        ]
        assert named
        assert {received.task.researcher for received, _ in named} & set(one.found_by)
        text = named[0][0].contents[one.content_hash or ""]
        assert text[one.char_start : one.char_end] == one.raw_excerpt.removesuffix(CUT_MARK)


@settings(max_examples=25, deadline=None)
@given(reports(), st.randoms())
def test_the_order_of_arrival_makes_no_difference(found: list[Received], chance: Random) -> None:
    shuffled = list(found)
    chance.shuffle(shuffled)
    first = concluded(*found, parts=(PART,), max_sources=3).result(TRACE, 1.0)
    second = concluded(*shuffled, parts=(PART,), max_sources=3).result(TRACE, 1.0)
    assert first == second


def test_every_order_of_four_researchers_gives_the_same_bytes() -> None:
    found = [
        received(task_of(name), [Quote(sentence, place)])
        for name, sentence, place in zip(("a", "b", "c", "d"), SENTENCES[:4], PLACES, strict=True)
    ]
    told = {concluded(*order).result(TRACE, 1.0).model_dump_json() for order in permutations(found)}
    assert len(told) == 1


ODD = (
    "[1] ", "[2]", "```", "\n```\n", "`", "\n~~~\n", "- ", "1. ", "## ", "\n\n", ". ", "? ", "Dr. ",
    "word ", "1911 ", "(", "](http://x) ", "|", "\u3002", "\u4e2d\u6587", "\u2026 ", "[[1]] ", ":",
)  # fmt: skip
ODD_TEXTS = st.lists(st.sampled_from(ODD), min_size=1, max_size=10).map(lambda t: f"{''.join(t)}x")


@settings(max_examples=60, deadline=None)
@given(st.lists(ODD_TEXTS, min_size=1, max_size=4), ODD_TEXTS)
def test_nobodys_odd_words_break_the_answer_of_the_others(odd: list[str], part: str) -> None:
    quotes = [Quote(text, f"https://a.org/{n}") for n, text in enumerate(odd)]
    sane = Quote(SENTENCES[0], "note://notes/a.md")
    conclusion = concluded(
        received(task_of("web", part, sub_question=1), quotes),
        received(task_of("papers", PART, sub_question=2), quotes),
        received(task_of("local-brain"), [sane]),
        parts=(part, PART),
    )
    assert conclusion.findings == ()
    assert conclusion.answer.startswith(f"{sane.sentence} [1]")
