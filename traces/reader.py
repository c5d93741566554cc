"""Reading traces back, as far as they can be read. Judging them is `traces.verify`'s."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from traces.errors import LineRefused, TraceError, TraceNotFound
from traces.home import Home
from traces.ids import is_run_id
from traces.line import Line, Trailer, parse_line, parse_trailer
from traces.safe_read import read_regular
from traces.shape_check import restore
from traces.sink import Action, JsonValue
from traces.store import ContentStore

TRACE_MAX_BYTES: Final = 256 * 1024 * 1024
"""Far more than a run writes; a larger file is nothing that should be read into memory."""


@dataclass(frozen=True, slots=True)
class Trace:
    """All lines that could be read, in the order in which they stand. `unreadable` counts the
    others; `torn` is true when the last line has no end."""

    run: str
    lines: tuple[Line, ...]
    trailer: Trailer | None
    unreadable: int
    torn: bool

    def first(self, action: Action) -> Line | None:
        """The first line of an action."""
        return next((line for line in self.lines if line.action is action), None)

    def last(self, action: Action) -> Line | None:
        """The last line of an action."""
        return next((line for line in reversed(self.lines) if line.action is action), None)


def read_bytes(home: Home, run: str) -> bytes:
    """A trace as stored. Raises TraceNotFound; OSError when it may not be read."""
    if not is_run_id(run):
        raise TraceNotFound(f"{run[:80]!r} is not a trace id; `trace list` shows them.")
    try:
        return read_regular(home.trace(run), TRACE_MAX_BYTES)
    except FileNotFoundError:
        raise TraceNotFound(f"There is no trace {run} here; `trace list` shows them.") from None


def read_trace(home: Home, run: str) -> Trace:
    """A trace as values. Raises as `read_bytes` does; damage is counted, never raised."""
    return parse_trace(run, read_bytes(home, run))


def parse_trace(run: str, data: bytes) -> Trace:
    """Read what can be read of a trace's bytes. Never raises."""
    *texts, rest = data.split(b"\n")
    trailer = parse_trailer(texts[-1]) if texts else None
    lines: list[Line] = []
    unreadable = 0
    for text in texts[:-1] if trailer else texts:
        try:
            lines.append(parse_line(text))
        except LineRefused:
            unreadable += 1
    return Trace(run, tuple(lines), trailer, unreadable, torn=bool(rest))


def data_of(line: Line, store: ContentStore) -> Mapping[str, JsonValue]:
    """A line's data with values that were moved to the store in place again; what is missing
    there stays as its name."""
    try:
        return restore(line.data, store.get)
    except TraceError:
        return line.data


def text_of(data: Mapping[str, JsonValue], key: str) -> str:
    """A field that should be text; empty when it is not."""
    value = data.get(key)
    return value if isinstance(value, str) else ""
