"""How long a researcher is waited for, looked after and started again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import anyio

_START_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Warmth:
    """All in seconds, but for `most_restarts`, which counts within `restarts_within`."""

    connect: float = 20.0
    """From the start of a process to its list of tools."""
    trusted: float = 5.0
    """So long after it answered, a connection is taken to be well without asking."""
    health: float = 2.0
    """For the small exchange by which it is asked."""
    health_when_busy: float = 20.0
    """The same for one that works on other calls: replacing it would cost all of them."""
    look: float = 1.0
    """Between looks at whether an idle one still lives."""
    first_pause: float = 0.1
    """Before the first restart; four times as long before each further one."""
    most_restarts: int = 3
    restarts_within: float = 60.0
    retry: float = 15.0
    """One that could not be met, or died too often, is tried again when it is wanted so much
    later."""

    def pause(self, restarts: int) -> float:
        """Before the restart that follows so many others."""
        return float(self.first_pause * 4**restarts)


class StartTogether:
    """Holds everybody at the start until all have started their processes, which then load while
    the caller loads its own libraries; that keeps the event loop for most of a second."""

    def __init__(self, names: Iterable[str]) -> None:
        self._missing = set(names)
        self._all_there = anyio.Event()

    async def wait(self, name: str) -> None:
        """Arrive, and wait for the others, but not for one that hangs in its start."""
        self.arrive(name)
        with anyio.move_on_after(_START_SECONDS):
            await self._all_there.wait()

    def arrive(self, name: str) -> None:
        """Be counted; a second time changes nothing."""
        self._missing.discard(name)
        if not self._missing:
            self._all_there.set()
