"""The answer without a model: the researchers' own sentences, chosen, ordered and numbered anew.

The whole question's answer comes first. What only answers to a part of the question follows under
that part's words, where there are several such parts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from contract import Citation
from contract.markers import split_sentences_with_markers, with_markers, without_look_alikes
from evidence.analyze import Analyzer, fold
from evidence.extractive import Sentence
from evidence.grounding import ungrounded
from pi.model import SubQuestion
from pi.reconcile.claims import Claim, borne_out
from pi.reconcile.merging import Evidence

_SAME_SHARE: Final = 0.85
_NEGATIONS: Final = frozenset({"not", "no", "never", "cannot", "without", "nor", "neither", "t"})
_BLANKS: Final = re.compile(r"[ ]*\n[ ]*\n\s*(?=\S)")
_LONGEST_HEADING: Final = 200


@dataclass(frozen=True, slots=True)
class Written:
    """An answer, its sentences and its citations in marker order. `evidence` gives for each
    citation the place of the evidence it was made of."""

    answer: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    evidence: tuple[int, ...]
    repeated: int
    """Sentences that another one says already."""


def write(
    sub_questions: Sequence[SubQuestion],
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    may_cite: frozenset[int],
    analyzer: Analyzer,
) -> Written:
    """Say what the claims say that lean on evidence that may be cited, each thing once. `evidence`
    is best first."""
    sayable = [claim for one in claims if (claim := _within(one, evidence, may_cite)) is not None]
    said = _once(_ordered(sayable), evidence, analyzer)
    numbers: dict[int, int] = {}
    for claim in said:
        for place in claim.evidence:
            numbers.setdefault(place, len(numbers) + 1)
    return Written(
        answer=_rendered(sub_questions, said, numbers),
        sentences=tuple(
            Sentence(claim.text, _cites(claim, numbers), claim.is_block) for claim in said
        ),
        citations=tuple(evidence[place].citation for place in numbers),
        evidence=tuple(numbers),
        repeated=len(sayable) - len(said),
    )


def _within(claim: Claim, evidence: Sequence[Evidence], may_cite: frozenset[int]) -> Claim | None:
    """The claim with the evidence that may be cited, if that alone bears it out."""
    kept = tuple(place for place in claim.evidence if place in may_cite)
    if not kept or not borne_out(claim.text, kept, evidence):
        return None
    return replace(claim, evidence=kept)


def _ordered(claims: Sequence[Claim]) -> list[Claim]:
    """The whole question first. In each part the report with the best evidence leads with what it
    leads with itself; all else follows by its evidence, code behind what it belongs to."""
    ordered: list[Claim] = []
    for part in sorted({claim.sub_question for claim in claims}):
        own = [claim for claim in claims if claim.sub_question == part]
        first = min(own, key=lambda claim: (min(claim.evidence), claim.report.place)).report
        theirs = [claim for claim in own if claim.report is first]
        lead = list(takewhile(lambda claim: not claim.is_listed, theirs))
        rest = _pieces([claim for claim in own if not any(claim is one for one in lead)])
        rest.sort(key=lambda piece: min(place for claim in piece for place in claim.evidence))
        ordered += [*lead, *(claim for piece in rest for claim in piece)]
    return ordered


def _pieces(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Each claim with the code that comes right after it."""
    pieces: list[list[Claim]] = []
    for claim in claims:
        if claim.is_block and pieces and pieces[-1][0].report is claim.report:
            pieces[-1].append(claim)
        else:
            pieces.append([claim])
    return pieces


def _once(claims: Sequence[Claim], evidence: Sequence[Evidence], analyzer: Analyzer) -> list[Claim]:
    """Each statement once; one that says the same adds its evidence to the first."""
    said: list[Claim] = []
    words: list[frozenset[str]] = []
    for claim in claims:
        own = frozenset(analyzer.terms(claim.text))
        again = next(
            (n for n, old in enumerate(said) if _same(old, words[n], claim, own, evidence)), None
        )
        if again is None:
            said.append(claim)
            words.append(own)
        else:
            both = dict.fromkeys((*said[again].evidence, *claim.evidence))
            said[again] = replace(said[again], evidence=tuple(both))
    return said


def _same(
    old: Claim,
    known: frozenset[str],
    new: Claim,
    own: frozenset[str],
    evidence: Sequence[Evidence],
) -> bool:
    """Nearly the same words with the same numbers and names, or a part of what the same evidence
    is already quoted with. Two sentences that differ in a value or in a `not` are two."""
    if old.is_block or new.is_block:
        return old.text == new.text
    alike = len(own & known) >= _SAME_SHARE * len(own | known)
    part = own <= known and set(new.evidence) <= set(old.evidence)
    if not alike and not part:
        return False
    if ungrounded(new.text, [old.text]) or _negations(new.text) != _negations(old.text):
        return False
    return part or not ungrounded(old.text, [new.text])


def _negations(text: str) -> frozenset[str]:
    return _NEGATIONS.intersection(map(fold, Analyzer.words(text)))


def _cites(claim: Claim, numbers: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(numbers[place] for place in claim.evidence))


def _rendered(
    sub_questions: Sequence[SubQuestion], said: Sequence[Claim], numbers: Mapping[int, int]
) -> str:
    groups: dict[int, list[Claim]] = {}
    for claim in said:
        groups.setdefault(claim.sub_question, []).append(claim)
    texts = {one.number: one.text for one in sub_questions}
    parts = [number for number in groups if number and number in texts]
    blocks: list[str] = []
    for number, claims in groups.items():
        if len(parts) > 1 and number in parts:
            blocks.append(_heading(texts[number]))
        leads = not blocks or len(parts) > 1
        blocks.append(_group(claims, numbers, leads=leads))
    return "\n\n".join(blocks)


def _heading(text: str) -> str:
    """One line that states nothing: of a part of several sentences the first one."""
    line = without_look_alikes(" ".join(text.split()))[:_LONGEST_HEADING].strip(" #`")
    return split_sentences_with_markers(f"## {line}")[0].text


def _group(claims: Sequence[Claim], numbers: Mapping[int, int], *, leads: bool) -> str:
    """What the first researcher leads with as a paragraph, all else as lines of a list."""
    lead: list[str] = []
    rest: list[str] = []
    leading = leads
    for claim in claims:
        said = with_markers(claim.text, _cites(claim, numbers))
        leading = leading and claim.report is claims[0].report and not claim.is_listed
        if claim.is_block:
            said = f"\n\n{said}\n\n"
        elif not leading:
            said = f"- {said}\n"
        (lead if leading else rest).append(said)
    parts = (" ".join(lead).strip(), "".join(rest).strip())
    return "\n\n".join(_BLANKS.sub("\n\n", part) for part in parts if part)
