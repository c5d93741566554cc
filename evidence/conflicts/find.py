"""Conflicts among the quotes of an answer, each pair of citations once."""

from collections.abc import Iterator, Mapping, Sequence

from contract import DisagreementKind
from evidence.analyze import Analyzer
from evidence.conflicts.answers import Answer, answers_of, clashing_answers
from evidence.conflicts.parallel import Parallel, holds_most, parallel_statements
from evidence.conflicts.questions import asked_by, asks_for_several
from evidence.conflicts.quoted import Conflict, Quoted
from evidence.conflicts.wording import says_sentence
from evidence.documents import Span
from evidence.near_copies import shingles
from evidence.plan import QueryPlan


def find_conflicts(
    plan: QueryPlan,
    quoted: Sequence[Quoted],
    weights: Mapping[str, float],
    analyzer: Analyzer,
) -> tuple[Conflict, ...]:
    """Every conflict between quotes of different sources, in the order of their citations.

    Two quotes that both answer the question are held against each other by their answers; others
    by sentences of theirs that say nearly the same. Quotes that repeat
    another one to the word count as that one.
    """
    if asks_for_several(plan.question):
        return ()
    own = _without_copies(quoted)
    found: dict[tuple[int, int], Conflict] = {}
    for conflict in _all(plan, own, weights, analyzer):
        found.setdefault((conflict.left, conflict.right), conflict)
    return tuple(found[pair] for pair in sorted(found))


def _all(
    plan: QueryPlan, quoted: Sequence[Quoted], weights: Mapping[str, float], analyzer: Analyzer
) -> Iterator[Conflict]:
    asked = asked_by(plan.question, analyzer)

    def about(sentence: str) -> bool:
        held = set(analyzer.terms(sentence))
        return holds_most(plan.terms, held, weights)

    answers = answers_of(asked, quoted, about, analyzer) if asked is not None else ()
    if asked is not None:
        for clash in clashing_answers(asked, answers):
            yield _of_answers(clash.left, clash.right, clash.kind, asked.about, plan, analyzer)
    answered = {answer.quoted.citation for answer in answers}
    for pair in parallel_statements(plan, quoted, weights, analyzer):
        if not {pair.left.quoted.citation, pair.right.quoted.citation} <= answered:
            yield _of_statements(pair)


def _of_answers(
    left: Answer,
    right: Answer,
    kind: DisagreementKind,
    about: str,
    plan: QueryPlan,
    analyzer: Analyzer,
) -> Conflict:
    ours, theirs = left.values[0], right.values[0]
    texts = [_piece(side.quoted, value.span) for side, value in ((left, ours), (right, theirs))]
    held = [set(analyzer.terms(text)) for text in texts]
    return Conflict(
        left=left.quoted.citation,
        right=right.quoted.citation,
        kind=kind,
        left_span=ours.span,
        right_span=theirs.span,
        left_text=texts[0],
        right_text=texts[1],
        sentence=says_sentence(left.quoted, right.quoted, ours.shown, theirs.shown, about),
        subject=tuple(term for term in plan.terms if all(term in terms for terms in held)),
    )


def _of_statements(pair: Parallel) -> Conflict:
    left, right = pair.left, pair.right
    return Conflict(
        left=left.quoted.citation,
        right=right.quoted.citation,
        kind=pair.kind,
        left_span=left.span,
        right_span=right.span,
        left_text=left.text,
        right_text=right.text,
        sentence=says_sentence(left.quoted, right.quoted, pair.left_says, pair.right_says),
        subject=tuple(sorted(left.words & right.words & left.asked)),
    )


def _piece(quoted: Quoted, span: Span) -> str:
    return quoted.text[span.start - quoted.start : span.end - quoted.start]


def _without_copies(quoted: Sequence[Quoted]) -> list[Quoted]:
    """The first of those that say the same words; a copy confirms nothing and contradicts nothing
    that its original doesn't."""
    kept: list[Quoted] = []
    seen: set[frozenset[int]] = set()
    for one in quoted:
        words = shingles(one.text)
        if words not in seen or not words:
            kept.append(one)
        seen.add(words)
    return kept
