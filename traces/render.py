"""A trace for a person: plain text for a terminal, Markdown for the page beside the trace."""

import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from contract.result import Gap
from traces.account import Account, Moment, Quoted, account_of
from traces.filesystem import FILE_MODE
from traces.home import Home
from traces.surroundings import SurroundingLine

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What could move the cursor, change colours or turn the direction of a line."""

_MARK: Final = ">"


def render_text(account: Account) -> str:
    """Plain text. Nothing in it can steer a terminal, whatever the sources hold."""
    return _safe("\n".join(_text(account))) + "\n"


def render_markdown(account: Account) -> str:
    """Markdown. What comes from sources stands in code blocks, so none of it is markup."""
    return _safe("\n".join(_markdown(account))) + "\n"


def write_markdown(home: Home, run: str) -> Path:
    """Write `{run}.md` beside the trace, whole or not at all. For the caller to do once the trace
    is sealed. Raises TraceNotFound and OSError."""
    page = render_markdown(account_of(home, run))
    target = home.traces / f"{run}.md"
    temporary = home.traces / f".{run}.{secrets.token_hex(4)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(temporary, flags, FILE_MODE), "w", encoding="utf-8") as file:
            file.write(page)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def _text(account: Account) -> Iterator[str]:
    if account.doubts:
        yield from (*(_one_line(row) for row in account.doubts), "")
    yield f"Trace {account.run}  ({account.by}, {account.started}, {account.state})"
    yield f"Question: {account.question}"
    yield from ("", "What was done")
    yield from (_moment_text(moment) for moment in account.moments)
    if account.result is not None:
        result = account.result
        yield from ("", f"Answer ({result.answer_status.value}, {result.stop_reason.value})")
        yield result.answer
    for quoted in account.quoted:
        yield from ("", f"[{quoted.number}] {_one_line(quoted.citation.locator)}")
        yield f"    {_where(quoted)}"
        yield from (f"    {_numbered(line)}" for line in quoted.lines)
        if quoted.problem:
            yield f"    {quoted.problem}"
    yield from _section_text("What is missing", [_gap(gap) for gap in account.gaps])
    yield from _section_text("What it cost", [f"{name}: {used}" for name, used in account.budget])
    yield from _section_text("Problems", list(account.problems))


def _markdown(account: Account) -> Iterator[str]:
    yield f"# Trace `{account.run}`"
    if account.doubts:
        yield from ("", *_block([_one_line(row) for row in account.doubts]))
    yield from ("", f"- by: {account.by}", f"- started: {account.started}")
    yield f"- state: {account.state}"
    yield from ("", "## Question", "", *_block([account.question]))
    yield from ("", "## What was done", "", *_block([_moment_text(m) for m in account.moments]))
    if account.result is not None:
        result = account.result
        yield from ("", "## Answer", "")
        yield f"Status: {result.answer_status.value}; stopped because: {result.stop_reason.value}."
        yield from ("", *_block([result.answer]))
    for quoted in account.quoted:
        yield from ("", f"## Source [{quoted.number}]", "", *_block([quoted.citation.locator]))
        yield from ("", _where(quoted), "")
        yield from _block([_numbered(line) for line in quoted.lines]) if quoted.lines else ()
        if quoted.problem:
            yield quoted.problem
    yield from _section_markdown("What is missing", [_gap(gap) for gap in account.gaps])
    yield from _section_markdown("What it cost", [f"{n}: {used}" for n, used in account.budget])
    yield from _section_markdown("Problems", list(account.problems))
    yield from ("", f"Check it: `marchwarden trace verify {account.run}`")


def _moment_text(moment: Moment) -> str:
    decision = _one_line(moment.decision)
    head = f"{moment.seconds:9.3f} s  {moment.step:3}  {moment.action:<10} {decision}"
    details = "; ".join(f"{key} {text}" for key, text in moment.particulars)
    return f"{head}\n{' ' * 17}{_one_line(details)}" if details else head


def _where(quoted: Quoted) -> str:
    one = quoted.citation
    return f"characters {one.char_start} to {one.char_end} of {one.content_hash}"


def _numbered(line: SurroundingLine) -> str:
    mark = _MARK if line.marked else " "
    more = " […]" if line.cut else ""
    return f"{mark} {line.number:4} | {_bracketed(line)}{more}"


def _bracketed(line: SurroundingLine) -> str:
    """The line with the excerpt's own part in brackets, unless it is all of the line."""
    start, end, text = line.start, line.end, line.text
    if not line.marked or (start, end) == (0, len(text)):
        return text
    return f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"


def _gap(gap: Gap) -> str:
    return f"{gap.topic} ({gap.category.value}): {gap.detail}"


def _section_text(title: str, rows: list[str]) -> Iterator[str]:
    if rows:
        yield from ("", title, *(f"  - {_one_line(row)}" for row in rows))


def _section_markdown(title: str, rows: list[str]) -> Iterator[str]:
    if rows:
        yield from ("", f"## {title}", "", *_block([_one_line(row) for row in rows]))


def _block(rows: list[str]) -> list[str]:
    """A code block whose fence is longer than any run of backticks inside."""
    inside = "\n".join(rows)
    longest = max((len(run) for run in re.findall(r"`+", inside)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", inside, fence]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _safe(text: str) -> str:
    visible = text.encode("utf-8", errors="replace").decode("utf-8")
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", visible)
