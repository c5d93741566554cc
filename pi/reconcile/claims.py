"""The sentences of the researchers' answers, each bound to the evidence that bears it out.

A sentence stays only if it carries a marker, if what it cites holds, and if its numbers, dates and
names occur there. What gives a language model orders is never said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from contract import EvidenceRole
from contract.markers import (
    markers,
    sentences_without_marker,
    split_sentences_with_markers,
    with_markers,
)
from evidence.display import collapsed
from evidence.grounding import ungrounded
from evidence.instructions import instruction_spans
from pi.reconcile.admission import Omitted, Report
from pi.reconcile.merging import Evidence

MOST_CLAIMS: Final = 30
"""Sentences taken of one answer: one that says more is no answer to one question."""
_BLOCK: Final = re.compile(r"(`{3,}|~{3,})[^\n`]*\n(?:(?!\1).*\n)*?\1\s*\Z")
_FENCE: Final = re.compile(r"^(?:`{3}|~{3})|(?:`{3}|~{3})$")
_BULLET: Final = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+")
_SHOWN: Final = 120


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, or a block of code, and the places of its evidence among all evidence."""

    report: Report
    text: str
    evidence: tuple[int, ...]
    is_listed: bool
    is_block: bool = False

    @property
    def sub_question(self) -> int:
        """The number of the sub-question that it answers; 0 for the whole question."""
        return self.report.received.task.sub_question


def claims_of(
    reports: Sequence[Report],
    evidence: Sequence[Evidence],
    places: Mapping[tuple[int, int], int],
) -> tuple[tuple[Claim, ...], tuple[Omitted, ...]]:
    """The sentences that can be said, in the order of the reports, and the others with the reason.

    `places` lead from a report's place and its citation's number to the place of the evidence.
    """
    claims: list[Claim] = []
    left_out: list[Omitted] = []
    for report in reports:
        if not report.answered:
            continue
        taken = 0
        for text, numbers in _sentences(report):
            said = "it says more than one answer can take"
            if taken < MOST_CLAIMS:
                cited = [places[p] for n in numbers if (p := (report.place, n)) in places]
                claim = _bound(report, text, tuple(dict.fromkeys(cited)), evidence, bool(numbers))
                if isinstance(claim, Claim):
                    claims.append(claim)
                    taken += 1
                    continue
                said = claim
            left_out.append(Omitted(report.researcher, text[:_SHOWN], said))
    return tuple(claims), tuple(left_out)


def borne_out(text: str, cited: Sequence[int], evidence: Sequence[Evidence]) -> bool:
    """Whether every number, date and name of a text occurs in what is cited for it, and not all of
    that is a summary, which is derived itself."""
    citations = [evidence[place].citation for place in cited]
    first_hand = any(one.evidence_role != EvidenceRole.SUMMARY for one in citations)
    return first_hand and not ungrounded(text, [one.raw_excerpt for one in citations])


def _sentences(report: Report) -> Iterator[tuple[str, tuple[int, ...]]]:
    assert report.result is not None
    for sentence in split_sentences_with_markers(report.result.answer):
        if sentence.states_something:
            yield sentence.text, sentence.markers


def _bound(
    report: Report,
    text: str,
    cited: tuple[int, ...],
    evidence: Sequence[Evidence],
    is_marked: bool,
) -> Claim | str:
    """The claim, or why it can't be said."""
    if not is_marked:
        return "it carries no marker"
    if not cited:
        return "none of its citations holds"
    if instruction_spans(text):
        return "it speaks to a language model"
    is_block = _BLOCK.match(text) is not None
    bullet = None if is_block else _BULLET.match(text)
    shown = text if is_block else collapsed(text[bullet.end() :] if bullet else text)
    if not _stands_alone(shown, is_block):
        return "it can't be shown beside other sentences"
    if not borne_out(shown, cited, evidence):
        return "a number or a name in it is in none of the excerpts that it cites"
    return Claim(report, shown, cited, bullet is not None, is_block)


def _stands_alone(text: str, is_block: bool) -> bool:
    """Whether it carries its marker as prose and as a line of a list, and nothing of it would make
    a heading or code of what stands beside it."""
    if not any(map(str.isalnum, text)) or (not is_block and _FENCE.search(text)):
        return False
    said = with_markers(text, (1,))
    apart = "\n\n" if is_block else " "
    forms = [f"So. [2]{apart}{said}{apart}So. [3]"]
    if not is_block:
        forms.append(f"- So. [2]\n- {said}\n- So. [3]")
    return all(markers(one) == (2, 1, 3) and not sentences_without_marker(one) for one in forms)
