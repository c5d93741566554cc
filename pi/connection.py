"""A connection to one researcher: every wait bounded, every failure a ResearcherFailure."""

import base64
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import anyio
import mcp_types as types
from mcp import Client

from contract import (
    CONTRACT_VERSION,
    META_KEY,
    TOOL_NAME,
    ResearchRequest,
    ResearchResult,
    limits_of,
)
from pi.answer import result_of
from pi.child import ChildProcess, launched
from pi.facts import ServerFacts, all_tools
from pi.failure import FailureKind, ResearcherFailure
from pi.keeper import Keeper
from pi.network import Researcher
from pi.progress import OnProgress, ProgressUpdate
from pi.stdio import StdioRecord

__all__ = [
    "OnProgress",
    "ProgressUpdate",
    "ResearcherConnection",
    "ServerFacts",
    "connect",
    "text_of",
]

CONNECT_SECONDS: Final = 20.0
GRACE_SECONDS: Final = 15.0
"""What a call may take over its own limit: time to notice, seal and send."""
READ_SECONDS: Final = 30.0
_PART_BYTES: Final = 2 * 1024 * 1024
RECORD_MAX_BYTES: Final = 256 * 1024 * 1024
"""The largest trace or piece of content that is read unless the caller wants less."""


class ResearcherConnection:
    """An open connection. Calls may run at the same time; cancelling one cancels it over there.

    All methods raise ResearcherFailure and nothing else of their own.
    """

    def __init__(self, keeper: Keeper) -> None:
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
    def process_id(self) -> int | None:
        """Of the child; None over other transports."""
        return self._keeper.child.pid if self._keeper.child is not None else None

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
        self.require_contract()
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
        return await self._keeper.bounded(all_tools, READ_SECONDS)

    async def read_resource(self, uri: str, seconds: float = READ_SECONDS) -> bytes:
        """The bytes of one resource; text is given as its UTF-8 bytes."""

        async def read(client: Client) -> bytes:
            answer = await client.read_resource(uri)
            return b"".join(map(_bytes_of, answer.contents))

        return await self._keeper.bounded(read, seconds)

    async def read_trace(self, trace_id: str, max_bytes: int = RECORD_MAX_BYTES) -> bytes:
        """A run's trace as stored: JSON lines. A longer one is a failure too."""
        return await self._read_record(f"trace://{trace_id}", max_bytes)

    async def read_blob(self, content_hash: str, max_bytes: int = RECORD_MAX_BYTES) -> bytes:
        """Stored content by its `sha256:…` name. The caller checks that the bytes match."""
        return await self._read_record(f"blob://{content_hash.removeprefix('sha256:')}", max_bytes)

    async def _read_record(self, uri: str, max_bytes: int) -> bytes:
        """A record whole, or in parts when the researcher gives large ones only so."""
        try:
            record = await self.read_resource(uri)
        except ResearcherFailure as whole:
            if not self.is_usable or whole.kind is FailureKind.TIMEOUT:
                raise
            try:
                record = await self._read_parts(uri, max_bytes)
            except ResearcherFailure:
                raise whole from None
        if len(record) > max_bytes:
            words = f"{self.name} keeps a record of more than {max_bytes:,} bytes."
            raise ResearcherFailure(self.name, FailureKind.TOO_LARGE, words)
        return record

    async def _read_parts(self, uri: str, max_bytes: int) -> bytes:
        """Ends one part after the bound, so that the caller sees that it was passed."""
        record = bytearray()
        while len(record) <= max_bytes:
            query = f"?start={len(record)}&length={_PART_BYTES}"
            part = await self.read_resource(uri + query)
            record += part
            if len(part) < _PART_BYTES:
                break
        return bytes(record)

    def expect_nothing(self) -> None:
        """It does not answer any more: when the connection closes, its process gets no time."""
        if self._keeper.record is not None:
            self._keeper.record.silent = True

    @property
    def calls_under_way(self) -> int:
        """How many calls wait for their answers."""
        return self._keeper.calls_under_way

    @property
    def is_usable(self) -> bool:
        """False when the process or the connection is gone; a new one has to be opened."""
        return self._keeper.is_usable

    async def health(self) -> float:
        """Seconds that one small exchange takes now."""
        started = anyio.current_time()
        await self.list_tools()
        return anyio.current_time() - started

    def require_contract(self) -> None:
        """Raises ResearcherFailure unless the server offers `research` in this version."""
        version = self.facts.contract_version
        if self.facts.research_tool is None:
            words = f"{self.name} is an MCP server, but it has no tool `{TOOL_NAME}`."
        elif version != CONTRACT_VERSION:
            spoken = f"contract {version}" if version else f"no contract version ({META_KEY})"
            ours = f"this program speaks {CONTRACT_VERSION}: update the older one."
            words = f"{self.name} offers {spoken}; {ours}"
        else:
            return
        raise ResearcherFailure(self.name, FailureKind.CONTRACT, words)


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
        keeper = Keeper(researcher, child)
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


def _bytes_of(part: types.TextResourceContents | types.BlobResourceContents) -> bytes:
    if isinstance(part, types.TextResourceContents):
        return part.text.encode()
    return base64.b64decode(part.blob)


def text_of(answer: types.CallToolResult) -> str:
    """All text content of a tool's answer."""
    parts: Sequence[types.ContentBlock] = answer.content
    return "\n".join(part.text for part in parts if isinstance(part, types.TextContent))
