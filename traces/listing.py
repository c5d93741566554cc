"""The traces of a home, newest first, at the cost of the head and the tail of each file."""

import fcntl
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from traces.errors import LineRefused
from traces.home import Home
from traces.ids import is_run_id
from traces.line import LINE_MAX_BYTES, Line, parse_line, parse_trailer
from traces.reader import data_of, text_of
from traces.sink import Action, SealStatus
from traces.store import ContentStore

_TAIL_LINES: Final = 8
"""The answer stands a few lines before the seal; more than that is not looked for."""


class RunState(StrEnum):
    """How far a run came."""

    COMPLETE = "complete"
    FAILED = "failed"
    CANCELLED = "cancelled"
    RUNNING = "running"
    UNSEALED = "unsealed"
    UNREADABLE = "unreadable"


_ENDINGS: Final = frozenset(status.value for status in SealStatus)


@dataclass(frozen=True, slots=True)
class Summary:
    """One trace in a list. Empty text for what can't be read; times are as the trace has them."""

    run: str
    state: RunState
    started: str = ""
    ended: str = ""
    by: str = ""
    question: str = ""
    answer_status: str = ""
    stop_reason: str = ""
    size: int = 0


def list_traces(home: Home, limit: int | None = None) -> list[Summary]:
    """Summaries, newest first. A damaged trace is listed as unreadable, never left out."""
    store = ContentStore(home.cas)
    paths = [path for path in home.traces.glob("*.jsonl") if is_run_id(path.stem)]
    if limit is not None:
        paths = sorted(paths, key=_modified, reverse=True)[:limit]
    summaries = [_summary(path, store) for path in paths]
    return sorted(summaries, key=lambda one: (one.started, one.run), reverse=True)


def _summary(path: Path, store: ContentStore) -> Summary:
    run = path.stem
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            opening = parse_line(file.readline(LINE_MAX_BYTES + 1).removesuffix(b"\n"))
            tail = _tail(file.fileno(), size)
            running = _is_locked(file.fileno())
    except LineRefused:
        return Summary(run, RunState.UNREADABLE, size=path.stat().st_size)
    except OSError:
        return Summary(run, RunState.UNREADABLE)
    data = data_of(opening, store)
    answer = next((line for line in reversed(tail) if line.action is Action.ANSWER), None)
    seal = tail[-1] if tail and tail[-1].action is Action.SEAL else None
    return Summary(
        run=run,
        state=_state(seal, running),
        started=opening.timestamp,
        ended=seal.timestamp if seal else "",
        by=opening.by,
        question=text_of(data, "question"),
        answer_status=text_of(answer.data, "answer_status") if answer else "",
        stop_reason=text_of(answer.data, "stop_reason") if answer else "",
        size=size,
    )


def _state(seal: Line | None, running: bool) -> RunState:
    if seal is None:
        return RunState.RUNNING if running else RunState.UNSEALED
    status = text_of(seal.data, "status")
    return RunState(status) if status in _ENDINGS else RunState.UNREADABLE


def _tail(descriptor: int, size: int) -> list[Line]:
    """The last few lines that are whole; nothing when there is no trailer."""
    start = max(0, size - 2 * LINE_MAX_BYTES)
    texts = os.pread(descriptor, size - start, start).split(b"\n")
    if texts[-1] or len(texts) < 2 or parse_trailer(texts[-2]) is None:
        return []
    lines: list[Line] = []
    for text in texts[-2 - _TAIL_LINES : -2]:
        try:
            lines.append(parse_line(text))
        except LineRefused:
            continue
    return lines


def is_running(home: Home, run: str) -> bool:
    """True while a process writes this trace. Raises OSError when there is no such file."""
    descriptor = os.open(home.trace(run), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return _is_locked(descriptor)
    finally:
        os.close(descriptor)


def _is_locked(descriptor: int) -> bool:
    """True while the writer is alive: it holds its file locked until its process ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def _modified(path: Path) -> tuple[float, str]:
    try:
        return path.stat().st_mtime, path.stem
    except FileNotFoundError:
        return 0.0, path.stem
