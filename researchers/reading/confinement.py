"""What a process that reads hostile files sets on itself, before it reads any.

It is killed from outside when it takes too long; these limits hold even when nobody is there to
kill it. Messages go over copies of its standard streams, so that no library can write into them.
"""

import gc
import os
import resource
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from researchers.reading.frames import FrameReader, frame

BEGUN: Final = "begun"
"""Sent when all that a task needs is loaded: from here on its time is counted."""

_CHUNK: Final = 1 << 16
_STATUS: Final = "/proc/self/status"
_MAXRSS_UNIT: Final = 1 if sys.platform == "darwin" else 1024
_COLLECT_RARELY: Final = (100_000, 20, 100)
"""Parsing makes many short-lived values and no cycles; looking for cycles costs a tenth."""


@dataclass(slots=True)
class Channel:
    """The worker's end of its pipes."""

    source: int
    answers: int
    frames: FrameReader = field(default_factory=FrameReader)

    def receive(self) -> Any | None:
        """The next message; None when the other side has closed. Blocks."""
        while (message := self.frames.next()) is None:
            data = os.read(self.source, _CHUNK)
            if not data:
                return None
            self.frames.feed(data)
        return message

    def send(self, message: object) -> None:
        """Send all of a message. Blocks."""
        data = frame(message)
        while data:
            data = data[os.write(self.answers, data) :]


def open_channel() -> Channel:
    """Take the standard streams for messages, and give everybody else silence."""
    channel = Channel(os.dup(0), os.dup(1))
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)
    os.dup2(silence, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return channel


def settle() -> None:
    """What is loaded by now stays for good: the collector need not look at it again."""
    gc.freeze()
    gc.set_threshold(*_COLLECT_RARELY)


def limit_memory(memory_bytes: int) -> None:
    """Address space for everything, libraries included."""
    _limit(resource.RLIMIT_AS, memory_bytes)


def limit_processor_time(seconds: float) -> None:
    """Processor time from now on; the process is killed when it is used up."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + 1)


def peak_bytes() -> int:
    """The most memory that this process has held.

    Where Linux keeps it apart, since the program began: the figure of getrusage starts with the
    peak of the process that started this one.
    """
    with suppress(OSError), open(_STATUS, "rb") as status:
        for line in status:
            if line.startswith(b"VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS_UNIT


def _limit(what: int, soft: int) -> None:
    """Set a soft limit below whatever hard limit the user has."""
    hard = resource.getrlimit(what)[1]
    within = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(what, (within, hard))
