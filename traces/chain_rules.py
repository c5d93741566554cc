"""The rules of the chain: what may be said of a trace from its bytes alone. Pure.

A single changed bit is found because every line must be the canonical spelling of what it says,
must name the hash of the line before, and the trailer must name the hash of the last.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from traces.chain import root_of
from traces.digest import content_name
from traces.errors import LineRefused, TraceShapeError
from traces.heads import Head, Heads
from traces.line import LINE_MAX_BYTES, Line, Trailer, parse_line, parse_trailer, start_of
from traces.shape_check import check, references
from traces.sink import Action
from traces.verification import Finding, VerifyStatus


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """The readable lines of a trace and everything that is wrong with their order and form."""

    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    end: str | None
    """The hash of the seal line, when there is one with its trailer."""


def check_chain(run: str, data: bytes) -> ChainCheck:
    """Hold a trace's bytes against every rule that needs nothing else."""
    *texts, rest = data.split(b"\n")
    trailer = parse_trailer(texts[-1]) if texts else None
    body = texts[:-1] if trailer else texts
    findings: list[Finding] = []
    lines = list(_linked(run, body, findings))
    findings.extend(_order(lines))
    findings.extend(_seal(lines, len(body)))
    findings.extend(_ending(lines, body, trailer, rest))
    end = content_name(body[-1] + b"\n") if trailer and body else None
    return ChainCheck(tuple(lines), tuple(findings), end)


def check_head(run: str, checked: ChainCheck, heads: Heads) -> Iterator[Finding]:
    """Hold a trace's end against the chain of sealed traces."""
    for sentence in heads.findings:
        yield _tampered(sentence)
    head = heads.by_run.get(run)
    if head is None:
        if checked.end is not None:
            yield Finding(
                VerifyStatus.UNSEALED,
                "The trace ends with a seal that heads.jsonl does not know: the run was stopped "
                "at the last moment, or the newest lines of heads.jsonl are gone.",
            )
        return
    if checked.end is None:
        yield _tampered(
            f"heads.jsonl says that the trace was sealed with {head.lines} lines; "
            "its end has been cut off."
        )
    elif not checked.lines or head != _head_of(checked.lines[-1], checked.end, len(checked.lines)):
        yield _tampered("The seal is not the one that heads.jsonl knows for this trace.")


def _head_of(seal: Line, end: str, lines: int) -> Head:
    return Head(seal.run, seal.by, seal.timestamp, end, lines)


def _linked(run: str, texts: list[bytes], findings: list[Finding]) -> Iterator[Line]:
    """Each readable line; what is wrong with one is reported under its position."""
    prev = start_of(run)
    for position, text in enumerate(texts):
        try:
            line = parse_line(text)
            check(line.action, line.data)
        except (LineRefused, TraceShapeError) as error:
            findings.append(_tampered(f"Line {position} is {error}.", position))
        else:
            if line.run != run:
                findings.append(_tampered(f"Line {position} belongs to another run.", position))
            if line.step != position:
                findings.append(_tampered(f"Line {position} says step {line.step}.", position))
            if line.prev != prev:
                sentence = f"Line {position} does not follow the line before it."
                findings.append(_tampered(sentence, position))
            yield line
        prev = content_name(text + b"\n")


def _order(lines: list[Line]) -> Iterator[Finding]:
    for position, line in enumerate(lines):
        if (line.action is Action.OPEN) != (line.step == 0):
            yield _tampered("A trace has one `open` line, the first.", line.step)
        if line.action is Action.SEAL and position != len(lines) - 1:
            yield _tampered("Lines stand after the seal.", line.step)
        if position and line.timestamp < lines[position - 1].timestamp:
            yield _tampered("Time goes back.", line.step)
        if line.by != lines[0].by:
            yield _tampered("A trace is written by one researcher only.", line.step)


def _seal(lines: list[Line], count: int) -> Iterator[Finding]:
    if not lines or lines[-1].action is not Action.SEAL:
        return
    seal, before = lines[-1], lines[:-1]
    answer_hash = seal.data.get("answer_hash")
    if seal.data["lines"] != count:
        yield _tampered(f"The seal counts {seal.data['lines']} lines; there are {count}.")
    named = {name for line in before for name in _names(line)}
    if isinstance(answer_hash, str):
        named.add(answer_hash)
    if seal.data["root"] != root_of(named):
        yield _tampered("The seal's root is not the root of the content that the lines name.")
    answers = [line for line in before if line.action is Action.ANSWER]
    said = answers[-1].data["result"] if answers else None
    if answer_hash != said:
        yield _tampered("The seal names another answer than the lines do.")


def _names(line: Line) -> Iterator[str]:
    data: Mapping[str, object] = line.data
    if data:
        yield from (name for name, _ in references(line.action, line.data))


def _ending(
    lines: list[Line], body: list[bytes], trailer: Trailer | None, rest: bytes
) -> Iterator[Finding]:
    if trailer is not None:
        if rest:
            yield _tampered("Something stands after the end of the trace.")
        if not body or trailer.end != content_name(body[-1] + b"\n"):
            yield _tampered("The last line does not name the hash of the line before it.")
        if trailer.lines != len(body):
            yield _tampered(f"The last line counts {trailer.lines} lines; there are {len(body)}.")
        if not lines or lines[-1].action is not Action.SEAL:
            yield _tampered("The trace ends without a seal.")
    elif len(rest) > LINE_MAX_BYTES:
        yield _tampered("The last line is longer than any line may be.")
    elif rest:
        sentence = "The last line is cut off in the middle: the run was killed while it wrote."
        yield Finding(VerifyStatus.TORN, sentence, len(body))
    else:
        sentence = "The trace has no seal: the run is still going on, or it was killed."
        yield Finding(VerifyStatus.UNSEALED, sentence)


def _tampered(sentence: str, step: int | None = None) -> Finding:
    return Finding(VerifyStatus.TAMPERED, sentence, step)
