"""A process that reads hostile files, seen from outside: messages in, messages out, killed."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from researchers.reading.frames import LONGEST_MESSAGE, FrameReader, frame

_PIPE_BYTES: Final = 1 << 20
_CHUNK: Final = 1 << 20
_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}
_START: Final = "import sys; sys.path[:] = {path!r}; from {module} import main; main()"


class ConfinedProcess:
    """A running worker: `main()` of `module` in a fresh interpreter. `settings` is its first
    message. It inherits no open file and no environment, so it knows no key. Answers over
    `longest_message` bytes are refused before they are held in memory."""

    def __init__(
        self, module: str, settings: object, *, longest_message: int = LONGEST_MESSAGE
    ) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-I", "-c", _START.format(path=sys.path, module=module)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            close_fds=True,
            env=_ENVIRONMENT,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self.output: int = self._process.stdout.fileno()
        with suppress(OSError):
            fcntl.fcntl(self.output, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        os.set_blocking(self.output, False)
        self._frames = FrameReader(longest_message)
        self.send(frame(settings))

    @property
    def alive(self) -> bool:
        """False once the process has ended."""
        return self._process.poll() is None

    def send(self, framed: memoryview) -> None:
        """Write a framed message. Blocks while the pipe is full; a worker that is dead already
        shows it at the next `receive`."""
        with suppress(BrokenPipeError):
            self._input.write(framed)
            self._input.flush()

    def receive(self) -> Iterator[Any]:
        """The messages that have arrived. Raises EOFError when the worker has closed its end, and
        FrameError for what is no message."""
        try:
            while data := os.read(self.output, _CHUNK):
                self._frames.feed(data)
                while (message := self._frames.next()) is not None:
                    yield message
        except BlockingIOError:
            return
        raise EOFError

    def stop(self) -> None:
        """End the process at once, without waiting for its end. The one method for any thread."""
        self._process.kill()

    def kill(self, *, ending: bool) -> str:
        """End the process at once; says how it had ended if it was dead before. `ending` waits a
        moment for a process that has just closed its output to be gone."""
        code = self._process.poll()
        if code is None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(timeout=0.05 if ending else 0.0)
        self._process.kill()
        self._process.wait()
        self._close()
        if code == -signal.SIGXCPU:
            return "killed after using its processor time"
        if code is not None and code < 0:
            return f"crashed ({signal.Signals(-code).name})"
        return "crashed"

    def close(self) -> None:
        """Let an idle worker end by itself; one that does not is killed."""
        with suppress(OSError):
            self._input.close()
        try:
            self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            self._input.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
