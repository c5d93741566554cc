"""What stayed open after a run, by category, the most telling first. Pure."""

from collections.abc import Iterator
from typing import Final

from contract import (
    AnswerStatus,
    Depth,
    Gap,
    GapCategory,
)
from evidence.conflicts import Conflict
from evidence.expected import AnswerKind
from evidence.judge import Verdict
from researchers.loop.conclude import Conclusion
from researchers.loop.state import RunState

_MOST_GAPS: Final = 6


def gaps_of(state: RunState, conclusion: Conclusion) -> tuple[Gap, ...]:
    """At most six."""
    return _most_telling(list(_gaps(state, conclusion)))


def _gaps(state: RunState, conclusion: Conclusion) -> Iterator[Gap]:
    if _nothing_fits(state, conclusion):
        tried = (
            ", ".join(state.plan.words(state.plan.terms)[:12]) or "nothing that can be searched for"
        )
        read = " that was read" if state.unread else ""
        yield _gap(
            state.request.question[:200],
            GapCategory.SOURCE_NOT_FOUND,
            f"No document{read} holds enough of this to answer it; terms tried: {tried}.",
        )
    if state.unread and _wants_more(state, conclusion):
        yield _gap(state.request.question[:200], GapCategory.BUDGET_EXHAUSTED, _unread(state))
    for locator in conclusion.unsaid:
        yield _gap(
            locator,
            GapCategory.SOURCE_NOT_FOUND,
            "What it holds about the question speaks to a language model. Such words can be read "
            "there, and are not repeated in an answer.",
        )
    for found in conclusion.contradictions:
        yield _gap(
            subject_of(state, found),
            GapCategory.CONTRADICTORY_SOURCES,
            f"Two documents differ in a {found.kind.value}: {found.sentence}",
        )
    if state.timed_out or state.stopped_by_passes:
        what = "time" if state.timed_out else "passes"
        yield _gap(
            state.request.question[:200],
            GapCategory.BUDGET_EXHAUSTED,
            f"The limit on {what} was reached before the search was done.",
        )
    if state.incomplete is not None:
        yield _gap(state.request.question[:200], GapCategory.BUDGET_EXHAUSTED, state.incomplete)
    for refusal in (*state.unsearched, *state.refusals):
        yield _gap(refusal.locator, GapCategory(refusal.category), refusal.detail)
    for failure in state.failures:
        yield _gap("search", GapCategory.SOURCE_NOT_FOUND, failure)
    yield from _open_aspects(state, conclusion)


def _nothing_fits(state: RunState, conclusion: Conclusion) -> bool:
    """Whether documents were looked at, in all the time that it takes, and none answers; why
    nothing could be looked at is said by a gap of its own."""
    looked = bool(state.documents) or not (state.refusals or state.unsearched)
    late = state.out_of_time
    return conclusion.answer_status is AnswerStatus.NO_EVIDENCE and looked and not late


def _wants_more(state: RunState, conclusion: Conclusion) -> bool:
    weak = state.judgement is not None and state.judgement.verdict is Verdict.WEAK
    return weak or conclusion.answer_status is AnswerStatus.NO_EVIDENCE


def _unread(state: RunState) -> str:
    """How far down the list of leads the run came."""
    read, left = len(state.documents), len(state.unread)
    deeper = state.request.depth is not Depth.DEEP
    how = "with --depth deep" if deeper else "with more passes (--max-iterations)"
    return f"{read} of {len(state.tried) + left} leads were read; ask again {how}."


def _most_telling(gaps: list[Gap]) -> tuple[Gap, ...]:
    """The first of each category before all others: a caller acts on categories."""
    firsts = {gap.category: place for place, gap in reversed(list(enumerate(gaps)))}
    order = sorted(range(len(gaps)), key=lambda place: firsts[gaps[place].category] != place)
    return tuple(gaps[place] for place in order[:_MOST_GAPS])


def _open_aspects(state: RunState, conclusion: Conclusion) -> Iterator[Gap]:
    judgement = state.judgement
    if judgement is None or not conclusion.citations:
        return
    for concept in judgement.missing:
        if concept.is_name or judgement.verdict is Verdict.WEAK:
            yield _gap(
                concept.label,
                GapCategory.SOURCE_NOT_FOUND,
                f"No cited document mentions {concept.label}.",
            )
    if judgement.signals.kind_missing and state.plan.expected is not AnswerKind.OPEN:
        yield _gap(
            state.plan.expected.value,
            GapCategory.SOURCE_NOT_FOUND,
            f"The question asks for a {state.plan.expected.value}; the best passages have none.",
        )


def subject_of(state: RunState, found: Conflict) -> str:
    """What two citations disagree about."""
    return " ".join(state.plan.words(found.subject)) or "the same subject"


def _gap(topic: str, category: GapCategory, detail: str) -> Gap:
    return Gap(topic=topic, category=category, detail=detail)
