"""The calls that are running, so that a server that is told to stop can end them at once."""

from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

import anyio

MOST_AT_ONCE: Final = 8
"""Calls that run at the same time; others wait for their turn. More only cost memory: the work is
bound by the processor."""

Answer = TypeVar("Answer")


class CallStopped(Exception):
    """The call was ended by the server's stop, or because its client has gone."""


class RunningCalls:
    """The cancel scopes of all running calls of one server. Used from one event loop."""

    def __init__(self, most_at_once: int = MOST_AT_ONCE) -> None:
        self._turns = anyio.CapacityLimiter(most_at_once)
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    async def run(
        self,
        call: Callable[[], Awaitable[Answer]],
        gone: Callable[[], Awaitable[None]] | None = None,
    ) -> Answer:
        """Run a call, when it is its turn, until it ends, `stop` is called, or `gone` returns.

        Raises CallStopped in the latter two cases, after the call has dealt with its cancellation.
        """
        outcome = _Outcome[Answer]()
        async with anyio.create_task_group() as tasks:
            scope = tasks.cancel_scope
            self._scopes.add(scope)
            try:
                if gone is not None:
                    tasks.start_soon(_cancel_after, gone, scope)
                async with self._turns:
                    await outcome.of(call)
            finally:
                self._scopes.discard(scope)
                self._ended.set()
                scope.cancel()
        return outcome.get()

    async def stop(self, grace: float) -> None:
        """Cancel all running calls, and wait up to `grace` seconds until they have ended."""
        with anyio.move_on_after(grace):
            while self._scopes:
                for scope in self._scopes:
                    scope.cancel()
                self._ended = anyio.Event()
                await self._ended.wait()


class _Outcome(Generic[Answer]):
    """What a call gave: kept apart from the task group, which would wrap what it raises."""

    def __init__(self) -> None:
        self._answers: list[Answer] = []
        self._failures: list[Exception] = []

    async def of(self, call: Callable[[], Awaitable[Answer]]) -> None:
        try:
            self._answers.append(await call())
        except Exception as failure:
            self._failures.append(failure)

    def get(self) -> Answer:
        if self._failures:
            raise self._failures[0]
        if not self._answers:
            raise CallStopped
        return self._answers[0]


async def _cancel_after(gone: Callable[[], Awaitable[None]], scope: anyio.CancelScope) -> None:
    await gone()
    scope.cancel()
