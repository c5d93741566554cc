"""A result as one HTML file that loads nothing: no script, no image, no font. Pure.

All text is escaped. A link leads to a source on the page, or is the address of a recorded source.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape
from typing import Final

from cli.outputs.addresses import is_address
from cli.outputs.blocks import Block, BlockKind, blocks_of
from cli.outputs.contrasts import Contrast, contrasts_of
from cli.outputs.html_style import STYLE
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
from contract import Citation, DiscoveryType, ResearchResult, Side

_POLICY: Final = (
    "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'"
)
_TITLE_CHARS: Final = 120
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def render(result: ResearchResult, question: str) -> str:
    """The whole file."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    sections = (
        f"<h1>{text(question)}</h1>",
        "\n".join(_answer(result)),
        _section("Sources that disagree", map(_contrast, contrasts_of(result))),
        _section("Sources", _sources(result)),
        _list("Left open", _gaps(result)),
        _list("Leads", _leads(result)),
        _section("Who was asked", _dispatches(result)),
        _list("Warnings", (text(one.detail) for one in result.warnings)),
        f"<footer>\n{_closing(result)}\n</footer>",
    )
    return _PAGE.format(
        policy=_POLICY.format(style=digest),
        title=_escaped(" ".join(question.split())[:_TITLE_CHARS]),
        style=STYLE,
        body="\n".join(section for section in sections if section),
    )


def text(words: str) -> str:
    """Any text as it is shown: escaped, and kept from changing the direction of what follows."""
    return f"<bdi>{_escaped(words)}</bdi>" if not words.isascii() else _escaped(words)


def _escaped(words: str) -> str:
    return escape(visible(words), quote=True)


def _answer(result: ResearchResult) -> Iterator[str]:
    """List lines that follow each other make one list."""
    listing = False
    known = len(result.citations)
    for block in blocks_of(result.answer):
        is_line = block.kind is BlockKind.LIST_LINE
        if is_line != listing:
            yield "<ul>" if is_line else "</ul>"
        listing = is_line
        yield _block(block, known)
    if listing:
        yield "</ul>"


def _block(block: Block, known: int) -> str:
    words = " ".join(_said(one.text, one.markers, known) for one in block.sentences)
    match block.kind:
        case BlockKind.HEADING:
            return f"<h2>{words}</h2>"
        case BlockKind.LIST_LINE:
            return f"<li>{words}</li>"
        case BlockKind.CODE:
            return f"<pre>{_escaped(block.sentences[0].text)}</pre>"
        case BlockKind.PARAGRAPH:
            return f"<p>{words}</p>"


def _said(words: str, markers: Iterable[int], known: int) -> str:
    run = "".join(_marker(number, known) for number in markers)
    return f"{text(words)} {run}".strip()


def _marker(number: int, known: int) -> str:
    if not 1 <= number <= known:
        return f"[{number}]"
    return f'<a class="marker" href="#source-{number}">[{number}]</a>'


def _section(heading: str, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return f"<section>\n<h2>{heading}</h2>\n{body}\n</section>" if body else ""


def _list(heading: str, items: Iterable[str]) -> str:
    rows = "\n".join(f"<li>{item}</li>" for item in items)
    return _section(heading, (f"<ul>\n{rows}\n</ul>",) if rows else ())


def _contrast(one: Contrast) -> str:
    sides = "\n".join(map(_side, one.sides))
    return (
        f'<div class="disagreement">\n<p>{text(one.sentence)}</p>\n'
        f'<div class="sides">\n{sides}\n</div>\n</div>'
    )


def _side(side: Side) -> str:
    facts = (text(side.published or ""), span(side.char_start, side.char_end))
    marker = f'<a class="marker" href="#source-{side.citation}">[{side.citation}]</a>'
    told = ", ".join((marker, *filter(None, facts)))
    words = f"{_escaped(side.excerpt)}\n"
    return f'<blockquote dir="auto">{words}<p class="facts">{told}</p></blockquote>'


def _sources(result: ResearchResult) -> Iterator[str]:
    if result.citations:
        rows = (_source(n, one, result) for n, one in enumerate(result.citations, start=1))
        yield "<ol>\n" + "\n".join(rows) + "\n</ol>"


def _source(number: int, citation: Citation, result: ResearchResult) -> str:
    title = f"<strong>{text(citation.title)}</strong><br>\n" if citation.title else ""
    return (
        f'<li id="source-{number}">\n{title}{_locator(citation.locator)}\n'
        f'<blockquote dir="auto">{_escaped(citation.raw_excerpt)}</blockquote>\n'
        f'<p class="facts">{_facts(citation, result)}</p>\n</li>'
    )


def _locator(locator: str) -> str:
    """A link where it is an address of the web; a note's place is told, and leads nowhere."""
    if not is_address(locator):
        return f'<span class="locator">{text(locator)}</span>'
    return (
        f'<a class="locator" rel="noopener noreferrer" href="{escape(locator)}">{text(locator)}</a>'
    )


def _facts(citation: Citation, result: ResearchResult) -> str:
    found = finders(citation, result)
    role = "" if citation.evidence_role == "raw_text" else citation.evidence_role
    facts = (
        text(role),
        text(citation.published or ""),
        f"found by {text(found)}" if found else "",
        span(citation.char_start, citation.char_end),
        f"<code>{citation.content_hash}</code>" if citation.content_hash else "",
    )
    return ", ".join(fact for fact in facts if fact)


def _gaps(result: ResearchResult) -> Iterator[str]:
    for gap in result.gaps:
        yield f"{text(gap.topic)} ({GAP_WORDS[gap.category]}): {text(gap.detail)}"


def _leads(result: ResearchResult) -> Iterator[str]:
    for event in result.discovery_events:
        if event.type is not DiscoveryType.CONTRADICTION:
            yield text(lead(event, event.source_locator or ""))


def _dispatches(result: ResearchResult) -> Iterator[str]:
    if not result.dispatches:
        return
    heads = ("round", "researcher", "question", "outcome", "used")
    yield "<table>\n<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for one in result.dispatches:
        failure = f": {text(one.failure)}" if one.failure else ""
        cells = (
            str(one.round),
            text(one.researcher),
            text(one.question),
            STATUS_WORDS[one.status] + failure,
            spent(one),
        )
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</table>"


def _closing(result: ResearchResult) -> str:
    said = (confidence(result), ending(result), f"Trace {text(result.trace_id)}")
    return "\n".join(f"<p>{line}</p>" for line in said)
