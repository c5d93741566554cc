"""What researchers report while they work, on its way to whoever watches."""

from collections import deque
from typing import Final

import anyio

from pi.events import OnEvent, RunEvent

_WAITING_MOST: Final = 256


class StepQueue:
    """Takes events at once and hands them on one after the other. When the watcher is slower than
    the researchers, the oldest that wait are given up: a step matters until the next one."""

    def __init__(self, on_event: OnEvent) -> None:
        self._on_event = on_event
        self._waiting: deque[RunEvent] = deque(maxlen=_WAITING_MOST)
        self._some = anyio.Event()

    def put(self, event: RunEvent) -> None:
        """Never waits."""
        self._waiting.append(event)
        self._some.set()

    async def forward(self) -> None:
        """Until cancelled."""
        while True:
            await self._some.wait()
            self._some = anyio.Event()
            await self.forward_waiting()

    async def forward_waiting(self) -> None:
        """What waits now."""
        while self._waiting:
            await self._on_event(self._waiting.popleft())
