"""Any researcher as an MCP server: the `research` tool, its records, and the research prompt."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Protocol

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, InputRequiredResult, ResourceLink
from starlette.requests import Request

from contract import CONTRACT_VERSION, META_KEY, TOOL_NAME, ResearchRequest, ResearchResult
from serving.calls import CallStopped, RunningCalls
from serving.progress import Progress
from serving.prompts import add_research_prompt
from serving.records import add_records
from serving.rendering import render_markdown
from serving.reporting import ProgressNotifier
from serving.typed_tool import ServerContext, ToolAnswer, TypedTool, typed_tool
from traces.errors import TraceWriteError
from traces.home import Home

SAMPLE_QUESTION_KEY: Final = "marchwarden/sample-question"
"""Optional key in the tool's `_meta`: a question this researcher can answer with evidence."""


class ResearchCall(Protocol):
    """One call of research(). It returns a result, or raises TraceWriteError with a sentence for
    the caller; whatever else it raises is a bug, and stands in its trace before. Cancellation
    reaches it as the event loop's own."""

    async def __call__(self, request: ResearchRequest, progress: Progress) -> ResearchResult: ...


class ResearcherServer(MCPServer[Any]):
    """An MCP server that ends its running calls when it is told to stop, and a call whose HTTP
    client has gone: without a resumable stream nobody could ever read its answer."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.calls = RunningCalls()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: ServerContext | None = None
    ) -> CallToolResult | InputRequiredResult:
        """As the SDK's. Raises ToolError also when the server stops in the middle."""
        call = partial(super().call_tool, name, arguments, context)
        try:
            return await self.calls.run(call, _disconnect_of(context))
        except CallStopped as stopped:
            raise ToolError("The server is stopping, so the call was cancelled.") from stopped


def _disconnect_of(context: ServerContext | None) -> Callable[[], Awaitable[None]] | None:
    """What to wait for to learn that the client of a call has gone; None without HTTP."""
    request = context.request_context.request if context else None
    return partial(_disconnected, request) if isinstance(request, Request) else None


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def create_server(
    *,
    name: str,
    title: str,
    description: str,
    instructions: str,
    version: str,
    research: ResearchCall,
    home: Home,
    leaves_machine: bool,
    sample_question: str | None = None,
    tools: Sequence[Tool] = (),
) -> ResearcherServer:
    """A researcher's server, ready for `serve_stdio`, `serve_http` or an in-memory client.

    `tools` are served beside `research`. Nothing runs before a transport serves it.
    """
    server = ResearcherServer(
        name=name,
        title=title,
        description=description,
        instructions=instructions,
        version=version,
        log_level="WARNING",
        tools=[
            research_tool(description, research, leaves_machine, sample_question),
            *tools,
        ],
    )
    add_records(server, home)
    add_research_prompt(server, title)
    return server


def research_tool(
    description: str, research: ResearchCall, leaves_machine: bool, sample_question: str | None
) -> TypedTool:
    """The one tool of the contract."""

    async def handle(request: ResearchRequest, context: ServerContext) -> ToolAnswer:
        try:
            result = await research(request, ProgressNotifier(context))
        except TraceWriteError as error:
            raise ToolError(str(error)) from error
        return research_answer(result)

    meta = {META_KEY: CONTRACT_VERSION}
    if sample_question:
        meta[SAMPLE_QUESTION_KEY] = sample_question
    return typed_tool(
        name=TOOL_NAME,
        title="Research a question",
        description=f"{description} Answers one question; every sentence is cited, and every "
        "citation carries its excerpt to the letter, with its offsets and the hash of the stored "
        "content. Says so when there is no evidence.",
        request=ResearchRequest,
        result=ResearchResult,
        handle=handle,
        leaves_machine=leaves_machine,
        meta=meta,
    )


def research_answer(result: ResearchResult) -> ToolAnswer:
    """A result as `research` answers it: the structure, a rendering, and a link to the trace."""
    return ToolAnswer(result, render_markdown(result), (_trace_link(result.trace_id),))


def _trace_link(trace_id: str) -> ResourceLink:
    return ResourceLink(
        type="resource_link",
        uri=f"trace://{trace_id}",
        name=f"trace-{trace_id}",
        title="Trace of this run",
        description="Every step of this run, chained by hash.",
        mime_type="application/x-ndjson",
    )
