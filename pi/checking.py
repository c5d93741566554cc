"""Whether a result is true to its evidence, and what is left of it without what is not. Pure.

A citation whose excerpt does not stand at its offsets in the content that its hash names is a lie,
and the whole result goes with it. A citation whose content can't be had is dropped, together with
the sentences that rest on nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from contract import Citation, ResearchResult
from contract.markers import markers, unresolved
from contract.version import CUT_MARK, NON_TEXT_EXCERPT
from pi.dropping import without_citations
from pi.failure import FailureKind
from pi.model import Failed
from traces.digest import content_name
from traces.ids import is_run_id


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Stored content that could not be had, and why, as the end of a sentence."""

    reason: str


Contents = Mapping[str, bytes | Unavailable]
"""What each name gave. Bytes have not been held against their name yet."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be relied on. `texts` are the stored texts of the citations that stand, by hash;
    `notices` are sentences on those that were left out."""

    outcome: ResearchResult | Failed
    texts: Mapping[str, str]
    notices: tuple[str, ...] = ()


def names_cited(result: ResearchResult) -> tuple[str, ...]:
    """The content that a result's citations name, each once."""
    names = (citation.content_hash for citation in result.citations)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def refuse_unreadable(researcher: str, result: ResearchResult) -> Failed | None:
    """What can be said against a result before any content is looked at."""
    if not is_run_id(result.trace_id):
        words = f"{researcher} gives a trace id that is no UUID, so its run can't be followed up."
        return Failed(FailureKind.CONTRACT, words)
    past = unresolved(result.answer, len(result.citations))
    if past:
        count = len(result.citations)
        words = f"{researcher} points to citation [{past[0]}], and gives {count} citations."
        return Failed(FailureKind.UNTRUE, words)
    return None


def checked(researcher: str, result: ResearchResult, contents: Contents) -> Checked:
    """Hold every citation against the content that it names."""
    texts: dict[str, str] = {}
    missing: dict[int, str] = {}
    for number, citation in enumerate(result.citations, start=1):
        content = _content_of(citation, contents)
        if isinstance(content, Unavailable):
            missing[number] = content.reason
            continue
        lie = _lie_of(citation, content)
        if lie is not None:
            words = f"{researcher} can't be believed: citation [{number}] {lie}."
            return Checked(Failed(FailureKind.UNTRUE, words), {})
        assert citation.content_hash is not None
        texts[citation.content_hash] = stored_text(content)
    if not missing:
        return Checked(result, texts)
    return _without(researcher, result, missing, texts)


def stored_text(content: bytes) -> str:
    """Content as offsets count it. A byte that is no UTF-8 counts as one character."""
    return content.decode("utf-8", errors="surrogateescape")


def _without(
    researcher: str, result: ResearchResult, missing: Mapping[int, str], texts: Mapping[str, str]
) -> Checked:
    notices = tuple(
        f"Citation [{number}] of {researcher} was left out: {reason}."
        for number, reason in missing.items()
    )
    if len(missing) == len(result.citations):
        reason = next(iter(missing.values()))
        words = f"No citation of {researcher} can be checked: {reason}."
        return Checked(Failed(FailureKind.CONTRACT, words), {}, notices)
    left = without_citations(result, frozenset(missing), notices)
    if not markers(left.answer):
        words = f"Nothing of {researcher}'s answer is left without what can't be checked."
        return Checked(Failed(FailureKind.CONTRACT, words), {}, notices)
    return Checked(left, texts, notices)


def _content_of(citation: Citation, contents: Contents) -> bytes | Unavailable:
    if citation.content_hash is None:
        return Unavailable("it names no stored content")
    placed = citation.char_start is not None and citation.char_end is not None
    if not placed and citation.raw_excerpt != NON_TEXT_EXCERPT:
        return Unavailable("it does not say where its excerpt stands")
    return contents.get(citation.content_hash, Unavailable("its content was not asked for"))


def _lie_of(citation: Citation, content: bytes) -> str | None:
    """What is untrue of a citation, as the end of a sentence; None when it stands."""
    if content_name(content) != citation.content_hash:
        return "names content by a hash that its bytes don't have"
    if citation.raw_excerpt == NON_TEXT_EXCERPT:
        return None
    start, end = citation.char_start, citation.char_end
    assert start is not None
    assert end is not None
    text = stored_text(content)
    there = text[start:end]
    if start < end <= len(text) and citation.raw_excerpt in (there, there + CUT_MARK):
        return None
    return "quotes words that don't stand where it says"
