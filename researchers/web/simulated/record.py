"""What was asked of the simulated web, in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from urllib.parse import urlsplit

import anyio


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came. Times are `time.monotonic()` seconds."""

    number: int
    host: str
    """The Host header: lower case, with its port where the client sent one."""
    method: str
    target: str
    """Path and query to the letter."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """By lower-case name; a header that came twice is joined by a comma and a space."""
    body: bytes = b""
    connection: int = 0
    secure: bool = False
    at: float = 0.0
    ended: float | None = None
    """When the last bytes of the answer were handed to the network, so that the client can't have
    had them before; or when it was found to be gone."""
    left: bool = False
    """The client hung up before it had the whole answer."""

    @property
    def path(self) -> str:
        """The target without its query."""
        return urlsplit(self.target).path if self.target.startswith("/") else self.target

    @property
    def url(self) -> str:
        """Scheme, host and target as the client saw them."""
        return f"{'https' if self.secure else 'http'}://{self.host}{self.target}"


class RequestLog:
    """Requests by number. Belongs to the event loop that serves them."""

    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._changed: anyio.Event | None = None

    @property
    def requests(self) -> tuple[Asked, ...]:
        """All requests so far, oldest first."""
        return tuple(self._asked)

    def begin(self, asked: Asked) -> Asked:
        """Number a request and keep it."""
        numbered = replace(asked, number=len(self._asked))
        self._asked.append(numbered)
        self._wake()
        return numbered

    def end(self, number: int, at: float, *, left: bool) -> None:
        """Note that the answer to a request is over."""
        self._asked[number] = replace(self._asked[number], ended=at, left=left)
        self._wake()

    async def until(self, holds: Callable[[Asked], bool], seconds: float = 5.0) -> Asked:
        """The first request that a condition holds for. Raises TimeoutError."""
        with anyio.fail_after(seconds):
            while True:
                for asked in self._asked:
                    if holds(asked):
                        return asked
                if self._changed is None:
                    self._changed = anyio.Event()
                await self._changed.wait()

    def _wake(self) -> None:
        if self._changed is not None:
            self._changed.set()
            self._changed = None


def most_at_once(requests: tuple[Asked, ...]) -> int:
    """How many of these requests were being answered at the same time, at the most."""
    edges = [(asked.at, 1) for asked in requests]
    edges += [(asked.ended, -1) for asked in requests if asked.ended is not None]
    running = most = 0
    for _, step in sorted(edges):
        running += step
        most = max(most, running)
    return most


def shortest_pause(requests: tuple[Asked, ...]) -> float | None:
    """Seconds between the end of an answer and the next request, at the least; negative when they
    overlap, None when there are not two."""
    ordered = sorted(requests, key=lambda asked: asked.at)
    pauses = [
        later.at - earlier.ended
        for earlier, later in pairwise(ordered)
        if earlier.ended is not None
    ]
    return min(pauses, default=None)
