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
from evidence.excerpts import Excerpt, WeighedUnit, choose_excerpt
from evidence.families import Family
from evidence.grounding import ungrounded
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from evidence.sentences import UnitKind

EVIDENCE_BUDGET_CHARS: Final = 24_000
_LEAD_SENTENCES: Final = 3
_LEAD_SHARE: Final = 0.5
_FLOOR_SHARE: Final = 0.5
_FLOOR_SHARE_OF_MANY: Final = 0.1
"""Share of the best row's score below which a row is left out: high for a question that one
source can answer, low for one of several clauses, whose sources each hold a part."""
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
        draft.left_out.append(LeftOut(row.row.locator, "nothing to quote"))
        return False
    number = len(draft.cited) + 1
    draft.cited.append(CitedRow(row, excerpt))
    if number == 1 and draft.plan.family not in _LISTED:
        for unit in _leading_units(excerpt.units, text, draft.plan):
            span = unit.unit.span
            piece = text[span.start : min(span.end, excerpt.span.end)]
            _say(draft, piece, unit.unit.kind, number, analyzer)
    else:
        best = max(excerpt.units, key=_listed_merit)
        piece = text[best.unit.span.start : min(best.unit.span.end, excerpt.span.end)]
        if best.unit.kind is UnitKind.CODE:
            piece = _best_line(piece, best.terms, analyzer)
        _say(draft, piece, best.unit.kind, number, analyzer)
    return True


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


def _best_line(code: str, terms: frozenset[str], analyzer: Analyzer) -> str:
    """The line of a block of code that holds most of the question's terms."""
    lines = [line for line in code.splitlines() if line.strip()]
    return max(lines, key=lambda line: len(terms.intersection(analyzer.terms(line))))


def _leading_units(units: Sequence[WeighedUnit], text: str, plan: QueryPlan) -> list[WeighedUnit]:
    """The weightiest units of the first citation in text order, with what they lean on.

    A unit that ends with a colon brings what it introduces, code brings its introduction, and
    what follows the weightiest fills the places that are left: answers follow their subject.
    """
    order = sorted(range(len(units)), key=lambda i: (-_merit(units[i]), i))
    best = _merit(units[order[0]])
    chosen: set[int] = set()
    held: set[str] = set()
    for index in order:
        unit = units[index]
        says_more = not unit.terms <= held or unit.holds_kind
        if not chosen or (
            len(chosen) < _LEAD_SENTENCES and _merit(unit) >= _LEAD_SHARE * best and says_more
        ):
            chosen.add(index)
            held |= unit.terms
    chosen |= {i + 1 for i in chosen if _brings_next(units, i, text, plan)}
    chosen |= {i - 1 for i in chosen if i > 0 and _introduces(units[i - 1], text)}
    following = order[0] + 1
    while len(chosen) < _LEAD_SENTENCES and following < len(units):
        chosen.add(following)
        following += 1
    return [units[i] for i in sorted(chosen)]


def _brings_next(units: Sequence[WeighedUnit], index: int, text: str, plan: QueryPlan) -> bool:
    if index + 1 >= len(units):
        return False
    asks_for_code = plan.family is Family.HOW_TO and units[index + 1].unit.kind is UnitKind.CODE
    return asks_for_code or _introduces(units[index], text)


def _merit(unit: WeighedUnit) -> float:
    return unit.weight * (1.5 if unit.holds_kind else 1.0)


def _listed_merit(unit: WeighedUnit) -> tuple[float, bool]:
    """Prose says more in one line than code with the same words."""
    share = 0.6 if unit.unit.kind is UnitKind.CODE else 1.0
    return _merit(unit) * share, unit.unit.kind is not UnitKind.CODE


def _introduces(unit: WeighedUnit, text: str) -> bool:
    return text[unit.unit.span.start : unit.unit.span.end].rstrip("*_ ").endswith(":")


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
