"""As much of an opened note as a request asks for. Pure."""

from collections.abc import Sequence
from typing import Final

from evidence.analyze import Analyzer
from evidence.documents import Document, Passage, Span
from researchers.local_brain.tools.answers import NoteText, Section
from researchers.local_brain.tools.requests import ContentMode
from researchers.local_brain.tools.windows import snapped_end, snapped_start, windows

_OUTLINE: Final = 100


def note_text(
    document: Document,
    lookup: str,
    mode: ContentMode,
    *,
    query: str | None,
    max_chars: int,
    analyzer: Analyzer,
    start: int = 0,
) -> NoteText:
    """A note in one of the content modes. Evidence mode falls back to the note's beginning when
    none of the query's words occur."""
    spans: Sequence[Span]
    next_start: int | None = None
    if mode is ContentMode.RAW:
        end = min(len(document.text), start + max_chars)
        spans = [Span(start, end)] if start < end else []
        next_start = end if end < len(document.text) else None
    elif mode is ContentMode.EVIDENCE and query is not None:
        terms = analyzer.content_terms(query)
        spans = windows(document.text, terms, analyzer, max_chars) or _beginning(
            document, max_chars
        )
    else:
        spans = _beginning(document, max_chars)
    return NoteText(
        lookup=lookup,
        key=document.key,
        locator=document.locator,
        title=document.title,
        tags=document.tags,
        fields=dict(document.fields),
        modified=document.modified,
        headings=outline(document),
        content_mode=mode,
        content_hash=document.content_hash,
        total_chars=len(document.text),
        sections=tuple(section(document, span) for span in spans),
        next_start=next_start,
    )


def section(document: Document, span: Span) -> Section:
    """A span of a document with the place it stands at."""
    passage = passage_at(document, span.start)
    fragment = f"#{passage.fragment}" if passage and passage.fragment else ""
    return Section(
        text=document.text[span.start : span.end],
        char_start=span.start,
        char_end=span.end,
        locator=document.locator + fragment,
        headings=passage.headings if passage else (),
        evidence_role=passage.role if passage else "raw_text",
    )


def passage_at(document: Document, place: int) -> Passage | None:
    """The passage that a place of the text lies in, or the last one before it."""
    best: Passage | None = None
    for passage in document.passages:
        if passage.span.start > place:
            break
        best = passage
    return best


def outline(document: Document) -> tuple[str, ...]:
    """The headings of a note in order, each path once."""
    paths = (" > ".join(passage.headings) for passage in document.passages if passage.headings)
    return tuple(dict.fromkeys(paths))[:_OUTLINE]


def cut_around(text: str, span: Span, max_chars: int) -> Span:
    """A span that fits a budget, cut at a word's end."""
    if len(span) <= max_chars:
        return span
    end = snapped_start(text, span.start + max_chars, span.start)
    return Span(span.start, end if end > span.start else span.start + max_chars)


def _beginning(document: Document, max_chars: int) -> list[Span]:
    """The first passage that is not front matter, under the budget."""
    for passage in document.passages:
        if passage.role != "front_matter":
            return [cut_around(document.text, passage.span, max_chars)]
    end = snapped_end(document.text, min(max_chars, len(document.text)), max_chars)
    return [Span(0, min(end, len(document.text)))] if document.text else []
