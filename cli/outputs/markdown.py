"""A result as a Markdown file that reads the same in every viewer. Pure.

Texts of sources are escaped, so that nothing in them is markup: no link, no image, no HTML, no
heading. Excerpts stand in fences, letter for letter.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from cli.outputs.addresses import is_address
from cli.outputs.blocks import Block, BlockKind, blocks_of
from cli.outputs.contrasts import Contrast, contrasts_of
from cli.terminal import visible
from cli.wording import (
    GAP_WORDS,
    STATUS_WORDS,
    confidence,
    ending,
    finders,
    lead,
    span,
    spent,
)
from contract import Citation, DiscoveryType, Dispatch, ResearchResult, Side

_INLINE: Final = re.compile(r"[\\`*_\[\]<>&|~$#]|(?<=!)\(|(?<=:)//|(?<=www)\.|(?<=\w)@(?=\w)")
_AT_START: Final = re.compile(r"^(?=[-+=])|^(\d{1,9})(?=[.)])")
_BACKTICKS: Final = re.compile(r"`{3,}")


def render(result: ResearchResult, question: str) -> str:
    """The whole file."""
    sections = (
        f"# {escaped(question)}",
        *(_block(block) for block in blocks_of(result.answer)),
        _section("Sources that disagree", map(_contrast, contrasts_of(result))),
        _section("Sources", _sources(result)),
        _section("Left open", _gaps(result)),
        _section("Leads", _leads(result)),
        _section("Who was asked", _dispatches(result)),
        _section("Warnings", (f"- {escaped(one.detail)}" for one in result.warnings)),
        _section("How sure this is", (_closing(result),)),
    )
    return "\n\n".join(section for section in sections if section) + "\n"


def escaped(text: str) -> str:
    """A text on one line in which nothing is markup."""
    line = " ".join(visible(text).split())
    whole = _INLINE.sub(lambda found: "\\" + found.group(), line)
    return _AT_START.sub(lambda found: f"{found.group(1)}\\" if found.group(1) else "\\", whole)


def _block(block: Block) -> str:
    text = " ".join(_said(one.text, one.markers) for one in block.sentences)
    match block.kind:
        case BlockKind.HEADING:
            return f"## {text}"
        case BlockKind.LIST_LINE:
            return f"- {text}"
        case BlockKind.CODE:
            return _fenced(block.sentences[0].text)
        case BlockKind.PARAGRAPH:
            return text


def _said(text: str, markers: Iterable[int]) -> str:
    """Markers stay as they are: without a definition, `[1]` is no link."""
    run = "".join(f"[{number}]" for number in markers)
    return f"{escaped(text)} {run}".strip()


def _section(heading: str, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return f"## {heading}\n\n{body}" if body else ""


def _contrast(one: Contrast) -> str:
    """The sides in the cells of one table."""
    told = escaped(one.sentence)
    if not one.sides:
        return f"{told}\n"
    heads, words = zip(*map(_side, one.sides), strict=True)
    rows = ("| " + " | ".join(cells) + " |" for cells in (heads, ["---"] * len(heads), words))
    return "\n".join((told, "", *rows, ""))


def _side(side: Side) -> tuple[str, str]:
    facts = (escaped(side.published or ""), span(side.char_start, side.char_end))
    head = ", ".join((f"[{side.citation}]", *filter(None, facts)))
    return head, escaped(side.excerpt)


def _sources(result: ResearchResult) -> Iterator[str]:
    for number, citation in enumerate(result.citations, start=1):
        title = f"{escaped(citation.title)}, " if citation.title else ""
        yield f"{number}. {title}{_locator(citation)}{_facts(citation, result)}\n"
        yield _indented(_fenced(citation.raw_excerpt), len(f"{number}. ")) + "\n"


def _locator(citation: Citation) -> str:
    """A link where it is an address of the web, which is then a recorded source."""
    locator = citation.locator
    return f"<{locator}>" if is_address(locator) else escaped(locator)


def _facts(citation: Citation, result: ResearchResult) -> str:
    found = finders(citation, result)
    role = "" if citation.evidence_role == "raw_text" else citation.evidence_role
    facts = (
        escaped(role),
        escaped(citation.published or ""),
        f"found by {escaped(found)}" if found else "",
        span(citation.char_start, citation.char_end),
        f"`{citation.content_hash}`" if citation.content_hash else "",
    )
    return "".join(f", {fact}" for fact in facts if fact)


def _fenced(text: str) -> str:
    """A fence longer than any in the text."""
    clean = visible(text).strip("\n")
    longest = max((len(run) for run in _BACKTICKS.findall(clean)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}text\n{clean}\n{fence}"


def _indented(text: str, by: int) -> str:
    return "\n".join(f"{' ' * by}{line}".rstrip() for line in text.split("\n"))


def _gaps(result: ResearchResult) -> Iterator[str]:
    for gap in result.gaps:
        yield f"- {escaped(gap.topic)} ({GAP_WORDS[gap.category]}): {escaped(gap.detail)}"


def _leads(result: ResearchResult) -> Iterator[str]:
    for event in result.discovery_events:
        if event.type is not DiscoveryType.CONTRADICTION:
            yield f"- {escaped(lead(event, event.source_locator or ''))}"


def _dispatches(result: ResearchResult) -> Iterator[str]:
    if result.dispatches:
        yield "| round | researcher | question | outcome | used |"
        yield "| --- | --- | --- | --- | --- |"
    for one in result.dispatches:
        yield f"| {one.round} | {escaped(one.researcher)} | {escaped(one.question)} {_row(one)}"


def _row(one: Dispatch) -> str:
    failure = f": {escaped(one.failure)}" if one.failure else ""
    return f"| {STATUS_WORDS[one.status]}{failure} | {spent(one)} |"


def _closing(result: ResearchResult) -> str:
    return f"{confidence(result)}\n{ending(result)}\nTrace: {escaped(result.trace_id)}"
