"""One conformance call at a time: what it is given, and what came back of it."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio
import mcp_types as types

from contract import TOOL_NAME
from contract.conformance import Answer
from pi.answer import size_of
from pi.connection import ProgressUpdate, ResearcherConnection, text_of
from pi.failure import FailureKind, ResearcherFailure

Arguments = dict[str, object]

_PATIENCE: Final = 2
"""Exchanges without any answer before the rest of a round is given up."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a round waits, in seconds: for a call, and for what should be prompt."""

    call: float = 75.0
    prompt: float = 5.0


class Caller:
    """Makes the calls of one round, and loses patience with a researcher that never answers."""

    def __init__(self) -> None:
        self._silent = 0

    @property
    def has_given_up(self) -> bool:
        """Whether more calls would only wait in vain."""
        return self._silent >= _PATIENCE

    async def ask(
        self, connection: ResearcherConnection, arguments: Arguments, seconds: float
    ) -> Answer:
        """Put one question. A failure is an answer too."""
        if self.has_given_up:
            return Answer(failure="not made: two calls before got no answer")
        steps: list[float] = []

        async def note(update: ProgressUpdate) -> None:
            steps.append(update.progress)

        begun = anyio.current_time()
        try:
            answer = await connection.call(TOOL_NAME, arguments, seconds, note)
        except ResearcherFailure as failure:
            self._count(failure)
            return Answer(failure=failure.sentence, seconds=anyio.current_time() - begun)
        return Answer(
            is_error=bool(answer.is_error),
            text=text_of(answer),
            structured=answer.structured_content,
            size_bytes=size_of(answer),
            seconds=anyio.current_time() - begun,
            progress=tuple(steps),
            links=tuple(p.uri for p in answer.content if isinstance(p, types.ResourceLink)),
        )

    async def read_blob(self, connection: ResearcherConnection, name: str) -> bytes | None:
        """Stored content, or None when it is not given."""
        if self.has_given_up:
            return None
        try:
            return await connection.read_blob(name)
        except ResearcherFailure as failure:
            self._count(failure)
            return None

    def _count(self, failure: ResearcherFailure) -> None:
        self._silent += failure.kind is FailureKind.TIMEOUT


async def seconds_to_list_tools(connection: ResearcherConnection, bound: float) -> float | None:
    """How long the server takes for a small exchange; None when it does not answer."""
    begun = anyio.current_time()
    with anyio.move_on_after(bound):
        try:
            await connection.list_tools()
        except ResearcherFailure:
            return None
        return anyio.current_time() - begun
    return None


async def cancel_a_call(
    connection: ResearcherConnection, arguments: Arguments, waits: Waits
) -> tuple[bool, float]:
    """Begin a call and cancel it at its first sign of life. Whether it was still running then,
    and how many seconds passed until the caller was free again."""
    alive, over = anyio.Event(), anyio.Event()

    async def begin(_: ProgressUpdate) -> None:
        alive.set()

    async def call() -> None:
        with suppress(ResearcherFailure):  # what became of it shows in the calls that follow
            await connection.call(TOOL_NAME, arguments, waits.call, begin)
        over.set()
        alive.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call)
        with anyio.move_on_after(waits.prompt):
            await alive.wait()
        was_running = not over.is_set()
        cancelled = anyio.current_time()
        tasks.cancel_scope.cancel()
    return was_running, anyio.current_time() - cancelled
