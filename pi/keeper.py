"""The MCP client in a task of its own, so that whatever tears it down (a dead process, a broken
stream) ends this researcher's calls with a sentence and reaches nobody else."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final, TypeVar

import anyio
from mcp import Client
from mcp.client import Transport
from mcp.server.mcpserver import MCPServer

from pi.child import ChildProcess
from pi.facts import ServerFacts, facts_of
from pi.failure import ResearcherFailure
from pi.http import http_client, http_transport
from pi.network import Address, Command, InProcess, Researcher
from pi.stdio import StdioRecord, stdio_streams
from pi.translate import failure_of

_CLOSE_SECONDS: Final = 8.0
_LAST_WORDS_SECONDS: Final = 0.5
"""Time for a child whose output ended to be gone, so that its exit code can be told."""

_T = TypeVar("_T")


class Keeper:
    """Owns the MCP client's task, and knows why it ended."""

    def __init__(self, researcher: Researcher, child: ChildProcess | None) -> None:
        self.name = researcher.name
        self.facts: ServerFacts | None = None
        self.record = StdioRecord() if child is not None else None
        self.child = child
        self._researcher = researcher
        self._client: Client | None = None
        self._settled = anyio.Event()
        self._closing = anyio.Event()
        self._ended = anyio.Event()
        self._failure: ResearcherFailure | None = None
        self._calls: set[anyio.CancelScope] = set()

    async def run(self) -> None:
        """Hold the client open until closed or lost. Never raises but when cancelled."""
        try:
            async with AsyncExitStack() as stack:
                client = await self._enter_client(stack)
                self.facts = await facts_of(client)
                self._client = client
                self._settled.set()
                await self._closing.wait()
        except Exception as error:  # the boundary: whatever the client raises becomes one failure
            if not self._closing.is_set():
                await self._lose(error)
        finally:
            self._client = None
            self._settled.set()
            self._ended.set()

    @property
    def calls_under_way(self) -> int:
        """How many exchanges wait for their answers."""
        return len(self._calls)

    @property
    def is_usable(self) -> bool:
        """Whether a call has a chance."""
        gone = self.record is not None and self.record.ended
        return self._client is not None and self._failure is None and not gone

    async def settled_within(self, seconds: float) -> None:
        """Wait for the handshake. Raises what went wrong with it."""
        with anyio.move_on_after(seconds):
            await self._settled.wait()
        if self._failure is not None:
            raise self._failure
        if self._client is None:
            raise await self.explain(TimeoutError(f"{seconds:g} s"))

    async def bounded(self, work: Callable[[Client], Awaitable[_T]], seconds: float) -> _T:
        """Run one exchange within a time, and end it at once if the client is lost."""
        if self._client is None:
            raise self._failure or await self.explain(anyio.ClosedResourceError())
        with anyio.CancelScope(deadline=anyio.current_time() + seconds) as scope:
            self._calls.add(scope)
            try:
                return await work(self._client)
            except Exception as error:  # the boundary, as above
                raise await self.explain(error) from error
            finally:
                self._calls.discard(scope)
        raise self._failure or await self.explain(TimeoutError(f"{seconds:g} s"))

    async def close(self) -> None:
        """Let the client say goodbye, within a bound; one that never arrived is not waited for."""
        self._closing.set()
        if not self._settled.is_set():
            return
        with anyio.move_on_after(_CLOSE_SECONDS):
            await self._ended.wait()

    async def explain(self, error: Exception) -> ResearcherFailure:
        """The failure behind an exception, with what the child said last."""
        if self.child is not None and self.record is not None and self.record.ended:
            await self.child.exited_within(_LAST_WORDS_SECONDS)
        return failure_of(self.name, error, self.child, self.record)

    async def _lose(self, error: Exception) -> None:
        self._failure = await self.explain(error)
        for scope in tuple(self._calls):
            scope.cancel()

    async def _enter_client(self, stack: AsyncExitStack) -> Client:
        server: MCPServer | Transport
        match self._researcher.transport:
            case InProcess(server=server):
                pass
            case Address() as address:
                http = await stack.enter_async_context(http_client(self.name, address))
                server = http_transport(address, http)
            case Command():
                assert self.child is not None
                assert self.record is not None
                server = stdio_streams(self.child, self.record)
        return await stack.enter_async_context(Client(server, cache=None))
