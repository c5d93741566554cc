"""A connection to one researcher: every wait bounded, every failure a ResearcherFailure.

The MCP client lives in a task of its own, so that whatever tears it down (a dead process, a
broken stream) ends this researcher's calls with a sentence and reaches nobody else.
"""

import base64
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

import anyio
import mcp_types as types
from mcp import Client
from mcp.client import Transport
from mcp.server.mcpserver import MCPServer

from contract import META_KEY, TOOL_NAME, ResearchRequest, ResearchResult, limits_of
from pi.answer import contract_version_of, result_of
from pi.child import ChildProcess, launched
from pi.failure import FailureKind, ResearcherFailure
from pi.http import http_client, http_transport
from pi.network import Address, Command, InProcess, Researcher
from pi.stdio import StdioRecord, stdio_streams
from pi.translate import failure_of

CONNECT_SECONDS: Final = 20.0
GRACE_SECONDS: Final = 15.0
"""What a call may take over its own limit: time to notice, seal and send."""
READ_SECONDS: Final = 30.0
_CLOSE_SECONDS: Final = 8.0
_TOOL_PAGES: Final = 20
_PART_BYTES: Final = 2 * 1024 * 1024
_RECORD_MAX_BYTES: Final = 256 * 1024 * 1024

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ProgressUpdate:
    """A step that a researcher reports. `progress` increases within one call."""

    progress: float
    total: float | None
    message: str


OnProgress = Callable[[ProgressUpdate], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a researcher says about itself when it is met."""

    server_name: str | None
    server_version: str | None
    protocol_version: str
    tools: tuple[types.Tool, ...]

    @property
    def research_tool(self) -> types.Tool | None:
        """The tool of the contract, if it is there."""
        return next((tool for tool in self.tools if tool.name == TOOL_NAME), None)

    @property
    def contract_version(self) -> str | None:
        """The contract version that the tool's `_meta` names."""
        tool = self.research_tool
        return contract_version_of(tool) if tool is not None else None


class ResearcherConnection:
    """An open connection. Calls may run at the same time; cancelling one cancels it over there.

    All methods raise ResearcherFailure and nothing else of their own.
    """

    def __init__(self, keeper: "_Keeper") -> None:
        self._keeper = keeper

    @property
    def name(self) -> str:
        """The researcher's name in the network."""
        return self._keeper.name

    @property
    def facts(self) -> ServerFacts:
        """What the researcher said about itself while connecting."""
        assert self._keeper.facts is not None
        return self._keeper.facts

    @property
    def stdio(self) -> StdioRecord | None:
        """What was seen on the wire beside messages; None over other transports."""
        return self._keeper.record

    async def research(
        self,
        request: ResearchRequest,
        on_progress: OnProgress | None = None,
        *,
        grace_seconds: float = GRACE_SECONDS,
    ) -> ResearchResult:
        """Put one question. Waits for the request's own limit and the grace, no longer."""
        self._require_contract()
        arguments = request.model_dump(mode="json", exclude_unset=True)
        seconds = limits_of(request).max_seconds + grace_seconds
        answer = await self.call(TOOL_NAME, arguments, seconds, on_progress)
        return result_of(self.name, answer)

    async def call(
        self,
        tool: str,
        arguments: dict[str, object],
        seconds: float,
        on_progress: OnProgress | None = None,
    ) -> types.CallToolResult:
        """Call any tool and hand back its answer unjudged; a tool error is an answer too."""
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=tool, arguments=arguments)
        )

        async def report(progress: float, total: float | None, message: str | None) -> None:
            if on_progress is not None:
                await on_progress(ProgressUpdate(progress, total, message or ""))

        return await self._keeper.bounded(
            lambda client: client.session.send_request(
                request, types.CallToolResult, progress_callback=report
            ),
            seconds,
        )

    async def list_tools(self) -> tuple[types.Tool, ...]:
        """All tools, asked for anew."""
        return await self._keeper.bounded(_all_tools, READ_SECONDS)

    async def read_resource(self, uri: str, seconds: float = READ_SECONDS) -> bytes:
        """The bytes of one resource; text is given as its UTF-8 bytes."""
        answer = await self._keeper.bounded(lambda client: client.read_resource(uri), seconds)
        return b"".join(_bytes_of(part) for part in answer.contents)

    async def read_trace(self, trace_id: str) -> bytes:
        """A run's trace as stored: JSON lines."""
        return await self._read_record(f"trace://{trace_id}")

    async def read_blob(self, content_hash: str) -> bytes:
        """Stored content by its `sha256:…` name. The caller checks that the bytes match."""
        return await self._read_record(f"blob://{content_hash.removeprefix('sha256:')}")

    async def _read_record(self, uri: str) -> bytes:
        """A record whole, or in parts when the researcher gives large ones only so."""
        try:
            return await self.read_resource(uri)
        except ResearcherFailure as whole:
            if not self.is_usable or whole.kind is FailureKind.TIMEOUT:
                raise
            try:
                return await self._read_parts(uri)
            except ResearcherFailure:
                raise whole from None

    async def _read_parts(self, uri: str) -> bytes:
        record = bytearray()
        while len(record) < _RECORD_MAX_BYTES:
            query = f"?start={len(record)}&length={_PART_BYTES}"
            part = await self.read_resource(uri + query)
            record += part
            if len(part) < _PART_BYTES:
                break
        return bytes(record)

    @property
    def is_usable(self) -> bool:
        """False when the process or the connection is gone; a new one has to be opened."""
        return self._keeper.is_usable

    async def health(self) -> float:
        """Seconds that one small exchange takes now."""
        started = anyio.current_time()
        await self.list_tools()
        return anyio.current_time() - started

    def _require_contract(self) -> None:
        version = self.facts.contract_version
        if self.facts.research_tool is None:
            words = f"{self.name} is an MCP server, but it has no tool `{TOOL_NAME}`."
        elif version != "v1":
            spoken = f"contract {version}" if version else f"no contract version ({META_KEY})"
            words = f"{self.name} offers {spoken}; this program speaks v1: update the older one."
        else:
            return
        raise ResearcherFailure(self.name, FailureKind.CONTRACT, words)


class _Keeper:
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
                self.facts = await _facts_of(client)
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
            await self.child.exited_within(0.5)
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


@asynccontextmanager
async def connect(
    researcher: Researcher,
    child: ChildProcess | None = None,
    *,
    seconds: float = CONNECT_SECONDS,
) -> AsyncIterator[ResearcherConnection]:
    """Meet a researcher: start it if need be, shake hands, list its tools.

    `child` is a process that `pi.child.launched` started before. Raises ResearcherFailure, here
    or from the connection's methods; an exception of the block's own passes through unwrapped.
    """
    raised: Exception | None = None
    async with AsyncExitStack() as stack:
        if child is None:
            child = await stack.enter_async_context(launched(researcher))
        keeper = _Keeper(researcher, child)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(keeper.run)
            try:
                await keeper.settled_within(seconds)
                yield ResearcherConnection(keeper)
            except Exception as error:  # raised again below, outside the group that would wrap it
                raised = error
            finally:
                with anyio.CancelScope(shield=True):
                    await keeper.close()
                tasks.cancel_scope.cancel()
    if raised is not None:
        raise raised


async def _facts_of(client: Client) -> ServerFacts:
    info = client.server_info
    return ServerFacts(
        server_name=info.name if info else None,
        server_version=info.version if info else None,
        protocol_version=client.protocol_version,
        tools=await _all_tools(client),
    )


async def _all_tools(client: Client) -> tuple[types.Tool, ...]:
    tools: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(_TOOL_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools.extend(page.tools)
        cursor = page.next_cursor
        if cursor is None:
            break
    return tuple(tools)


def _bytes_of(part: types.TextResourceContents | types.BlobResourceContents) -> bytes:
    if isinstance(part, types.TextResourceContents):
        return part.text.encode()
    return base64.b64decode(part.blob)


def text_of(answer: types.CallToolResult) -> str:
    """All text content of a tool's answer."""
    parts: Sequence[types.ContentBlock] = answer.content
    return "\n".join(part.text for part in parts if isinstance(part, types.TextContent))
