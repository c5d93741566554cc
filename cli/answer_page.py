"""A research result as a person reads it: answer, disagreements, sources, what is missing."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from cli.disagreements import disagreements
from cli.reflow import reflowed
from cli.terminal import Page, one_line, visible
from cli.who_was_asked import who_was_asked
from cli.wording import GAP_WORDS, confidence, ending, finders, lead
from contract import (
    AnswerStatus,
    Citation,
    DiscoveryType,
    Gap,
    GapCategory,
    ResearchResult,
    WarningCode,
)

_TRACE_ID_CELLS: Final = 60
"""A trace id has 36 letters; one of somebody else's may be anything."""

_ANY_NEXT_STEP: Final = "- further: ask again with --depth deep"
_NEXT_STEPS: Final = {
    "web": """\
- name pages yourself: {program} research web QUESTION --url URL
- further: ask again with --depth deep
- which search engines are set up: {program} doctor""",
    "ask": """\
- who can be asked, and what is wrong with whom: {program} researchers
- name pages yourself: {program} ask QUESTION --url URL
- further: ask again with --depth deep""",
    "local-brain": """\
- the same in your notes' own words: {program} notes search WORDS
- further: ask again with --depth deep
- whether every file is in the index: {program} notes status""",
}


def answer_page(
    result: ResearchResult,
    page: Page,
    roots: Mapping[str, Path],
    cwd: Path,
    program: str = "marchwarden",
    asked: str = "local-brain",
) -> str:
    """The whole page. `roots` map the names in locators to folders, so that paths can be opened;
    `program` is what to type for the commands it names, `asked` the researcher who answered."""
    places = _Places(roots, cwd)
    first = tuple(one.detail for one in result.warnings if one.code is WarningCode.WEAK_EVIDENCE)
    sections = (
        "\n".join(page.wrapped(detail) for detail in first),
        "\n".join(_answer(result.answer, page)),
        _section(page, "Sources that disagree", disagreements(result, page, places.name)),
        _section(page, "Sources", _sources(result, page, places)),
        _section(page, "Left open", _gaps(result, page)),
        _section(page, _leads_heading(result), _leads(result, page, places)),
        _section(page, "Who was asked", who_was_asked(result, page)),
        _section(
            page,
            "Warnings",
            (
                page.wrapped(f"- {w.detail}", "  ", "")
                for w in result.warnings
                if w.detail not in first
            ),
        ),
        _section(page, "What to try next", _next_steps(result, program, asked)),
        _closing(result, page, program),
    )
    return "\n\n".join(section for section in sections if section)


def _answer(answer: str, page: Page) -> Iterator[str]:
    """Wrapped prose; a list's lines hang below their dash, and code keeps its own lines."""
    fenced = False
    for line in answer.split("\n"):
        is_fence = line.lstrip().startswith(("```", "~~~"))
        if fenced or is_fence:
            yield visible(line)
        else:
            yield page.wrapped(line, "  " if line.startswith("- ") else "", "")
        fenced ^= is_fence


class _Places:
    """Turns locators into what a reader can open."""

    def __init__(self, roots: Mapping[str, Path], cwd: Path) -> None:
        self._roots = roots
        self._cwd = cwd

    def name(self, locator: str) -> str:
        """`note://ROOT/path.md#Heading` as the file's path and its heading or page."""
        if not locator.startswith("note://"):
            return locator
        whole, _, fragment = locator.removeprefix("note://").partition("#")
        root, _, path = whole.partition("/")
        shown = self._shown(root, unquote(path))
        return f"{shown} > {_spelled(unquote(fragment))}" if fragment else shown

    def _shown(self, root: str, path: str) -> str:
        folder = self._roots.get(unquote(root))
        if folder is None:
            return f"{root}/{path}"
        whole = folder / path
        return str(whole.relative_to(self._cwd) if whole.is_relative_to(self._cwd) else whole)


def _spelled(fragment: str) -> str:
    page = fragment.removeprefix("page=")
    return fragment if page == fragment else f"page {page}"


def _section(page: Page, heading: str, lines: Iterator[str]) -> str:
    body = "\n".join(lines)
    return f"{page.bold(heading)}\n{body}" if body else ""


def _sources(result: ResearchResult, page: Page, places: _Places) -> Iterator[str]:
    for number, citation in enumerate(result.citations, start=1):
        role = "" if citation.evidence_role == "raw_text" else f" ({citation.evidence_role})"
        found = finders(citation, result)
        title = f"{places.name(citation.locator)}{role}{f' (found by {found})' if found else ''}"
        yield page.bold(page.wrapped(title, "      ", f"  [{number}] "))
        yield page.dim(_quoted(citation, page))


def _quoted(citation: Citation, page: Page) -> str:
    lines = reflowed(visible(citation.raw_excerpt).strip("\n"))
    return "\n".join(page.wrapped(line, "      | ") if line else "      |" for line in lines)


def _gaps(result: ResearchResult, page: Page) -> Iterator[str]:
    """A disagreement that was laid side by side is not told twice."""
    told = any(one.type is DiscoveryType.CONTRADICTION for one in result.discovery_events)
    shown = told or bool(result.contradictions)
    for gap in result.gaps:
        if not (shown and gap.category is GapCategory.CONTRADICTORY_SOURCES):
            yield _gap(gap, page)


def _gap(gap: Gap, page: Page) -> str:
    return page.wrapped(f"- {gap.topic} ({GAP_WORDS[gap.category]}): {gap.detail}", "    ", "  ")


def _leads_heading(result: ResearchResult) -> str:
    """Where researchers could be sent after leads, these are the ones that were left."""
    return "Leads not followed" if result.dispatches else "Leads"


def _leads(result: ResearchResult, page: Page, places: _Places) -> Iterator[str]:
    for event in result.discovery_events:
        if event.type is not DiscoveryType.CONTRADICTION:
            place = places.name(event.source_locator) if event.source_locator else ""
            yield page.wrapped(f"- {lead(event, place)}", "    ", "  ")


def _next_steps(result: ResearchResult, program: str, asked: str) -> Iterator[str]:
    steps = _NEXT_STEPS.get(asked, _ANY_NEXT_STEP)
    if result.answer_status is AnswerStatus.NO_EVIDENCE:
        yield from (f"  {line}" for line in steps.format(program=program).split("\n"))


def _closing(result: ResearchResult, page: Page, program: str) -> str:
    check = f"Check it: {program} trace show {one_line(result.trace_id, _TRACE_ID_CELLS)}"
    if any(warning.code is WarningCode.TRACE_UNAVAILABLE for warning in result.warnings):
        check = "No trace was kept, so this answer can't be checked later."
    return "\n".join((page.wrapped(confidence(result)), page.wrapped(ending(result)), check))
