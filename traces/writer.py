"""The writer of one trace file: one process, one file, whole lines or nothing."""

import errno
import os
import time
from types import TracebackType
from typing import Self

from traces.chain import Chain, Ending
from traces.clock import Clock
from traces.errors import TraceWriteError
from traces.filesystem import FileSystem, RealFileSystem, refused, try_quietly
from traces.heads import Head, append_head
from traces.home import Home
from traces.recorder import Recorder
from traces.redact import Redactor
from traces.store import ContentStore


class TraceWriter(Recorder):
    """A run's memory on disk. A seal and a refusal of the disk let go of the file; close it when
    a run may end without either."""

    def __init__(
        self,
        home: Home,
        chain: Chain,
        clock: Clock,
        redactor: Redactor,
        filesystem: FileSystem,
        descriptor: int,
    ) -> None:
        super().__init__(chain, clock, redactor)
        self._home = home
        self._filesystem = filesystem
        self._store = ContentStore(home.cas, filesystem)
        self._descriptor: int | None = descriptor
        self._written = 0
        self._poison: TraceWriteError | None = None

    @classmethod
    def create(
        cls,
        home: Home,
        *,
        run: str,
        by: str,
        clock: Clock,
        redactor: Redactor | None = None,
        filesystem: FileSystem | None = None,
    ) -> Self:
        """Start the file of a new trace. Raises TraceWriteError when there is one already, or
        when the disk refuses."""
        chain = Chain(run, by)
        disk = filesystem or RealFileSystem()
        try:
            home.ensure(disk)
        except OSError as error:
            raise refused("marchwarden's home", error) from error
        try:
            descriptor = disk.create(home.trace(run))
        except FileExistsError as error:
            raise TraceWriteError(f"There is a trace {run} already; start a new run.") from error
        except OSError as error:
            raise refused("The trace", error) from error
        writer = cls(home, chain, clock, redactor or Redactor(), disk, descriptor)
        writer.tidy()
        return writer

    def tidy(self) -> None:
        """Remove what killed writers left half-written in the store; a refusal can wait."""
        try_quietly(lambda: self._store.gc(time.time()))

    def put(self, content: bytes) -> str:
        if self._poison is not None:
            raise self._poison
        try:
            return self._store.put(content)
        except TraceWriteError as error:
            self._poison = self._refusal = error
            self._remove_if_empty()
            raise

    def get(self, content_hash: str) -> bytes:
        return self._store.get(content_hash)

    def close(self) -> None:
        """Let go of the file. An unsealed trace stays as far as it came, and reads as unsealed."""
        with self._lock:
            self._let_go()
            self._refusal = self._refusal or TraceWriteError(f"Trace {self.run} is closed.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _holds(self, name: str) -> bool:
        return self._store.exists(name)

    def _append(self, spelt: bytes) -> None:
        """One write a line. A short one is undone, so that no reader meets half a line."""
        descriptor = self._open_descriptor()
        try:
            taken = self._filesystem.write(descriptor, spelt)
            if taken != len(spelt):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            try_quietly(lambda: self._filesystem.truncate(descriptor, self._written))
            self._remove_if_empty()
            self._let_go()
            self._poison = refused("The trace", error)
            raise self._poison from error
        self._written += len(spelt)

    def _remove_if_empty(self) -> None:
        """A trace that was refused before its first line leaves no file."""
        if not self._written:
            try_quietly(lambda: self._filesystem.remove(self._home.trace(self.run)))

    def _finish(self, ending: Ending) -> None:
        descriptor = self._open_descriptor()
        try:
            self._filesystem.sync(descriptor)
            self._filesystem.sync_folder(self._home.traces)
        except OSError as error:
            raise refused("The end of the trace", error) from error
        finally:
            self._let_go()
        line = ending.seal.line
        head = Head(line.run, line.by, line.timestamp, ending.end, self.lines)
        append_head(self._home.heads, head, self._filesystem)

    def _open_descriptor(self) -> int:
        if self._descriptor is None:
            raise TraceWriteError(f"Trace {self.run} is closed.")
        return self._descriptor

    def _let_go(self) -> None:
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            try_quietly(lambda: self._filesystem.close(descriptor))
