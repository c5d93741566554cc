"""An investigator's server around a script, for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp import Client
from mcp_types import CallToolResult, TextContent

from pi.jobs.tools import JobStatus
from pi.server import InvestigatorServer, pi_server
from serving.shell import ResearchCall
from traces.home import Home


@asynccontextmanager
async def serving(research: ResearchCall, home: Home) -> AsyncIterator[InvestigatorServer]:
    """A server whose jobs run."""
    server = pi_server(research, home, version="1.2.3", leaves_machine=False)
    async with server.jobs:
        yield server


async def status(client: Client, tool: str, arguments: dict[str, Any]) -> JobStatus:
    """Call a tool that tells how a job stands."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, text_of(answer)
    return JobStatus.model_validate(answer.structured_content)


async def over(client: Client, job_id: str) -> JobStatus:
    """Poll until a job is over."""
    with anyio.fail_after(10):
        while True:
            found = await status(client, "poll", {"id": job_id})
            if not found.state.is_open:
                return found
            await anyio.lowlevel.checkpoint()


def text_of(answer: CallToolResult) -> str:
    first = answer.content[0]
    assert isinstance(first, TextContent)
    return first.text
