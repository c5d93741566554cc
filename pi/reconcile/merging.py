"""One citation for one piece of evidence, whoever found it.

Two citations are one when they quote the same stored text and their spans overlap, as long as
what both quote fits into one excerpt; and when they quote the same words of the same document,
which two researchers may have stored in two forms.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contract import Citation
from contract.version import CUT_MARK, EXCERPT_MAX_CHARS
from pi.reconcile.admission import Found
from pi.reconcile.sources import document_of, is_page


@dataclass(frozen=True, slots=True)
class Evidence:
    """One citation of the PI: what is quoted, who found it, and the document it is part of.

    `source` is equal for two pieces of one document. `citation.found_by` names the researchers.
    """

    citation: Citation
    found: tuple[Found, ...]
    source: int
    text: str

    @property
    def rank(self) -> tuple[float, int, int]:
        """Best first."""
        return self.found[0].rank

    @property
    def researchers(self) -> tuple[str, ...]:
        """Who found it, by name."""
        return tuple(sorted({one.report.researcher for one in self.found}))


def merge(found: Sequence[Found]) -> tuple[Evidence, ...]:
    """The evidence of all reports, each piece once, best first."""
    spans: defaultdict[str, list[Found]] = defaultdict(list)
    for one in found:
        spans[one.content_hash].append(one)
    groups = [group for name in sorted(spans) for group in _overlapping(spans[name])]
    merged = [_merged(group) for group in _same_words(groups)]
    sources = _sources(merged)
    placed = [replace(one, source=sources[place]) for place, one in enumerate(merged)]
    return tuple(sorted(placed, key=lambda one: one.rank))


def places_of(evidence: Sequence[Evidence]) -> Mapping[tuple[int, int], int]:
    """Report's place and number of each citation there, with the place of its evidence."""
    return {
        (one.report.place, one.number): place
        for place, piece in enumerate(evidence)
        for one in piece.found
    }


def _overlapping(found: Iterable[Found]) -> list[list[Found]]:
    """Citations of one stored text, grouped from its beginning on."""
    groups: list[list[Found]] = []
    end = -1
    for one in sorted(found, key=lambda one: (one.start, one.end, *one.rank)):
        if groups and one.start < end and _fits([*groups[-1], one]):
            groups[-1].append(one)
            end = max(end, one.end)
        else:
            groups.append([one])
            end = one.end
    return groups


def _fits(group: Sequence[Found]) -> bool:
    length = max(one.end for one in group) - min(one.start for one in group)
    return length + (len(CUT_MARK) if _is_cut(group) else 0) <= EXCERPT_MAX_CHARS


def _is_cut(group: Sequence[Found]) -> bool:
    """Whether nobody quotes the last words of the group as a whole."""
    end = max(one.end for one in group)
    return all(
        one.citation.raw_excerpt != one.text[one.start : one.end] for one in group if one.end == end
    )


def _same_words(groups: Iterable[list[Found]]) -> list[list[list[Found]]]:
    """Groups that quote the same words of one document belong together, the best one first."""
    known: dict[tuple[str, str], list[list[Found]]] = {}
    for group in sorted(groups, key=lambda group: min(one.rank for one in group)):
        best = min(group, key=lambda one: one.rank)
        start, end = _span(group)
        words = " ".join(best.text[start:end].split())
        known.setdefault((document_of(best.citation.locator), words), []).append(group)
    return list(known.values())


def _span(group: Sequence[Found]) -> tuple[int, int]:
    return min(one.start for one in group), max(one.end for one in group)


def _merged(groups: Sequence[Sequence[Found]]) -> Evidence:
    """The best group gives the excerpt; the others only say who else found these words."""
    found = sorted((one for group in groups for one in group), key=lambda one: one.rank)
    best = found[0]
    start, end = _span(groups[0])
    citation = best.citation.model_copy(
        update={
            "raw_excerpt": best.text[start:end] + (CUT_MARK if _is_cut(groups[0]) else ""),
            "char_start": start,
            "char_end": end,
            "published": next(
                (one.citation.published for one in found if one.citation.published), None
            ),
            "found_by": tuple(sorted({name for one in found for name in _finders(one)})),
        }
    )
    return Evidence(citation, tuple(found), source=-1, text=best.text)


def _finders(found: Found) -> tuple[str, ...]:
    """The researcher, and behind a researcher that asked others, those."""
    name = found.report.researcher
    return tuple(f"{name}/{inner}" for inner in found.citation.found_by) or (name,)


def _sources(evidence: Sequence[Evidence]) -> list[int]:
    """For each piece the place of the first one of the same document: the same stored text, or the
    same page."""
    firsts: dict[str, int] = {}
    places: list[int] = []
    for place, one in enumerate(evidence):
        names = {found.content_hash for found in one.found}
        names |= {document_of(f.citation.locator) for f in one.found if is_page(f.citation.locator)}
        known = {firsts[name] for name in names if name in firsts}
        first = min(known, default=place)
        places = [first if old in known else old for old in places] + [first]
        firsts = {name: first if old in known else old for name, old in firsts.items()}
        firsts.update(dict.fromkeys(names, first))
    return places
