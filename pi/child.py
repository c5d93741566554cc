"""A researcher's process: started early, watched, and always ended. Imports nothing heavy, so
that the child loads its libraries while the parent still loads its own."""

import os
import signal
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process
from anyio.lowlevel import checkpoint

from pi.failure import FailureKind, ResearcherFailure
from pi.network import Command, Researcher

EXIT_GRACE_SECONDS: Final = 2.0
"""Time to seal a trace and leave after stdin closed, and again after SIGTERM."""
_LOOP_TURNS_TO_CLOSE: Final = 3
_POLL_SECONDS: Final = 0.01
_WATCH_SECONDS: Final = 0.1
_LAST_WORDS: Final = 20
_LAST_WORD_CHARS: Final = 500


class ChildProcess:
    """A running child with its pipes and its last lines on stderr."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._stopped = False
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)

    @property
    def stdin(self) -> ByteSendStream:
        """What the child reads."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def stdout(self) -> ByteReceiveStream:
        """What the child writes."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def pid(self) -> int:
        """Process id; also the id of its process group."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs; negative when a signal ended it."""
        return self._process.returncode

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines on stderr, each cut at 500 characters."""
        return tuple(self._last_words)

    async def keep_last_words(self) -> None:
        """Read stderr until it ends, so that a talkative child never blocks on a full pipe."""
        assert self._process.stderr is not None
        held = b""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            async for chunk in self._process.stderr:
                *lines, held = (held + chunk).split(b"\n")
                held = held[-_LAST_WORD_CHARS:]
                for line in filter(None, map(bytes.strip, lines[-_LAST_WORDS:])):
                    self._remember(line)
        if held.strip():
            self._remember(held)

    async def exited_within(self, seconds: float) -> bool:
        """Wait for the process itself, not for its pipes, which a grandchild may hold open."""
        with anyio.move_on_after(seconds):
            while self.exit_code is None:  # noqa: ASYNC110 - no event without its pipes
                await anyio.sleep(_POLL_SECONDS)
        return self.exit_code is not None

    async def wait_for_exit(self) -> None:
        """As `exited_within`, without an end."""
        while self.exit_code is None:  # noqa: ASYNC110 - no event without its pipes
            await anyio.sleep(_WATCH_SECONDS)

    async def stop(self, grace_seconds: float = EXIT_GRACE_SECONDS) -> None:
        """Close stdin, wait, then SIGTERM, then SIGKILL to the whole group, so that no worker of
        the child stays behind. At most 6 seconds; a second call costs nothing."""
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self.stdin.aclose()
        if not await self.exited_within(grace_seconds):
            self._signal(signal.SIGTERM)
            if not await self.exited_within(grace_seconds):
                self._signal(signal.SIGKILL)
                await self.exited_within(EXIT_GRACE_SECONDS)
        if not self._stopped:
            self._stopped = True
            self._signal(signal.SIGKILL)
            await self._let_go()

    async def _let_go(self) -> None:
        """Close the pipes, also when a descendant that left the group still holds their other end.
        No public name leads to asyncio's transport, which else stays open until then."""
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                    await pipe.aclose()
        transport = getattr(getattr(self._process, "_process", None), "_transport", None)
        close = getattr(transport, "close", None)
        if callable(close):
            with suppress(PermissionError):
                close()
        for _ in range(_LOOP_TURNS_TO_CLOSE):
            await checkpoint()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def _remember(self, line: bytes) -> None:
        self._last_words.append(line.decode("utf-8", "replace").rstrip()[:_LAST_WORD_CHARS])


@asynccontextmanager
async def launched(researcher: Researcher) -> AsyncIterator[ChildProcess | None]:
    """Start a researcher's process at once, if it has one, and end it when the block ends.

    Enter it before importing anything heavy: the child starts up meanwhile. Hand what it yields
    to `pi.connection.connect`. Raises ResearcherFailure when the command can't be started.
    """
    if not isinstance(researcher.transport, Command):
        yield None
        return
    child = await _start(researcher.name, researcher.transport)
    try:
        yield child
    finally:
        with anyio.CancelScope(shield=True):
            await child.stop()


async def _start(name: str, command: Command) -> ChildProcess:
    if not command.arguments:
        words = f"{name} has an empty command; set one."
        raise ResearcherFailure(name, FailureKind.START_FAILED, words)
    try:
        with anyio.CancelScope(shield=True):  # a start that is cancelled halfway leaves an orphan
            process = await anyio.open_process(
                command.arguments,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                env=dict(command.environment),
                cwd=command.folder,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ResearcherFailure(
            name,
            FailureKind.START_FAILED,
            f"{name} could not be started: {command.arguments[0]}: {reason}; check its command.",
        ) from error
    return ChildProcess(process)
