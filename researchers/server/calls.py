"""The calls that are running, so that a server that is told to stop can end them at once."""

from collections.abc import Iterator
from contextlib import contextmanager

import anyio


class RunningCalls:
    """The cancel scopes of all running calls of one server. Used from one event loop."""

    def __init__(self) -> None:
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    def __len__(self) -> int:
        return len(self._scopes)

    @contextmanager
    def track(self) -> Iterator[anyio.CancelScope]:
        """Run a call so that `stop` reaches it; `cancelled_caught` tells that it did."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                yield scope
            finally:
                self._scopes.discard(scope)
                self._ended.set()

    async def stop(self, grace: float) -> None:
        """Cancel all running calls, and wait up to `grace` seconds until they have ended."""
        with anyio.move_on_after(grace):
            while self._scopes:
                for scope in self._scopes:
                    scope.cancel()
                self._ended = anyio.Event()
                await self._ended.wait()
