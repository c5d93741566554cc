"""Taking traces of another home into this one, so that they can be verified here and offline.

They are staged beside the home and verified as they would be in it; only what is whole is taken:
the file under its name, never over another one, and then its head. Their content is in the store
before.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from traces.chain_rules import check_chain
from traces.errors import TraceNotFound
from traces.filesystem import FILE_MODE, RealFileSystem, refused, try_quietly, write_all
from traces.heads import Head, append_head, heads_bytes, read_heads
from traces.home import Home
from traces.reader import read_bytes
from traces.verification import Verification, VerifyStatus
from traces.verify import verify_with_heads


@dataclass(frozen=True, slots=True)
class _Staging(Home):
    """A home of its own but for the content, which is the real one's."""

    real: Home

    @property
    def cas(self) -> Path:
        return self.real.cas


class AdoptionRefused(Exception):
    """The traces don't belong in this home. The message is the end of a sentence that starts
    with "it"."""


def adopt(home: Home, run: str, traces: dict[str, bytes]) -> Verification:
    """Take a run and the runs below it, `traces` by id, all or none. The home's store holds what
    they name, as far as it could be had.

    Raises AdoptionRefused when they don't verify, or when another trace of such an id is here;
    TraceWriteError when the disk refuses. Those that are here already are left as they are.
    """
    for name, data in traces.items():
        _refuse_another(home, name, data)
    with _staged(home, traces) as staging:
        verification = verify_with_heads(staging, run, read_data=True, excerpt=True)
    if verification.status is not VerifyStatus.OK:
        sentence = verification.findings[0].sentence if verification.findings else ""
        raise AdoptionRefused(f"does not verify: {sentence}".rstrip("."))
    for name, data in sorted(traces.items(), key=lambda item: item[0] == run):
        _take(home, name, data)
    return verification


def is_here(home: Home, run: str, data: bytes) -> bool:
    """Whether the home has this very trace, sealed. Raises AdoptionRefused when it has another
    one of that id."""
    return _refuse_another(home, run, data) and _has_head(home, run)


def _refuse_another(home: Home, run: str, data: bytes) -> bool:
    """True when these bytes are here, False when nothing is."""
    try:
        here = read_bytes(home, run)
    except TraceNotFound:
        return False
    except OSError as error:
        raise AdoptionRefused("has the id of a trace here that can't be read") from error
    if here != data:
        raise AdoptionRefused("has the id of another trace that is here already")
    return True


@contextmanager
def _staged(home: Home, traces: dict[str, bytes]) -> Iterator[Home]:
    with TemporaryDirectory(prefix="marchwarden-") as scratch:
        staging = _Staging(Path(scratch), home)
        staging.traces.mkdir()
        for run, data in traces.items():
            staging.trace(run).write_bytes(data)
            head = _head_of(run, data)
            if head is not None:
                append_head(staging.heads, head, RealFileSystem())
        yield staging


def _head_of(run: str, data: bytes) -> Head | None:
    """The head that a sealed trace has; None for one without a seal."""
    checked = check_chain(run, data)
    if checked.end is None or not checked.lines:
        return None
    seal = checked.lines[-1]
    return Head(seal.run, seal.by, seal.timestamp, checked.end, len(checked.lines))


def _take(home: Home, run: str, data: bytes) -> None:
    head = _head_of(run, data)
    temporary = home.traces / f".{run}.{secrets.token_hex(6)}"
    disk = RealFileSystem()
    try:
        _write(temporary, data)
        try:
            os.link(temporary, home.trace(run))
        except FileExistsError:
            _refuse_another(home, run, data)
        disk.sync_folder(home.traces)
    except OSError as error:
        raise refused("A researcher's trace", error) from error
    finally:
        try_quietly(lambda: temporary.unlink(missing_ok=True))
    if head is not None and not _has_head(home, run):
        append_head(home.heads, head, disk)


def _write(path: Path, data: bytes) -> None:
    disk = RealFileSystem()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    try:
        write_all(disk, descriptor, data)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def _has_head(home: Home, run: str) -> bool:
    try:
        return run in read_heads(heads_bytes(home.heads)).by_run
    except OSError as error:
        raise refused("heads.jsonl", error) from error
