"""Answers of the corpus tools as Markdown, each complete on its own."""

from collections.abc import Iterable

from researchers.local_brain.tools.answers import (
    FailedLookup,
    GetManyData,
    NoteText,
    RelatedData,
    SearchData,
    Section,
    StatsData,
    TagsData,
)


def render_search(data: SearchData) -> str:
    """Ranked passages with their signals."""
    if not data.rows:
        return _joined([f"No passage matches “{data.query}”.", *data.warnings])
    rows = [
        f"{row.rank}. {row.title} · {row.excerpt.locator} ({row.lane}, {row.score:.2f})\n"
        f"   matched: {_words(row.matched_terms)}; missing: {_words(row.missing_terms)}\n"
        f"{_quoted(row.excerpt)}\n   {row.content_hash}"
        for row in data.rows
    ]
    return _joined([*rows, _errors(data.errors), *data.warnings])


def render_note(note: NoteText) -> str:
    """One note."""
    lines = [f"# {note.title}", f"{note.locator} · {note.content_hash}"]
    if note.tags:
        lines.append("Tags: " + " ".join(f"#{tag}" for tag in note.tags))
    if note.modified:
        lines.append(f"Date: {note.modified}")
    lines.extend(f"{name}: {value}" for name, value in note.fields.items())
    if note.headings and note.content_mode != "raw":
        lines.append("Headings: " + " | ".join(note.headings))
    sections = [_quoted(section) for section in note.sections]
    if note.next_start is not None:
        sections.append(f"({note.total_chars} characters in all; go on at {note.next_start}.)")
    return _joined(["\n".join(lines), *sections])


def render_notes(data: GetManyData) -> str:
    """Several notes, and the lookups that failed."""
    return _joined([*(render_note(note) for note in data.documents), _errors(data.errors)])


def render_related(data: RelatedData) -> str:
    """Linked notes."""
    rows = [f"- {row.title} · {row.locator} ({row.relationship})" for row in data.rows]
    return "\n".join([f"Related to {data.related_to}:", *(rows or ["- nothing"])])


def render_tags(data: TagsData) -> str:
    """Tags with how many notes carry each."""
    rows = [f"- #{row.tag}: {row.notes}" for row in data.tags]
    return "\n".join([f"{len(data.tags)} of {data.total} tags:", *rows])


def render_stats(data: StatsData) -> str:
    """What is indexed, and why the rest is not."""
    formats = ", ".join(f"{name}: {count}" for name, count in data.formats.items())
    lines = [
        f"{data.notes} notes, {data.passages} passages, {data.text_chars} characters, "
        f"{data.tags} tags ({formats}).",
        *(f"- {r.root}: {r.indexed} of {r.files_seen} files indexed" for r in data.roots),
        *(f"- not indexed: {count} ({why})" for why, count in data.skipped_reasons.items()),
    ]
    return "\n".join(lines)


def _quoted(section: Section) -> str:
    where = " > ".join(section.headings)
    head = f"[{section.char_start} to {section.char_end}{', ' + where if where else ''}]"
    return "\n".join([head, *(f"> {line}" for line in section.text.splitlines())])


def _errors(errors: Iterable[FailedLookup]) -> str:
    return "\n".join(f"- {error.lookup}: {error.detail}" for error in errors)


def _words(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
