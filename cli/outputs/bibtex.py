"""The sources of a result as BibTeX, for LaTeX and reference managers. Pure."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from cli.outputs.works import Work, plain, works_of
from contract import ResearchResult

_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{letter: f"\\{letter}" for letter in "$&%#_"},
    }
)
"""Braces by name: BibTeX counts them even behind a backslash."""

_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_IN_ADDRESSES: Final = ":/?#[]@!$&'()*+,;=%~-._"


def render(result: ResearchResult, question: str) -> str:
    """One `@misc` entry for each source, or a comment when there is none."""
    entries = [_entry(work, plain(result.trace_id)) for work in works_of(result)]
    return "\n".join(entries) or "% No source was cited.\n"


def _entry(work: Work, run: str) -> str:
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in _fields(work, run))
    months = _month(work)
    return f"@misc{{{work.key},\n{fields}{months}}}\n"


def _fields(work: Work, run: str) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{_escaped(work.title)}}}"
    if work.author:
        yield "author", f"{{{_escaped(work.author)}}}"
    if work.is_page:
        yield "url", quote(work.locator, safe=_IN_ADDRESSES)
    else:
        yield "howpublished", _escaped(work.locator)
    if work.published:
        yield "year", work.published[0]
        yield "date", "-".join(work.published)
    yield "note", _escaped("; ".join((*work.notes, f"run {run}")))


def _month(work: Work) -> str:
    """A macro that styles spell in their language; `month = mar` stands without braces."""
    if len(work.published) < 2 or not 1 <= int(work.published[1]) <= len(_MONTHS):
        return ""
    return f"  month = {_MONTHS[int(work.published[1]) - 1]},\n"


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)
