"""The network, kept warm for as long as the PI lives. Light to import."""

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import anyio
from anyio.abc import TaskGroup

from pi.failure import FailureKind, ResearcherFailure
from pi.model import Failed, Member
from pi.network import Presence, transport_words
from pi.pins import MemoryPins, Pins
from pi.warm import WarmResearcher
from pi.warmth import StartTogether, Warmth

if TYPE_CHECKING:
    from pi.connection import ResearcherConnection


class Pool:
    """`async with Pool(members) as pool`: all are started at once and none is waited for. Each
    lives in a task of its own, so that one which fails or hangs costs nobody. They are closed
    together when the block ends: cancelled calls, stdin closed, then signals; 8 seconds at most.

    What the block raises comes out as it is.
    """

    def __init__(
        self, members: Sequence[Member], pins: Pins | None = None, warmth: Warmth | None = None
    ) -> None:
        self._warmth = warmth or Warmth()
        self._members = tuple(members)
        self._pins = pins
        self._warm: dict[str, WarmResearcher] = {}
        self._tasks: TaskGroup | None = None

    async def __aenter__(self) -> Self:
        together = StartTogether(member.name for member in self._members)
        pins = self._pins or MemoryPins()
        self._tasks = anyio.create_task_group()
        await self._tasks.__aenter__()
        for member in self._members:
            warm = WarmResearcher(member, pins, self._warmth)
            self._warm[member.name] = warm
            self._tasks.start_soon(warm.keep, together, name=f"keep {member.name}")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._tasks is not None
        self._tasks.cancel_scope.cancel()
        await self._tasks.__aexit__(None, None, None)  # the block's own error is not wrapped

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody, in the order given."""
        return self._members

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences about researchers whose tools are not those of the last meeting."""
        return tuple(warm.notice for warm in self._warm.values() if warm.notice is not None)

    async def use(self, name: str, seconds: float | None = None) -> "ResearcherConnection | Failed":
        """A connection that was well a moment ago, or why there is none. Waits for one that
        starts, at most `seconds`, else as long as a start may take."""
        warm = self._warm.get(name)
        if warm is None:
            words = f"There is no researcher called {name} in the network."
            return Failed(FailureKind.UNREACHABLE, words)
        return await warm.use(self._warmth.connect if seconds is None else seconds)

    def doubt(self, name: str) -> None:
        """Say that a researcher left a call without an answer; before it is used again it is
        asked whether it is well, and replaced when it does not say so."""
        warm = self._warm.get(name)
        if warm is not None:
            warm.doubt()

    def trust(self, name: str) -> None:
        """Say that a researcher has just answered a call."""
        warm = self._warm.get(name)
        if warm is not None:
            warm.trust()

    async def presence(self) -> tuple[Presence, ...]:
        """Everybody's state, asked for at once, in the order given."""
        found: dict[str, Presence] = {}

        async def note(member: Member) -> None:
            found[member.name] = await self._presence_of(member)

        async with anyio.create_task_group() as tasks:
            for member in self._members:
                tasks.start_soon(note, member)
        return tuple(found[member.name] for member in self._members)

    async def _presence_of(self, member: Member) -> Presence:
        where = transport_words(member.researcher.transport)
        connection = await self.use(member.name)
        if isinstance(connection, Failed):
            return Presence(member.name, where, None, None, connection.sentence)
        version = connection.facts.contract_version
        try:
            latency = await connection.health()
        except ResearcherFailure as failure:
            return Presence(member.name, where, version, None, failure.sentence)
        return Presence(member.name, where, version, latency, None)
