"""A trace's chain, checked from the format's description alone, without the code that writes it."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn, TypeAlias

LineValue: TypeAlias = Mapping[str, object]

_FIELDS: Final = frozenset(
    {"v", "run", "step", "prev", "timestamp", "by", "action", "decision", "data"}
)
_LINE_MAX_BYTES: Final = 64 * 1024
_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")
_READS: Final = frozenset({"read_file", "fetch_url"})


class BrokenChainError(Exception):
    """The first thing in a trace that is not as the format says, in one sentence."""


@dataclass(frozen=True, slots=True)
class TraceFacts:
    """What a whole trace says."""

    run: str
    status: str
    question: str | None
    answer: str | None
    """Hash of the stored result, from the `answer` line."""
    read: frozenset[str] = field(default_factory=frozenset)
    """Hashes of everything that was read or fetched, here or by a researcher that was asked."""


def read_chain(trace: bytes) -> TraceFacts:
    """Check every line, the seal and the trailer. Raises BrokenChainError."""
    if not trace.endswith(b"\n"):
        raise BrokenChainError("the last line has no newline: the trace is torn")
    raw = [line + b"\n" for line in trace[:-1].split(b"\n")]
    if len(raw) < 2:
        raise BrokenChainError("the trace has no seal and trailer")
    lines = list(_linked(raw[:-1]))
    _check_ending(lines[-1], raw)
    opening, answer = lines[0], _last(lines, "answer")
    return TraceFacts(
        run=str(opening["run"]),
        status=str(_data(lines[-1]).get("status")),
        question=_text(_data(opening).get("question")),
        answer=_text(_data(answer).get("result")) if answer is not None else None,
        read=frozenset(hash_ for line in lines for hash_ in _read_in(line)),
    )


def _read_in(line: LineValue) -> Iterator[str]:
    """What was read, or taken in from another researcher together with that one's trace."""
    data = _data(line)
    if line["action"] in _READS:
        yield str(data.get("content_hash"))
    contents = data.get("contents")
    if line["action"] == "receive" and data.get("child") and isinstance(contents, list):
        yield from map(str, contents)


def _linked(raw: list[bytes]) -> Iterator[LineValue]:
    run: object = None
    previous = ""
    for step, text in enumerate(raw):
        line = _line(text, step)
        if step == 0:
            run = line["run"]
            previous = _hash(f"marchwarden-trace/1\n{run}".encode())
        if line["run"] != run:
            raise BrokenChainError(f"line {step} belongs to another run")
        if line["step"] != step:
            raise BrokenChainError(f"line {step} says that it is step {line['step']}")
        if line["prev"] != previous:
            raise BrokenChainError(f"line {step} does not follow from the line before it")
        previous = _hash(text)
        yield line


def _line(text: bytes, step: int) -> LineValue:
    if len(text) > _LINE_MAX_BYTES:
        raise BrokenChainError(f"line {step} is over 64 KiB")
    value = _exact_json(text, f"line {step}")
    if set(value) != _FIELDS or value["v"] != 1 or not isinstance(value["data"], Mapping):
        raise BrokenChainError(f"line {step} has not the fields of a trace line")
    return value


def _check_ending(seal: LineValue, raw: list[bytes]) -> None:
    trailer = _exact_json(raw[-1], "the trailer")
    if seal["action"] != "seal" or set(trailer) != {"end", "n"}:
        raise BrokenChainError("the trace does not end with a seal and its trailer: not sealed")
    lines = len(raw) - 1
    if trailer["end"] != _hash(raw[-2]) or trailer["n"] != lines:
        raise BrokenChainError("the trailer does not match the seal line")
    data = _data(seal)
    if data.get("lines") != lines:
        raise BrokenChainError(f"the seal counts {data.get('lines')} lines of {lines}")
    if not _HASH.fullmatch(str(data.get("root"))):
        raise BrokenChainError("the seal has no root over the hashes referred to")


def _exact_json(text: bytes, where: str) -> LineValue:
    try:
        value: object = json.loads(
            text.decode("ascii"), parse_float=_no_number, parse_constant=_no_number
        )
        spelled = json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    except (ValueError, RecursionError) as error:
        raise BrokenChainError(f"{where} is not ASCII JSON without fractions") from error
    if not isinstance(value, dict) or spelled != text:
        raise BrokenChainError(f"{where} is not spelled as one sorted JSON object without spaces")
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _last(lines: list[LineValue], action: str) -> LineValue | None:
    return next((line for line in reversed(lines) if line["action"] == action), None)


def _data(line: LineValue) -> LineValue:
    data = line["data"]
    assert isinstance(data, Mapping)
    return data


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _hash(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
