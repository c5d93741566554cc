"""The principal investigator as an MCP server: a researcher like any other, and a desk where
long questions are handed in."""

from typing import Any, Final

import anyio
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, InputRequiredResult

from pi.jobs.service import JobService
from pi.jobs.tools import JOB_TOOLS, job_tools
from pi.tasks_extension import TasksExtension
from serving.calls import RunningCalls
from serving.prompts import add_research_prompt
from serving.records import add_records
from serving.shell import ResearchCall, ResearcherServer, research_tool
from serving.typed_tool import ServerContext
from traces.clock import Clock
from traces.home import Home

NAME: Final = "pi"
_TITLE: Final = "Principal investigator"
_DESCRIPTION: Final = (
    "Sends a question to several researchers at once, acts on what they report, and writes one "
    "answer from their evidence."
)
_INSTRUCTIONS: Final = (
    "Ask `research` one question. If your calls are cut after a minute, hand the question in with "
    "`submit`, look at it with `poll`, and fetch the answer with `result`."
)


class InvestigatorServer(ResearcherServer):
    """A researcher's server with jobs. `jobs` has to be entered for as long as it serves:
    `serving.starting.serve_at(server, address, server.jobs)`."""

    def __init__(self, jobs: JobService, **settings: Any) -> None:
        super().__init__(**settings)
        self.jobs = jobs
        self.calls = _CallsAndJobs(jobs)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: ServerContext | None = None
    ) -> CallToolResult | InputRequiredResult:
        """As the shell's; what only looks at a job waits for nobody's turn."""
        if name in JOB_TOOLS:
            return await MCPServer.call_tool(self, name, arguments, context)
        return await super().call_tool(name, arguments, context)


def pi_server(
    research: ResearchCall,
    home: Home,
    *,
    version: str,
    leaves_machine: bool,
    sample_question: str | None = None,
    clock: Clock | None = None,
    jobs: JobService | None = None,
) -> InvestigatorServer:
    """The server of an investigator, ready for stdio, HTTP or an in-memory client. `leaves_machine`
    is true when one of its researchers does."""
    service = jobs or JobService(research, home, clock=clock)
    server = InvestigatorServer(
        jobs=service,
        name=NAME,
        title=_TITLE,
        description=_DESCRIPTION,
        instructions=_INSTRUCTIONS,
        version=version,
        log_level="WARNING",
        tools=[
            research_tool(_DESCRIPTION, research, leaves_machine, sample_question),
            *job_tools(service, home, leaves_machine=leaves_machine),
        ],
        extensions=[TasksExtension(service)],
    )
    add_records(server, home)
    add_research_prompt(server, _TITLE)
    return server


class _CallsAndJobs(RunningCalls):
    """What ends when the server is told to stop."""

    def __init__(self, jobs: JobService) -> None:
        super().__init__()
        self._jobs = jobs

    async def stop(self, grace: float) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(super().stop, grace)
            tasks.start_soon(self._jobs.stop, grace)
