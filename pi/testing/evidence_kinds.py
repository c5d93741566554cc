"""Researchers that lie: about what they cite, about their content, about their traces."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from pi.testing.field_notes import FieldNotes
from pi.testing.wire import Message

Twist: TypeAlias = Callable[[FieldNotes, Message], Message]
"""Changes a true result, and the records behind it."""


def _citing(result: Message, **changes: Any) -> Message:
    return {**result, "citations": [{**result["citations"][0], **changes}]}


def misquote(notes: FieldNotes, result: Message) -> Message:
    changed = _citing(result, raw_excerpt="Rye is sown in October.")
    return {**changed, "answer": "Rye is sown in October. [1]"}


def shift_offsets(notes: FieldNotes, result: Message) -> Message:
    cited = result["citations"][0]
    return _citing(result, char_start=cited["char_start"] + 1, char_end=cited["char_end"] + 1)


def swap_content(notes: FieldNotes, result: Message) -> Message:
    name = result["citations"][0]["content_hash"]
    notes.contents[name] = notes.contents[name].replace(b"hardy", b"tender")
    return result


def hide_content(notes: FieldNotes, result: Message) -> Message:
    del notes.contents[result["citations"][0]["content_hash"]]
    return result


def bloat_content(notes: FieldNotes, result: Message) -> Message:
    notes.contents[result["citations"][0]["content_hash"]] = b"x" * 40_000_000
    return result


def name_no_content(notes: FieldNotes, result: Message) -> Message:
    return _citing(result, content_hash=None)


def point_past_the_end(notes: FieldNotes, result: Message) -> Message:
    return {**result, "answer": "Rye is sown in September. [1][7]"}


def hide_one_of_two(notes: FieldNotes, result: Message) -> Message:
    """One true citation, and one of content that nobody has."""
    ghost = {**result["citations"][0], "content_hash": "sha256:" + "0" * 64}
    said = "Rye stands the winter. [1] Rye is sown in September. [2]"
    return {**result, "citations": [ghost, *result["citations"]], "answer": said}


def forge_trace(notes: FieldNotes, result: Message) -> Message:
    run = result["trace_id"]
    notes.traces[run] = notes.traces[run].replace(b"Read the note", b"Read the book")
    return result


def hide_trace(notes: FieldNotes, result: Message) -> Message:
    del notes.traces[result["trace_id"]]
    return result


def cut_trace(notes: FieldNotes, result: Message) -> Message:
    run = result["trace_id"]
    notes.traces[run] = notes.traces[run][:-150]
    return result


def borrow_trace(notes: FieldNotes, result: Message) -> Message:
    """The trace of a run gets the id of another one."""
    notes.traces["11111111-1111-4111-8111-111111111111"] = notes.traces[result["trace_id"]]
    return {**result, "trace_id": "11111111-1111-4111-8111-111111111111"}


TWISTS: Final[Mapping[str, Twist]] = {
    "misquote": misquote,
    "shift-offsets": shift_offsets,
    "swap-content": swap_content,
    "hide-content": hide_content,
    "bloat-content": bloat_content,
    "name-no-content": name_no_content,
    "point-past-the-end": point_past_the_end,
    "hide-one-of-two": hide_one_of_two,
    "forge-trace": forge_trace,
    "hide-trace": hide_trace,
    "cut-trace": cut_trace,
    "borrow-trace": borrow_trace,
}
