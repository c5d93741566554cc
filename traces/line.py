"""One line of a trace, as bytes and as a value. Pure: no clock, no disk.

A line names the hash of the line before it, so no line can be changed, left out, doubled or moved
without the next one disagreeing; the trailer does the same for the seal, the last line of all.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from traces.canonical import read_exact, spell
from traces.clock import moment_of
from traces.digest import content_name, is_content_name
from traces.errors import LineRefused, TraceShapeError
from traces.ids import is_run_id
from traces.sink import Action, JsonValue

VERSION: Final = 1
LINE_MAX_BYTES: Final = 64 * 1024
BY: Final = re.compile(r"[a-z][a-z0-9-]{0,63}")
_KEYS: Final = frozenset(
    ("v", "run", "step", "prev", "timestamp", "by", "action", "decision", "data")
)
_ACTIONS: Final = frozenset(action.value for action in Action)


@dataclass(frozen=True, slots=True)
class Line:
    """What one line says. `data` has the shape that `traces.shapes` fixes for the action."""

    run: str
    step: int
    prev: str
    timestamp: str
    by: str
    action: Action
    decision: str
    data: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Trailer:
    """The very last line: the hash of the seal line, and how many lines stand before."""

    end: str
    lines: int


def start_of(run: str) -> str:
    """What `prev` is in step 0."""
    return content_name(f"marchwarden-trace/1\n{run}".encode())


def line_bytes(line: Line) -> bytes:
    """Spell a line, newline included. Raises TraceShapeError when it is over 64 KiB."""
    value: dict[str, JsonValue] = {
        "v": VERSION,
        "run": line.run,
        "step": line.step,
        "prev": line.prev,
        "timestamp": line.timestamp,
        "by": line.by,
        "action": line.action.value,
        "decision": line.decision,
        "data": line.data,
    }
    spelt = spell(value) + b"\n"
    if len(spelt) > LINE_MAX_BYTES:
        raise TraceShapeError(
            f"a {line.action.value} line of {len(spelt)} bytes is over 64 KiB; store its parts"
        )
    return spelt


def trailer_bytes(seal: bytes, lines: int) -> bytes:
    """The line that makes the seal line part of the chain."""
    return spell({"end": content_name(seal), "n": lines}) + b"\n"


def parse_line(text: bytes) -> Line:
    """Read one line, without its newline. Raises LineRefused, and nothing else."""
    if len(text) >= LINE_MAX_BYTES:
        raise LineRefused("longer than 64 KiB")
    value = read_exact(text)
    if not isinstance(value, dict) or value.keys() != _KEYS:
        raise LineRefused("not an object with exactly the fields of a line")
    if type(value["v"]) is not int or value["v"] != VERSION:
        raise LineRefused("of a version that this program does not read")
    step, data = value["step"], value["data"]
    if type(step) is not int or step < 0:
        raise LineRefused("without a step number")
    if not isinstance(data, dict):
        raise LineRefused("without data")
    return Line(
        run=_text(value, "run", is_run_id),
        step=step,
        prev=_text(value, "prev", is_content_name),
        timestamp=_text(value, "timestamp", _is_timestamp),
        by=_text(value, "by", lambda text: BY.fullmatch(text) is not None),
        action=Action(_text(value, "action", lambda text: text in _ACTIONS)),
        decision=_text(value, "decision", bool),
        data=data,
    )


def parse_trailer(text: bytes) -> Trailer | None:
    """Read a trailer, without its newline; None when the line is something else."""
    try:
        value = read_exact(text)
    except LineRefused:
        return None
    if not isinstance(value, dict) or value.keys() != {"end", "n"}:
        return None
    end, lines = value["end"], value["n"]
    if not isinstance(end, str) or not is_content_name(end) or type(lines) is not int:
        return None
    return Trailer(end, lines)


def _text(value: Mapping[str, JsonValue], key: str, accept: Callable[[str], object]) -> str:
    text = value[key]
    if not isinstance(text, str) or not accept(text):
        raise LineRefused(f"with a `{key}` that no writer writes")
    return text


def _is_timestamp(text: str) -> bool:
    try:
        moment_of(text)
    except ValueError:
        return False
    return True
