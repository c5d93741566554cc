"""The tasks extension of the protocol over jobs: a client that announces it gets a handle for
`research`, and asks for the answer until it is there.

The shapes are those of io.modelcontextprotocol/tasks, revision 2026-07-28. There are no requests
to the client in a task, so it never waits for input.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.extension import Extension, MethodBinding
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    EmptyResult,
    RequestParams,
    Result,
    TextContent,
)
from pydantic import Field, ValidationError

from contract import TOOL_NAME, ResearchRequest
from pi.jobs.errors import JobRefused, NoSuchJob
from pi.jobs.record import JobRecord, JobState
from pi.jobs.service import JobService
from pi.jobs.store import KEPT_FOR
from serving.shell import research_answer
from serving.size import fitted
from traces.errors import TraceWriteError

IDENTIFIER: Final = "io.modelcontextprotocol/tasks"
_VERSIONS: Final = frozenset({"2026-07-28"})
_POLL_MILLISECONDS: Final = 500
_INVALID_PARAMS: Final = -32602
_INTERNAL_ERROR: Final = -32603

TaskStatus = Literal["working", "completed", "failed", "cancelled"]
_STATUS: Final[dict[JobState, TaskStatus]] = {
    JobState.WAITING: "working",
    JobState.RUNNING: "working",
    JobState.DONE: "completed",
    JobState.FAILED: "completed",  # a tool that failed has answered: with an error
    JobState.CANCELLED: "cancelled",
    JobState.INTERRUPTED: "failed",
}


class TaskParams(RequestParams):
    """Which task."""

    task_id: str


class TaskUpdateParams(TaskParams):
    """Answers to requests that a task never makes."""

    input_responses: dict[str, Any] = Field(default_factory=dict)


class TaskState(Result):
    """What every answer about a task has."""

    task_id: str
    status: TaskStatus
    status_message: str | None = None
    created_at: str
    last_updated_at: str
    ttl_ms: int | None
    poll_interval_ms: int | None = _POLL_MILLISECONDS


class TaskCreated(TaskState):
    """The handle, in place of a tool's result."""

    result_type: Literal["task"] = "task"


class TaskDetails(TaskState):
    """How a task stands, with the tool's result when it is over."""

    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class TasksExtension(Extension):
    """Turns calls of `research` into jobs for clients that can poll; all others wait as before."""

    identifier = IDENTIFIER

    def __init__(self, jobs: JobService) -> None:
        self._jobs = jobs

    def methods(self) -> Sequence[MethodBinding]:
        return (
            MethodBinding("tasks/get", TaskParams, self._get, _VERSIONS),
            MethodBinding("tasks/update", TaskUpdateParams, self._update, _VERSIONS),
            MethodBinding("tasks/cancel", TaskParams, self._cancel, _VERSIONS),
        )

    async def intercept_tool_call(
        self,
        params: CallToolRequestParams,
        ctx: ServerRequestContext[Any, Any],
        call_next: CallNext,
    ) -> HandlerResult:
        """A handle, once the job stands on the disk; a request that is refused takes the plain
        way, whose sentence says why."""
        request = _request(params) if _announced(ctx) else None
        if request is None:
            return await call_next(ctx)
        try:
            return TaskCreated(**_shared(await self._jobs.submit(request)))
        except (JobRefused, TraceWriteError) as error:
            return _tool_error(str(error))

    async def _get(self, _ctx: ServerRequestContext[Any, Any], params: TaskParams) -> TaskDetails:
        record = await self._found(params)
        details = TaskDetails(**_shared(record))
        match record.state:
            case JobState.DONE:
                return details.model_copy(update={"result": await self._result(record)})
            case JobState.FAILED:
                return details.model_copy(update={"result": _on_the_wire(_failure(record))})
            case JobState.INTERRUPTED:
                error = {"code": _INTERNAL_ERROR, "message": record.failure}
                return details.model_copy(update={"error": error})
        return details

    async def _update(
        self, _ctx: ServerRequestContext[Any, Any], params: TaskUpdateParams
    ) -> EmptyResult:
        await self._found(params)
        return EmptyResult()

    async def _cancel(
        self, _ctx: ServerRequestContext[Any, Any], params: TaskParams
    ) -> EmptyResult:
        await self._found(params)
        await self._jobs.cancel(params.task_id)
        return EmptyResult()

    async def _found(self, params: TaskParams) -> JobRecord:
        try:
            return await self._jobs.status(params.task_id)
        except NoSuchJob as error:
            raise MCPError(_INVALID_PARAMS, str(error)) from error

    async def _result(self, record: JobRecord) -> dict[str, Any]:
        try:
            answer = research_answer(await self._jobs.result(record.id))
            return _on_the_wire(fitted(answer.structured, answer.text, answer.links))
        except (JobRefused, ToolError) as error:
            return _on_the_wire(_tool_error(str(error)))


def _announced(ctx: ServerRequestContext[Any, Any]) -> bool:
    capabilities = ctx.session.client_capabilities
    return IDENTIFIER in ((capabilities and capabilities.extensions) or {})


def _request(params: CallToolRequestParams) -> ResearchRequest | None:
    """The request of a call of `research`; None for another tool, and for one that is refused."""
    if params.name != TOOL_NAME:
        return None
    try:
        return ResearchRequest.model_validate(params.arguments or {})
    except ValidationError:
        return None


def _shared(record: JobRecord) -> dict[str, Any]:
    message = record.failure or (record.steps[-1].message if record.steps else None)
    return {
        "task_id": record.id,
        "status": _STATUS[record.state],
        "status_message": message,
        "created_at": record.created_at,
        "last_updated_at": record.updated_at,
        "ttl_ms": round(KEPT_FOR.total_seconds() * 1000),
    }


def _failure(record: JobRecord) -> CallToolResult:
    return _tool_error(record.failure or "The run failed.")


def _tool_error(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=sentence)], is_error=True)


def _on_the_wire(result: CallToolResult) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)
