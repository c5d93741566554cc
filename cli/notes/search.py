"""`marchwarden notes search`: passages by words, without an answer."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import anyio
import click

from cli.exit_codes import ExitCode
from cli.output import JsonPart, print_document
from cli.progress import LiveLine
from cli.surroundings import look_around
from cli.terminal import Page, visible

if TYPE_CHECKING:
    from researchers.local_brain.library import Library

_WINDOW_CHARS: Final = 240


@dataclass(frozen=True, slots=True)
class Found:
    """A passage, and the part of it around the words; `start` and `end` are code points of the
    note's stored text."""

    locator: str
    title: str
    text: str
    start: int
    end: int
    matched: tuple[str, ...]


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--notes", multiple=True, metavar="FOLDER", help="This folder instead of yours.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def search(words: tuple[str, ...], notes: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Find passages that hold WORDS, the best first. New and changed notes are read before."""
    from cli.notes.shelf import open_library

    surroundings = look_around()
    with open_library(surroundings, notes) as library:
        with LiveLine(sys.stderr, surroundings.environ) as line:
            anyio.run(library.refresh, line.bar)
        found = list(_found(library, " ".join(words), limit))
    if as_json:
        print_document({"passages": [_row(one) for one in found]})
    elif found:
        click.echo("\n\n".join(_entry(one, surroundings.page()) for one in found))
    else:
        click.echo("No note holds any of these words.")
    return ExitCode.ANSWERED if found else ExitCode.NO_EVIDENCE


def _found(library: "Library", words: str, limit: int) -> Iterator[Found]:
    from evidence.analyze import default_analyzer
    from evidence.plan import plan_question
    from researchers.local_brain.search import NoteSearch
    from researchers.local_brain.source import key_of
    from researchers.local_brain.tools.windows import windows

    analyzer = default_analyzer()
    query = plan_question(words, analyzer).queries[0]
    for hit in NoteSearch(library.index).search(query, limit).hits[:limit]:
        note = library.index.note(key_of(hit.key))
        if note is None:
            continue
        first, last = (hit.span.start, hit.span.end) if hit.span else (0, len(note.text))
        shown = windows(note.text[first:last], query.terms, analyzer, _WINDOW_CHARS)
        start = first + (shown[0].start if shown else 0)
        end = first + (shown[0].end if shown else min(last - first, _WINDOW_CHARS))
        yield Found(hit.locator, note.title, note.text[start:end], start, end, hit.matched)


def _entry(one: Found, page: Page) -> str:
    excerpt = " ".join(visible(one.text).split())
    return f"{page.bold(visible(one.locator))}\n{page.wrapped(excerpt, '    ')}"


def _row(one: Found) -> JsonPart:
    return {
        "locator": one.locator,
        "title": one.title,
        "text": one.text,
        "char_start": one.start,
        "char_end": one.end,
        "matched": list(one.matched),
    }
