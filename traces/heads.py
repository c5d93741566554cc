"""`heads.jsonl`: one line for each sealed trace of a home, each naming the line before it.

The chain in a trace shows that nobody changed a part of it; this chain shows that nobody put
another whole trace in its place. Someone who can write everything can recompute both: who must
rule that out keeps a copy of the newest line elsewhere.
"""

import fcntl
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from traces.canonical import read_exact, spell
from traces.digest import content_name, is_content_name
from traces.errors import LineRefused, TraceWriteError
from traces.filesystem import FileSystem, refused, try_quietly, write_all
from traces.ids import is_run_id
from traces.safe_read import read_regular
from traces.sink import JsonValue

START: Final = content_name(b"marchwarden-heads/1\n")
LOCK_SECONDS: Final = 10.0
HEADS_MAX_BYTES: Final = 1024 * 1024 * 1024
_POLL_SECONDS: Final = 0.002
_TAIL_BYTES: Final = 64 * 1024
_KEYS: Final = frozenset(("v", "prev", "run", "by", "timestamp", "end", "lines"))


@dataclass(frozen=True, slots=True)
class Head:
    """What is kept of a sealed trace: the hash of its seal line and how many lines it has."""

    run: str
    by: str
    timestamp: str
    end: str
    lines: int


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a home by run, and what is wrong with their chain, in sentences. `torn` is
    true after a crash in the middle of a line, which the next writer cuts off."""

    by_run: Mapping[str, Head]
    findings: tuple[str, ...]
    torn: bool


def append_head(
    path: Path, head: Head, filesystem: FileSystem, *, patience: float = LOCK_SECONDS
) -> None:
    """Add a head durably; any number of processes may do so at once, each waiting for the others
    for at most `patience` seconds. Raises TraceWriteError."""
    try:
        descriptor = filesystem.open_append(path)
        try:
            _lock(descriptor, patience)
            prev, whole = _last_line(descriptor)
            if whole < os.fstat(descriptor).st_size:
                filesystem.truncate(descriptor, whole)
            _write_or_undo(descriptor, _spell(head, prev), whole, filesystem)
            if whole == 0:
                filesystem.sync_folder(path.parent)
        finally:
            filesystem.close(descriptor)
    except OSError as error:
        raise refused("The trace's head", error) from error


def heads_bytes(path: Path) -> bytes:
    """`heads.jsonl` as it stands; empty when nothing was sealed yet. Raises OSError."""
    try:
        return read_regular(path, HEADS_MAX_BYTES)
    except FileNotFoundError:
        return b""


def read_heads(data: bytes, *, excerpt: bool = False) -> Heads:
    """Read and check the whole chain. An excerpt (in an export) is a choice of lines, so only
    each line for itself is checked. Never raises."""
    *lines, rest = data.split(b"\n")
    by_run: dict[str, Head] = {}
    findings: list[str] = []
    prev = START
    for number, text in enumerate(lines, start=1):
        try:
            said, head = _parse(text)
        except LineRefused as error:
            findings.append(f"Line {number} of heads.jsonl is {error}.")
            prev = content_name(text + b"\n")
            continue
        if said != prev and not excerpt:
            findings.append(f"Line {number} of heads.jsonl does not follow the line before it.")
        if head.run in by_run:
            findings.append(f"Line {number} of heads.jsonl names {head.run} a second time.")
        by_run.setdefault(head.run, head)
        prev = content_name(text + b"\n")
    return Heads(by_run, tuple(findings), torn=bool(rest))


def head_lines(data: bytes, runs: frozenset[str]) -> bytes:
    """The lines of `heads.jsonl` that are about some runs, as they stand."""
    kept = [text for text in data.split(b"\n")[:-1] if _run_of(text) in runs]
    return b"".join(text + b"\n" for text in kept)


def _run_of(text: bytes) -> str | None:
    try:
        return _parse(text)[1].run
    except LineRefused:
        return None


def _spell(head: Head, prev: str) -> bytes:
    value: dict[str, JsonValue] = {
        "v": 1,
        "prev": prev,
        "run": head.run,
        "by": head.by,
        "timestamp": head.timestamp,
        "end": head.end,
        "lines": head.lines,
    }
    return spell(value) + b"\n"


def _parse(text: bytes) -> tuple[str, Head]:
    value = read_exact(text)
    if not isinstance(value, dict) or value.keys() != _KEYS or value["v"] != 1:
        raise LineRefused("not the head of a trace")
    prev, run, by = value["prev"], value["run"], value["by"]
    moment, end, lines = value["timestamp"], value["end"], value["lines"]
    if not (isinstance(prev, str) and isinstance(run, str) and isinstance(by, str)):
        raise LineRefused("not the head of a trace")
    if not (isinstance(moment, str) and isinstance(end, str) and type(lines) is int):
        raise LineRefused("not the head of a trace")
    if not (is_run_id(run) and is_content_name(end) and is_content_name(prev)):
        raise LineRefused("not the head of a trace")
    return prev, Head(run, by, moment, end, lines)


def _lock(descriptor: int, patience: float) -> None:
    """Wait for other writers, but not for ever: each holds the lock for a millisecond or two."""
    deadline = time.monotonic() + patience
    while not _locked(descriptor):
        if time.monotonic() >= deadline:
            raise TraceWriteError("Another process keeps heads.jsonl locked; end it and ask again.")
        time.sleep(_POLL_SECONDS)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _last_line(descriptor: int) -> tuple[str, int]:
    """The hash that the next line names, and how many bytes of whole lines there are."""
    size = os.fstat(descriptor).st_size
    start = max(0, size - _TAIL_BYTES)
    tail = os.pread(descriptor, size - start, start)
    newline = tail.rfind(b"\n")
    if newline < 0:
        return START, 0
    before = tail.rfind(b"\n", 0, newline)
    return content_name(tail[before + 1 : newline + 1]), start + newline + 1


def _write_or_undo(descriptor: int, spelt: bytes, whole: int, filesystem: FileSystem) -> None:
    try:
        write_all(filesystem, descriptor, spelt)
        filesystem.sync(descriptor)
    except OSError:
        try_quietly(lambda: filesystem.truncate(descriptor, whole))
        raise
