"""The tools for callers that cut long calls: hand a question in, look how far it is, fetch it."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, Final, TypeVar

from anyio import to_thread
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from contract import ResearchRequest, ResearchResult
from pi.jobs.errors import JobRefused
from pi.jobs.findings import Finding, findings_in
from pi.jobs.record import JobRecord, JobState, JobStep
from pi.jobs.service import JobService
from serving.shell import research_answer
from serving.typed_tool import ServerContext, ToolAnswer, TypedTool, typed_tool
from traces.errors import TraceWriteError
from traces.home import Home

SUBMIT: Final = "submit"
POLL: Final = "poll"
RESULT: Final = "result"
CANCEL: Final = "cancel"
JOB_TOOLS: Final = frozenset((SUBMIT, POLL, RESULT, CANCEL))

_Request = TypeVar("_Request", bound=BaseModel)
_NEXT: Final = {
    JobState.WAITING: "Poll again in a few seconds.",
    JobState.RUNNING: "Poll again in a few seconds.",
    JobState.DONE: "Call `result` with this id.",
    JobState.FAILED: "Hand the question in again.",
    JobState.CANCELLED: "Nothing is left to do.",
    JobState.INTERRUPTED: "Hand the question in again.",
}


class SubmitRequest(ResearchRequest):
    """A question to be answered later: the request of `research`, and a key."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = Field(
        default=None,
        description="The caller's own key: handing in the same question again with it gives the "
        "same job.",
    )

    def research_request(self) -> ResearchRequest:
        """The question without the key, with the same fields set."""
        given = {name: getattr(self, name) for name in self.model_fields_set - {"key"}}
        return ResearchRequest(**given)


class JobRequest(BaseModel):
    """Which job."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(description="As `submit` gave it.", max_length=200)


class JobStatus(BaseModel):
    """How far a job is."""

    model_config = ConfigDict(frozen=True)

    id: str
    state: JobState
    question: str
    created_at: str
    updated_at: str
    steps: tuple[JobStep, ...] = Field(description="The newest steps, the last one last.")
    steps_reported: int
    findings: tuple[Finding, ...] = Field(
        description="What researchers brought so far, each for itself; the answer weighs them."
    )
    trace_id: str | None = None
    failure: str | None = None
    next: str = Field(description="What to do now, in one sentence.")


def job_tools(service: JobService, home: Home, *, leaves_machine: bool) -> tuple[TypedTool, ...]:
    """`submit`, `poll`, `result` and `cancel` over one service."""

    async def answer_with(record: JobRecord) -> ToolAnswer:
        found = await to_thread.run_sync(findings_in, home, record.trace_id)
        status = status_of(record, found)
        return ToolAnswer(status, "\n".join(_status_lines(status)))

    async def submit(request: SubmitRequest, _context: ServerContext) -> ToolAnswer:
        return await answer_with(await service.submit(request.research_request(), request.key))

    async def poll(request: JobRequest, _context: ServerContext) -> ToolAnswer:
        return await answer_with(await service.status(request.id))

    async def cancel(request: JobRequest, _context: ServerContext) -> ToolAnswer:
        return await answer_with(await service.cancel(request.id))

    async def result(request: JobRequest, _context: ServerContext) -> ToolAnswer:
        return research_answer(await service.result(request.id))

    return (
        typed_tool(
            name=SUBMIT,
            title="Hand a question in",
            description="Takes the same question as `research`, and answers at once with the id of "
            "a job: for questions that take longer than a call may. The job goes on when this "
            "connection ends, as long as the server runs.",
            request=SubmitRequest,
            result=JobStatus,
            handle=_sentences(submit),
            leaves_machine=leaves_machine,
        ),
        _looking(POLL, "Look how far a job is", _POLL_WORDS, JobStatus, _sentences(poll)),
        _looking(RESULT, "Fetch a job's result", _RESULT_WORDS, ResearchResult, _sentences(result)),
        _ending(_sentences(cancel)),
    )


_POLL_WORDS: Final = (
    "Tells whether a job waits, runs or is over, its newest steps, and what researchers brought so "
    "far."
)
_RESULT_WORDS: Final = (
    "Gives the result of a job that is done, as `research` would have. It is kept for a week, also "
    "when the server starts anew."
)


def status_of(record: JobRecord, findings: tuple[Finding, ...]) -> JobStatus:
    """A record as a caller sees it."""
    return JobStatus(
        id=record.id,
        state=record.state,
        question=record.request.question,
        created_at=record.created_at,
        updated_at=record.updated_at,
        steps=record.steps,
        steps_reported=record.steps_reported,
        findings=findings,
        trace_id=record.trace_id,
        failure=record.failure,
        next=_NEXT[record.state],
    )


def _looking(
    name: str,
    title: str,
    description: str,
    result: type[BaseModel],
    handle: Callable[[JobRequest, ServerContext], Awaitable[ToolAnswer]],
) -> TypedTool:
    tool = typed_tool(
        name=name,
        title=title,
        description=description,
        request=JobRequest,
        result=result,
        handle=handle,
        leaves_machine=False,
    )
    return _annotated(tool, read_only=True)


def _ending(handle: Callable[[JobRequest, ServerContext], Awaitable[ToolAnswer]]) -> TypedTool:
    description = "Ends a job and seals its trace. One that is over stays as it is."
    tool = _looking(CANCEL, "End a job", description, JobStatus, handle)
    return _annotated(tool, read_only=False)


def _annotated(tool: TypedTool, *, read_only: bool) -> TypedTool:
    annotations = ToolAnnotations(
        title=tool.title,
        read_only_hint=read_only,
        destructive_hint=False,
        idempotent_hint=True,
        open_world_hint=False,
    )
    return tool.model_copy(update={"annotations": annotations})


def _sentences(
    handle: Callable[[_Request, ServerContext], Awaitable[ToolAnswer]],
) -> Callable[[_Request, ServerContext], Awaitable[ToolAnswer]]:
    """The same, with what was refused as a tool error of one sentence."""

    async def handled(request: _Request, context: ServerContext) -> ToolAnswer:
        try:
            return await handle(request, context)
        except (JobRefused, TraceWriteError) as error:
            raise ToolError(str(error)) from error

    return handled


def _status_lines(status: JobStatus) -> Iterator[str]:
    yield f"Job {status.id} is {status.state.value}. {status.failure or status.next}"
    if status.steps:
        yield f"Step {status.steps_reported}: {status.steps[-1].message}"
    for finding in status.findings:
        cited = "1 citation" if finding.citations == 1 else f"{finding.citations} citations"
        said = finding.failure or f"{cited}. {finding.answer}"
        yield f"- {finding.researcher} ({finding.status.value}): {said}"
    if status.trace_id:
        yield f"Trace: trace://{status.trace_id}"
