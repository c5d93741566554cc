"""One researcher that is kept warm: started, watched, replaced when it dies or falls silent.

Its whole life is one task, `keep`; whoever wants it calls `use`. Light to import: the MCP client
is loaded while the child's process starts.
"""

import logging
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from pi.child import ChildProcess, launched
from pi.dispatch import spare_libraries
from pi.failure import FailureKind, ResearcherFailure
from pi.model import Failed, Member
from pi.warmth import StartTogether, Warmth

if TYPE_CHECKING:
    from mcp_types import Tool

    from pi.connection import ResearcherConnection
    from pi.pins import Pins

_log = logging.getLogger(__name__)


class WarmResearcher:
    """A member of the network. It is starting, or has a connection, or has failed."""

    def __init__(self, member: Member, pins: "Pins", warmth: Warmth) -> None:
        self.member = member
        self.notice: str | None = None
        """Set when its tools are not those of the last meeting."""
        self._pins = pins
        self._warmth = warmth
        self._connection: ResearcherConnection | None = None
        self._failed: Failed | None = None
        self._settled = anyio.Event()
        self._called = anyio.Event()
        self._looking = anyio.Lock()
        self._was_met = False
        self._well_until = 0.0
        self._retry_at = 0.0
        self._deaths: list[float] = []

    @property
    def name(self) -> str:
        """The member's."""
        return self.member.name

    async def keep(self, together: StartTogether) -> None:
        """Live until cancelled, through as many connections as it takes."""
        while True:
            ended = await self._one_life(together)
            pause = None if ended is not None else self._pause_before_restart()
            if pause is None:
                self._give_up(ended or self._died_too_often())
                await self._called.wait()
            else:
                await anyio.sleep(pause)

    async def use(self, seconds: float) -> "ResearcherConnection | Failed":
        """A connection that answers, or why there is none. Waits for a start or a restart, but no
        longer than that many seconds."""
        self._try_again_if_due()
        with anyio.move_on_after(max(seconds, 0)):
            while True:
                await self._settled.wait()
                connection = self._connection
                if connection is None:
                    assert self._failed is not None
                    return self._failed
                if await self._is_well(connection):
                    return connection
                self._drop(connection)
        words = f"{self.name} was not ready within {seconds:.3g} s; allow it more time."
        return Failed(FailureKind.TIMEOUT, words)

    def doubt(self) -> None:
        """It left a call without an answer: see whether it is well before it is used again."""
        self._well_until = 0.0

    def trust(self) -> None:
        """It has just answered somebody, so it is well."""
        self._well_until = anyio.current_time() + self._warmth.trusted

    async def _one_life(self, together: StartTogether) -> ResearcherFailure | None:
        """From a start to an end. Returns why it was never met; None when it was."""
        self._was_met = False
        try:
            async with launched(self.member.researcher) as child:
                await together.wait(self.name)
                await self._live_with(child)
        except ResearcherFailure as failure:
            if not self._was_met:
                return failure
        except Exception as error:  # the boundary: what nobody thought of ends this one only
            _log.exception("%s could not be kept", self.name)
            words = f"{self.name} failed in a way that is not understood ({type(error).__name__})."
            return ResearcherFailure(self.name, FailureKind.PROTOCOL, words)
        finally:
            together.arrive(self.name)
            self._unsettle()
        return None

    async def _live_with(self, child: ChildProcess | None) -> None:
        from pi.connection import connect

        spare_libraries()
        async with connect(self.member.researcher, child, seconds=self._warmth.connect) as met:
            met.require_contract()
            await self._look_at(met.facts.tools)
            self._connection, self._was_met = met, True
            self.trust()
            self._settled.set()
            while met.is_usable and self._connection is met:
                self._called = anyio.Event()
                with anyio.move_on_after(self._warmth.look):
                    await self._called.wait()
            self._unsettle()

    def _unsettle(self) -> None:
        """It is starting, until it has a connection or has failed."""
        self._connection = self._failed = None
        if self._settled.is_set():
            self._settled = anyio.Event()

    def _drop(self, connection: "ResearcherConnection") -> None:
        """Give up a connection that is not well; another caller may have done so before."""
        if self._connection is connection:
            connection.expect_nothing()
            self._unsettle()
            self._called.set()

    def _give_up(self, ended: ResearcherFailure) -> None:
        self._failed = Failed(ended.kind, ended.sentence)
        self._retry_at = anyio.current_time() + self._warmth.retry
        self._deaths.clear()
        self._called = anyio.Event()
        self._settled.set()

    def _try_again_if_due(self) -> None:
        if self._failed is not None and anyio.current_time() >= self._retry_at:
            self._unsettle()
            self._called.set()

    def _pause_before_restart(self) -> float | None:
        """Seconds; None when it has died too often."""
        now = anyio.current_time()
        since = now - self._warmth.restarts_within
        self._deaths = [death for death in self._deaths if death > since] + [now]
        restarts = len(self._deaths) - 1
        return None if restarts >= self._warmth.most_restarts else self._warmth.pause(restarts)

    def _died_too_often(self) -> ResearcherFailure:
        words = (
            f"{self.name} ended {len(self._deaths)} times within {self._warmth.restarts_within:g} "
            "s and is left alone for now; start its command by hand to see why."
        )
        return ResearcherFailure(self.name, FailureKind.DIED, words)

    async def _is_well(self, connection: "ResearcherConnection") -> bool:
        if not connection.is_usable:
            return False
        async with self._looking:  # of many who want it at once, one asks for all
            if anyio.current_time() < self._well_until:
                return True
            busy = connection.calls_under_way > 0
            with anyio.move_on_after(
                self._warmth.health_when_busy if busy else self._warmth.health
            ):
                try:
                    await self._look_at(await connection.list_tools())
                except ResearcherFailure:
                    return False
                self.trust()
                return True
        return anyio.current_time() < self._well_until

    async def _look_at(self, tools: "tuple[Tool, ...]") -> None:
        """Hold the list of tools against its pin, and keep it as the new one."""
        from pi.pinning import change_noticed, pin_of

        now = pin_of(tools)
        before = await anyio.to_thread.run_sync(self._pins.get, self.name)
        if before == now:
            return
        self.notice = change_noticed(self.name, before, now) or self.notice
        await anyio.to_thread.run_sync(self._pins.put, self.name, now)
