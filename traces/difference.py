"""What is different between two runs. Pure: facts in, values out.

Left out on purpose is what differs every time: ids, times, costs, and the order and scores of
leads.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from contract.markers import Sentence, split_sentences_with_markers
from contract.result import Citation, ResearchResult
from traces.pairing import Pairing, pair
from traces.run_facts import Opened, Placed, RunFacts
from traces.text_difference import TextDifference, text_difference

TIME_LIMIT: Final = "limits.max_milliseconds"
_LEFTOVER_SHARE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that has another value; empty text where a run has none."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows that only one of the runs has."""

    what: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


class Said(StrEnum):
    """What became of a sentence of the answer."""

    REMOVED = "removed"
    ADDED = "added"
    CITED_OTHERWISE = "cited_otherwise"
    """The same words, with other excerpts under them."""


@dataclass(frozen=True, slots=True)
class SaidOtherwise:
    """A sentence that both answers do not have in common."""

    said: Said
    text: str


@dataclass(frozen=True, slots=True)
class ChangedSource:
    """A source that was opened in both runs and held another text. `text` is None when one of
    the two texts is lost."""

    locator: str
    title: str
    before: str
    after: str
    text: TextDifference | None


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs, part by part; an empty part is the same in both runs."""

    question: tuple[Change, ...]
    settings: tuple[Change, ...]
    plan: tuple[Listed, ...]
    leads: tuple[Listed, ...]
    opened: tuple[Listed, ...]
    changed_sources: tuple[ChangedSource, ...]
    evidence: Pairing
    citations: Pairing
    answer: tuple[SaidOtherwise, ...]
    outcome: tuple[Change, ...]
    gaps: tuple[Listed, ...]

    @property
    def same(self) -> bool:
        """True when nothing differs."""
        parts = (getattr(self, field.name) for field in fields(self))
        return all(part.same if isinstance(part, Pairing) else not part for part in parts)


def compare(before: RunFacts, after: RunFacts) -> Difference:
    """Hold two runs against each other."""
    plans = dict.fromkeys((*before.plan, *after.plan))
    citations = pair(_cited(before.result), _cited(after.result))
    return Difference(
        question=tuple(_changes(_asked(before), _asked(after))),
        settings=tuple(
            change
            for change in _changes(before.settings, after.settings)
            if not _is_leftover(change)
        ),
        plan=tuple(
            row
            for key in plans
            for row in _listed(key, before.plan.get(key, ()), after.plan.get(key, ()))
        ),
        leads=tuple(_listed("leads", before.leads, after.leads)),
        opened=tuple(_listed("opened", tuple(before.sources), tuple(after.sources))),
        changed_sources=tuple(_changed_sources(before.sources, after.sources)),
        evidence=pair(before.evidence, after.evidence),
        citations=citations,
        answer=tuple(_said(before.result, after.result, citations)),
        outcome=tuple(_changes(_outcome(before), _outcome(after))),
        gaps=tuple(_listed("gaps", _gaps(before.result), _gaps(after.result))),
    )


def _asked(facts: RunFacts) -> Mapping[str, str]:
    return {"question": facts.question, "context": facts.context}


def _outcome(facts: RunFacts) -> Mapping[str, str]:
    result = facts.result
    return {
        "run": facts.ended,
        "answer": result.answer_status.value if result else "",
        "stop reason": result.stop_reason.value if result else "",
        "confidence": f"{result.confidence:.2f}" if result else "",
    }


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for what in dict.fromkeys((*before, *after)):
        was, now = before.get(what, ""), after.get(what, "")
        if was != now:
            yield Change(what, was, now)


def _is_leftover(change: Change) -> bool:
    """True for a time limit that is the same but for what the caller had used up before."""
    was, now = change.before, change.after
    if change.what != TIME_LIMIT or not (was.isdigit() and now.isdigit()):
        return False
    return abs(int(was) - int(now)) <= _LEFTOVER_SHARE * max(int(was), int(now))


def _listed(what: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Listed]:
    was, now = frozenset(before), frozenset(after)
    if was != now:
        yield Listed(
            what,
            tuple(row for row in dict.fromkeys(before) if row not in now),
            tuple(row for row in dict.fromkeys(after) if row not in was),
        )


def _changed_sources(
    before: Mapping[str, Opened], after: Mapping[str, Opened]
) -> Iterator[ChangedSource]:
    for locator, was in before.items():
        now = after.get(locator)
        if now is not None and now.content_hash != was.content_hash:
            known = was.text is not None and now.text is not None
            text = text_difference(was.text or "", now.text or "") if known else None
            title = now.title or was.title
            yield ChangedSource(locator, title, was.content_hash, now.content_hash, text)


def _cited(result: ResearchResult | None) -> tuple[Placed, ...]:
    citations = result.citations if result else ()
    return tuple(
        Placed(one.locator, one.char_start or 0, one.char_end or 0, one.raw_excerpt, number)
        for number, one in enumerate(citations, start=1)
    )


def _gaps(result: ResearchResult | None) -> tuple[str, ...]:
    gaps = result.gaps if result else ()
    return tuple(f"{gap.topic} ({gap.category.value}): {gap.detail}" for gap in gaps)


def _said(
    before: ResearchResult | None, after: ResearchResult | None, citations: Pairing
) -> Iterator[SaidOtherwise]:
    """Sentences are compared without their numbers, which change with any other source; what the
    numbers lead to is compared instead, a reworded excerpt counting as the one it was."""
    old, new = _sentences(before), _sentences(after)
    now_reads = {one.before.text: one.after.text for one in citations.reworded}
    matcher = SequenceMatcher(None, [s.text for s in old], [s.text for s in new])
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            for was, now in zip(old[a:b], new[c:d], strict=True):
                excerpts = {now_reads.get(text, text) for text in _leads_to(was, before)}
                if excerpts != _leads_to(now, after):
                    yield SaidOtherwise(Said.CITED_OTHERWISE, now.text)
            continue
        yield from (SaidOtherwise(Said.REMOVED, sentence.text) for sentence in old[a:b])
        yield from (SaidOtherwise(Said.ADDED, sentence.text) for sentence in new[c:d])


def _sentences(result: ResearchResult | None) -> tuple[Sentence, ...]:
    return split_sentences_with_markers(result.answer) if result else ()


def _leads_to(sentence: Sentence, result: ResearchResult | None) -> frozenset[str]:
    citations: tuple[Citation, ...] = result.citations if result else ()
    known = (number for number in sentence.markers if number <= len(citations))
    return frozenset(citations[number - 1].raw_excerpt for number in known)
