"""The answer without a model: sentences of the sources, selected and never composed.

Rows enter in rank order under a character budget; whatever is left out is listed with its reason.
Each citation gives the sentences of its own excerpt that say most about the question, so that a
reader finds every sentence of the answer in the excerpt it cites.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from contract.markers import with_markers
from evidence.analyze import Analyzer
from evidence.display import collapsed, shown
from evidence.excerpts import Excerpt, choose_excerpt
from evidence.expected import AnswerKind
from evidence.families import Family
from evidence.grounding import ungrounded
from evidence.instructions import instruction_spans
from evidence.light_verbs import telling_terms
from evidence.lines import leading_lines, line_of
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from evidence.scoring import weight_of
from evidence.sentences import UnitKind

EVIDENCE_BUDGET_CHARS: Final = 24_000
ORDERS: Final = "speaks to a language model"
"""Why a row is left out of which nothing can be said but orders."""
_FLOOR_SHARE: Final = 0.5
_FLOOR_SHARE_OF_MANY: Final = 0.1
"""Share of the best row's score below which a row is left out: high for a question that one
source can answer, low for one of several clauses, whose sources each hold a part."""
_SAYS_SHARE: Final = 0.35
"""Share of the weightiest sentence's term weight that some sentence of a cited row has to hold."""
_SAYS_SHARE_WITHOUT_KIND: Final = 0.7
"""The same for a source without a number, a date or a price when the question asks for one."""
_ADDED_FLOOR_SHARE: Final = 0.1
_ADDED_CITATIONS: Final = 3
_SAME_SHARE: Final = 0.85
_BLANKS: Final = re.compile(r"[ ]*\n[ ]*\n\s*(?=\S)")
_LISTED: Final = frozenset({Family.OVERVIEW, Family.COMPARISON, Family.TIMELINE})


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the answer and the 1-based citations it carries."""

    text: str
    cites: tuple[int, ...]
    is_block: bool = False


@dataclass(frozen=True, slots=True)
class CitedRow:
    """A row that is cited, and the part of it that is quoted."""

    row: ScoredRow
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that did not enter the answer, and why."""

    locator: str
    reason: str


@dataclass(frozen=True, slots=True)
class Synthesis:
    """The answer, its citations in marker order, and what was left out of it."""

    answer: str
    cited: tuple[CitedRow, ...]
    sentences: tuple[Sentence, ...]
    left_out: tuple[LeftOut, ...]
    truncated: bool


@dataclass(slots=True)
class _Draft:
    plan: QueryPlan
    cited: list[CitedRow] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    terms: list[frozenset[str]] = field(default_factory=list)
    best_weight: float = 0.0
    left_out: list[LeftOut] = field(default_factory=list)


def synthesize(
    plan: QueryPlan,
    rows: Sequence[ScoredRow],
    added: Sequence[ScoredRow],
    weights: Mapping[str, float],
    analyzer: Analyzer,
    *,
    max_sources: int,
    max_citations: int,
) -> Synthesis:
    """Compose nothing, select: rows best first, at most `max_sources` distinct documents.

    `added` are rows of later passes; they come after the others, have places of their own, and a
    lower floor, because they are there for what the others lack.
    """
    draft = _Draft(plan)
    sources: set[str] = set()
    used = 0
    truncated = False
    best = max((row.score.saturation for row in (*rows, *added)), default=0.0)
    share = _FLOOR_SHARE if len(plan.queries) == 1 else _FLOOR_SHARE_OF_MANY
    entering = [(row, share * best, max_citations) for row in rows]
    entering += [
        (row, _ADDED_FLOOR_SHARE * best, max_citations + _ADDED_CITATIONS) for row in added
    ]
    for row, floor, places in entering:
        locator, key = row.row.locator, row.row.document.key
        if len(draft.cited) >= places:
            draft.left_out.append(LeftOut(locator, "enough citations"))
        elif key not in sources and len(sources) >= max_sources:
            draft.left_out.append(LeftOut(locator, "max_sources reached"))
        elif row.score.saturation < floor:
            draft.left_out.append(LeftOut(locator, "matches much less than the best row"))
        elif used + len(row.row.passage.span) > EVIDENCE_BUDGET_CHARS:
            truncated = True
            draft.left_out.append(LeftOut(locator, "evidence budget"))
        elif _enter(draft, row, weights, analyzer):
            used += len(row.row.passage.span)
            sources.add(key)
    return Synthesis(
        answer=_render(draft.sentences, listed=plan.family in _LISTED),
        cited=tuple(draft.cited),
        sentences=tuple(draft.sentences),
        left_out=tuple(draft.left_out),
        truncated=truncated,
    )


def _enter(draft: _Draft, row: ScoredRow, weights: Mapping[str, float], analyzer: Analyzer) -> bool:
    """Cite a row with its best sentences; false when it has nothing that can be quoted."""
    text = row.row.document.text
    excerpt = choose_excerpt(text, row.row.passage, draft.plan, weights, analyzer)
    if excerpt is None:
        orders = bool(instruction_spans(row.row.text))
        draft.left_out.append(LeftOut(row.row.locator, ORDERS if orders else "nothing to quote"))
        return False
    leads = not draft.cited and draft.plan.family not in _LISTED
    line = line_of(excerpt, text, analyzer)
    weight = _weight_of(line[0], draft.plan, weights, analyzer)
    answers_kind = draft.plan.expected is AnswerKind.OPEN or any(
        unit.holds_kind for unit in excerpt.units
    )
    share = _SAYS_SHARE if answers_kind else _SAYS_SHARE_WITHOUT_KIND
    if len(draft.plan.queries) == 1 and weight < share * draft.best_weight:
        draft.left_out.append(LeftOut(row.row.locator, "no sentence of it says enough"))
        return False
    draft.best_weight = max(draft.best_weight, weight)
    draft.cited.append(CitedRow(row, excerpt))
    lines = leading_lines(excerpt, text, draft.plan, analyzer) if leads else [line]
    for piece, kind in lines:
        _say(draft, piece, kind, len(draft.cited), analyzer)
    return True


def _weight_of(
    piece: str, plan: QueryPlan, weights: Mapping[str, float], analyzer: Analyzer
) -> float:
    held = telling_terms(plan, analyzer).intersection(analyzer.terms(piece))
    return sum(weight_of(term, weights) for term in held)


def _say(draft: _Draft, piece: str, kind: UnitKind, number: int, analyzer: Analyzer) -> None:
    """Add a sentence, or add a marker to the one that says the same already."""
    terms = frozenset(analyzer.terms(piece))
    for place, known in enumerate(draft.terms):
        if terms and len(terms & known) >= _SAME_SHARE * len(terms | known):
            old = draft.sentences[place]
            cites = tuple(dict.fromkeys((*old.cites, number)))
            draft.sentences[place] = Sentence(old.text, cites, old.is_block)
            return
    words = shown(piece, kind)
    if ungrounded(words, (piece,)):
        words = collapsed(piece)
    draft.terms.append(terms)
    draft.sentences.append(Sentence(words, (number,), is_block="\n" in words))


def _render(sentences: Sequence[Sentence], *, listed: bool) -> str:
    """The lead as a paragraph, every further citation as a line of a list; code in blocks."""
    lead: list[str] = []
    rest: list[str] = []
    for sentence in sentences:
        said = with_markers(sentence.text, sentence.cites)
        leads = sentence.cites[0] == 1 and not listed
        if sentence.is_block:
            said = f"\n\n{said}\n\n"
        elif not leads:
            said = f"- {said}\n"
        (lead if leads else rest).append(said)
    parts = (" ".join(lead).strip(), "".join(rest).strip())
    return "\n\n".join(_BLANKS.sub("\n\n", part) for part in parts if part)
