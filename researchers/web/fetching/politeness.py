"""Turns at a host: one request at a time, a pause after each, and few hosts at once.

A turn never holds one host while it waits for another, and whoever holds one of the few places at
once waits for nothing but the network, so turns can't block each other for good.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

import anyio

DELAY_SECONDS: Final = 0.15
AT_ONCE: Final = 8
LONGEST_CRAWL_DELAY: Final = 10.0
"""Seconds that are waited because a robots.txt asks for them; more only by the user's own delay."""

LONGEST_RETRY_AFTER: Final = 5.0
"""Seconds that are waited because a server asks for them."""

_LONGEST_BAN: Final = 86_400.0
_REMEMBERED_HOSTS: Final = 1_000


def _time_left() -> float:
    return anyio.current_effective_deadline() - anyio.current_time()


@dataclass(frozen=True, slots=True)
class Pace:
    """Where turns take their time from; all in seconds. `time_left` is how long the caller can
    still wait, by default until the nearest deadline of the cancel scopes around it."""

    now: Callable[[], float] = anyio.current_time
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    time_left: Callable[[], float] = _time_left


class WhoDelays(Enum):
    """Whose word makes a turn come too late."""

    PAUSE = auto()
    """The pause between requests, as its robots.txt or the settings ask for."""
    SERVER = auto()
    """Its answer to an earlier request: 429 or 503."""


@dataclass(frozen=True, slots=True)
class TooLate:
    """The turn would come in so many seconds: more than the caller has, or more than is waited
    for."""

    seconds: float
    who: WhoDelays


@dataclass(slots=True)
class _Host:
    free: anyio.Semaphore = field(default_factory=lambda: anyio.Semaphore(1))
    ready_at: float = 0.0
    left_alone_until: float = 0.0
    queue: int = 0
    """Those who wait for their turn or have it."""


class Turns:
    """All hosts of one process. A host is whatever text names it: scheme, name and port."""

    def __init__(self, delay: float = DELAY_SECONDS, at_once: int = AT_ONCE) -> None:
        self.delay = delay
        self.places = anyio.Semaphore(at_once)
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    @property
    def remembered(self) -> int:
        """Of how many hosts something is known."""
        return len(self._hosts)

    def turn(self, pace: Pace) -> "Turn":
        """A turn that has not begun at any host."""
        return Turn(self, pace)

    def host(self, name: str, now: float) -> _Host:
        """What is known of a host; hosts that nothing is known of any more are forgotten."""
        host = self._hosts.setdefault(name, _Host())
        self._hosts.move_to_end(name)
        if len(self._hosts) > _REMEMBERED_HOSTS:
            for other, state in list(self._hosts.items())[: _REMEMBERED_HOSTS // 2]:
                if not state.queue and max(state.ready_at, state.left_alone_until) <= now:
                    del self._hosts[other]
        return host


class Turn:
    """One caller's right to send a request to one host, which may move on to another."""

    def __init__(self, turns: Turns, pace: Pace) -> None:
        self._turns = turns
        self._pace = pace
        self._host: _Host | None = None
        self._pause = 0.0

    @property
    def holds(self) -> bool:
        """Whether it holds a host."""
        return self._host is not None

    async def take(self, name: str, pause: float = 0.0) -> TooLate | None:
        """Wait until the host is free and its pause is over. `pause` is what its robots.txt asks
        for between two requests."""
        assert self._host is None, "a turn holds one host at a time"
        host = self._turns.host(name, self._pace.now())
        pause = max(pause, self._turns.delay)
        late = self._too_late(host, pause * host.queue)
        if late is not None:
            return late
        host.queue += 1
        try:
            late = await self._begin(host)
        except BaseException:
            host.queue -= 1
            raise
        if late is not None:
            host.queue -= 1
            return late
        self._host, self._pause = host, pause
        return None

    def release(self) -> None:
        """End the turn, if it holds a host: the pause begins now. Never waits."""
        host, self._host = self._host, None
        if host is None:
            return
        host.ready_at = self._pace.now() + self._pause
        host.queue -= 1
        self._turns.places.release()
        host.free.release()

    def leave_alone(self, seconds: float) -> None:
        """Note that the host wants no requests for so long; at most for a day."""
        assert self._host is not None, "a host answers while it is held"
        until = self._pace.now() + min(max(seconds, 0.0), _LONGEST_BAN)
        self._host.left_alone_until = max(self._host.left_alone_until, until)

    async def _begin(self, host: _Host) -> TooLate | None:
        await host.free.acquire()
        try:
            late = await self._wait_for(host)
            if late is None:
                await self._turns.places.acquire()
        except BaseException:
            host.free.release()
            raise
        if late is not None:
            host.free.release()
        return late

    async def _wait_for(self, host: _Host) -> TooLate | None:
        while (wait := self._wait(host)) > 0:
            late = self._too_late(host, 0.0)
            if late is not None:
                return late
            await self._pace.sleep(wait)
        return None

    def _wait(self, host: _Host) -> float:
        return max(host.ready_at, host.left_alone_until) - self._pace.now()

    def _too_late(self, host: _Host, queued: float) -> TooLate | None:
        """`queued` is the least time that those before us take."""
        now, left = self._pace.now(), self._pace.time_left()
        alone = host.left_alone_until - now
        if alone > 0 and alone > min(LONGEST_RETRY_AFTER, left):
            return TooLate(alone, WhoDelays.SERVER)
        pause = max(host.ready_at - now, 0.0)
        wait = pause + queued
        if wait > 0 and (pause > max(LONGEST_CRAWL_DELAY, self._turns.delay) or wait > left):
            return TooLate(wait, WhoDelays.PAUSE)
        return None
