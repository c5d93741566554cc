"""Checks on citations: verbatim, hashed, marked, and followable."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

from contract.conformance.check import Check, Outcome, judged, unseen
from contract.conformance.loose import LooseCitation, LooseResult
from contract.conformance.observation import Observation
from contract.markers import sentences_without_marker, unresolved, unused
from contract.version import (
    CUT_MARK,
    EXCERPT_MAX_CHARS,
    NON_TEXT_EXCERPT,
    SNIPPET_MAX_CHARS,
    SNIPPET_MIN_CHARS,
)

_NO_CITATION: Final = unseen(
    "no result cites anything; pass a question that this researcher can answer"
)


def _each_citation(
    defects_of: Callable[[Observation, LooseCitation], Iterator[str]], holds: str
) -> Callable[[Observation], Outcome]:
    def look(seen: Observation) -> Outcome:
        citations = list(seen.citations())
        if not citations:
            return _NO_CITATION
        found = [f"{which}: {w}" for which, c in citations for w in defects_of(seen, c)]
        return judged(found, f"{len(citations)} citations {holds}")

    return look


def _stored(seen: Observation, citation: LooseCitation) -> Iterator[str]:
    name = citation.content_hash
    if name is None:
        if citation.raw_excerpt != NON_TEXT_EXCERPT:
            yield "no content_hash"
        return
    content = seen.contents.get(name)
    if content is None:
        yield f"blob:// gives nothing for {name[:20]}…"
    elif f"sha256:{hashlib.sha256(content).hexdigest()}" != name:
        yield f"the content given for {name[:20]}… has another hash"


def _verbatim(seen: Observation, citation: LooseCitation) -> Iterator[str]:
    if citation.raw_excerpt == NON_TEXT_EXCERPT:
        return
    start, end = citation.char_start, citation.char_end
    if start is None or end is None:
        yield "no offsets"
        return
    content = seen.contents.get(citation.content_hash or "")
    if content is None:
        return
    there = content.decode("utf-8", "replace")[start:end]
    if not there or there not in (citation.raw_excerpt, _uncut(citation.raw_excerpt)):
        yield f"the excerpt is not what stands at {start} to {end} of the stored content"


def _uncut(excerpt: str) -> str:
    return excerpt.removesuffix(CUT_MARK)


def _length(_: Observation, citation: LooseCitation) -> Iterator[str]:
    length = len(citation.raw_excerpt)
    if not citation.raw_excerpt.strip():
        yield "the excerpt is empty"
    elif length > EXCERPT_MAX_CHARS:
        yield f"the excerpt has {length} characters, over {EXCERPT_MAX_CHARS}"


def _snippet(_: Observation, citation: LooseCitation) -> Iterator[str]:
    snippet = citation.snippet
    if snippet is not None and not SNIPPET_MIN_CHARS <= len(snippet) <= SNIPPET_MAX_CHARS:
        yield f"the snippet has {len(snippet)} characters, not 50 to 200"


def _locator(_: Observation, citation: LooseCitation) -> Iterator[str]:
    locator = citation.locator
    try:
        parts = urlsplit(locator)
        place = parts.hostname or parts.netloc
    except ValueError:
        yield f"{locator!r} is not a locator"
        return
    if not parts.scheme or any(c.isspace() and c != " " for c in locator):
        yield f"{locator!r} has no scheme"
    elif parts.scheme in ("http", "https") and (not place or parts.username is not None):
        yield f"{locator!r} is not a URL that a person can follow"
    elif parts.scheme == "note" and (not place or not _inside(parts.path)):
        yield f"{locator!r} is not note://ROOT/path below the root"


def _inside(path: str) -> bool:
    steps = path.split("/")[1:]
    return bool(steps) and all(step not in ("", ".", "..") for step in steps)


def _each_cited_answer(
    defects_of: Callable[[LooseResult], Iterator[str]], holds: str
) -> Callable[[Observation], Outcome]:
    def look(seen: Observation) -> Outcome:
        cited = [(p, r) for p, r in seen.results() if r.citations and r.answer_status in _ANSWERED]
        if not cited:
            return _NO_CITATION
        return judged([f"{p.value}: {w}" for p, r in cited for w in defects_of(r)], holds)

    return look


_ANSWERED: Final = frozenset({"ok", "ok_truncated"})


def _resolved(result: LooseResult) -> Iterator[str]:
    for number in unresolved(result.answer, len(result.citations)):
        yield f"marker [{number}] points past {len(result.citations)} citations"


def _used(result: LooseResult) -> Iterator[str]:
    for number in unused(result.answer, len(result.citations)):
        yield f"no marker uses citation [{number}]"


def _marked(result: LooseResult) -> Iterator[str]:
    for sentence in sentences_without_marker(result.answer):
        yield f"no marker behind {sentence[:80]!r}"


EVIDENCE_CHECKS: Final = (
    Check(
        "content-stored",
        "Every citation names stored content by its hash, and blob:// gives it.",
        _each_citation(_stored, "lead to stored content of that hash"),
    ),
    Check(
        "excerpt-verbatim",
        "Every excerpt stands to the letter at its offsets in the stored content.",
        _each_citation(_verbatim, "stand at their offsets"),
    ),
    Check(
        "excerpt-length",
        "An excerpt has at most 500 characters.",
        _each_citation(_length, "are short enough"),
    ),
    Check(
        "markers-resolved",
        "Every marker in the answer points to a citation.",
        _each_cited_answer(_resolved, "every marker resolves"),
    ),
    Check(
        "citations-used",
        "Every citation is used by a marker.",
        _each_cited_answer(_used, "every citation is used"),
    ),
    Check(
        "sentences-marked",
        "Every sentence carries a marker.",
        _each_cited_answer(_marked, "every sentence is marked"),
    ),
    Check(
        "locators",
        "A person can follow every locator, and a machine finds the source by it.",
        _each_citation(_locator, "have a well-formed locator"),
    ),
    Check(
        "snippets",
        "A snippet has 50 to 200 characters, or is null.",
        _each_citation(_snippet, "have a fitting snippet or none"),
    ),
)
