"""The mechanical check of an answer. It decides; no model's opinion can overrule it.

Every marker resolves, every citation is used, every sentence carries a marker, every excerpt
stands at its offsets in the stored text, and every number and name in a sentence occurs in an
excerpt that the sentence cites.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contract.markers import sentences_without_marker, unresolved, unused
from contract.result import Citation
from contract.version import CUT_MARK
from evidence.extractive import Sentence
from evidence.grounding import ungrounded


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold. `rule` is a stable id, `detail` a sentence."""

    rule: str
    detail: str


def verify(
    answer: str,
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    stored: Mapping[str, str],
) -> tuple[Finding, ...]:
    """Check an answer against its citations; `stored` maps content hashes to stored texts."""
    findings: list[Finding] = []
    count = len(citations)
    findings += [
        Finding("marker_resolves", f"Marker [{number}] has no citation.")
        for number in unresolved(answer, count)
    ]
    findings += [
        Finding("citation_used", f"Citation {number} is used by no marker.")
        for number in unused(answer, count)
    ]
    findings += [
        Finding("sentence_marked", f"No marker: {text[:80]}")
        for text in sentences_without_marker(answer)
    ]
    for number, citation in enumerate(citations, start=1):
        findings += _check_excerpt(number, citation, stored)
    for sentence in sentences:
        findings += _check_sentence(sentence, citations)
    return tuple(findings)


def _check_excerpt(number: int, citation: Citation, stored: Mapping[str, str]) -> list[Finding]:
    text = stored.get(citation.content_hash or "")
    if text is None:
        return [Finding("content_stored", f"Citation {number} has no stored content.")]
    if citation.char_start is None or citation.char_end is None:
        return [Finding("excerpt_verbatim", f"Citation {number} has no offsets.")]
    quoted = text[citation.char_start : citation.char_end]
    if citation.raw_excerpt not in (quoted, quoted + CUT_MARK):
        return [Finding("excerpt_verbatim", f"Citation {number} is not at its offsets.")]
    return []


def _check_sentence(sentence: Sentence, citations: Sequence[Citation]) -> list[Finding]:
    excerpts = [citations[n - 1].raw_excerpt for n in sentence.cites if n <= len(citations)]
    return [
        Finding("claim_grounded", f"{claim} is in no excerpt cited for it.")
        for claim in ungrounded(sentence.text, excerpts)
    ]
