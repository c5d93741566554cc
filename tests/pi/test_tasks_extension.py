"""Clients that can poll get a handle; all others get the answer, as before."""

from pathlib import Path
from typing import Literal

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from contract import ResearchResult
from pi.jobs.record import JobState
from pi.tasks_extension import IDENTIFIER, TaskDetails, TaskParams
from researchers.scripted import ScriptedResearch
from tests.pi.investigators import TracedResearch
from tests.pi.serving import serving, status, text_of
from tests.pi.tasks_client import GetTask, TasksClient
from tests.serving.results import QUESTION, answered
from tests.serving.serving import over_http
from traces.home import Home

pytestmark = pytest.mark.anyio
Mode = Literal["legacy", "auto"]
MODES: list[Mode] = ["legacy", "auto"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


async def test_a_client_that_announces_tasks_gets_a_handle_and_then_the_answer(home: Home) -> None:
    tasks = TasksClient()
    async with (
        serving(ScriptedResearch({QUESTION: answered()}), home) as server,
        over_http(server) as url,
        Client(url, extensions=[tasks]) as client,
    ):
        answer = await client.call_tool("research", {"question": QUESTION})
        capabilities = client.server_capabilities
    assert capabilities is not None
    assert (capabilities.extensions or {}) == {IDENTIFIER: {}}
    assert ResearchResult.model_validate(answer.structured_content) == answered()
    assert answered().answer in text_of(answer)
    (created,) = tasks.created
    assert created.status == "working"
    assert created.ttl_ms == 7 * 24 * 3600 * 1000
    assert tasks.polled[-1].status == "completed"


@pytest.mark.parametrize("mode", MODES)
async def test_any_other_client_waits_for_the_answer(home: Home, mode: Mode) -> None:
    async with (
        serving(ScriptedResearch({QUESTION: answered()}), home) as server,
        over_http(server) as url,
        Client(url, mode=mode) as client,
    ):
        answer = await client.call_tool("research", {"question": QUESTION})
    assert ResearchResult.model_validate(answer.structured_content) == answered()
    assert not home.jobs.exists()


async def test_a_client_of_an_older_protocol_gets_no_handle_even_if_it_asks(home: Home) -> None:
    tasks = TasksClient()
    async with (
        serving(ScriptedResearch({QUESTION: answered()}), home) as server,
        Client(server, mode="legacy", extensions=[tasks]) as client,
    ):
        answer = await client.call_tool("research", {"question": QUESTION})
    assert ResearchResult.model_validate(answer.structured_content) == answered()
    assert tasks.created == []


async def test_a_call_that_is_cancelled_cancels_its_task(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    tasks = TasksClient()
    async with (
        serving(research, home) as server,
        over_http(server) as url,
        Client(url, extensions=[tasks]) as client,
    ):
        with anyio.fail_after(10):
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "research", {"question": "Why?"})
                await tasks.handed_over.wait()
                await research.received.wait()
                group.cancel_scope.cancel()
            await research.cancelled.wait()
        found = await status(client, "poll", {"id": tasks.created[0].task_id})
    assert found.state is JobState.CANCELLED


async def test_a_task_outlives_the_connection_that_made_it(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    tasks = TasksClient()
    async with serving(research, home) as server, over_http(server) as url:
        async with Client(url, extensions=[tasks]) as client:
            created = await client.session.call_tool(
                "research", {"question": "Why?"}, allow_claimed=True
            )
        task_id = created.model_dump()["task_id"]
        research.release.set()
        async with Client(url, extensions=[tasks]) as client:
            with anyio.fail_after(10):
                found = await details(client, task_id)
                while found.status == "working":
                    found = await details(client, task_id)
    assert found.status == "completed"
    assert CallToolResult.model_validate(found.result, by_name=False).structured_content


async def test_a_task_whose_server_ended_has_failed_and_says_so(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with serving(research, home) as server, Client(server) as client:
        job = await status(client, "submit", {"question": "Why?"})
        await research.received.wait()
    async with (
        serving(ScriptedResearch(), home) as server,
        Client(server, extensions=[TasksClient()]) as client,
    ):
        found = await details(client, job.id)
    assert found.status == "failed"
    assert found.error is not None
    assert "--resume" in found.error["message"]


async def test_a_tool_that_fails_has_completed_with_an_error(home: Home) -> None:
    tasks = TasksClient()
    async with (
        serving(ScriptedResearch(failure=KeyError("secret")), home) as server,
        Client(server, extensions=[tasks]) as client,
    ):
        answer = await client.call_tool("research", {"question": "Why?"})
    assert answer.is_error
    assert "fault of its own" in text_of(answer)
    assert tasks.polled[-1].status == "completed"


async def test_a_refused_question_makes_no_task(home: Home) -> None:
    tasks = TasksClient()
    async with (
        serving(ScriptedResearch(), home) as server,
        Client(server, extensions=[tasks]) as client,
    ):
        answer = await client.call_tool("research", {"question": "Why?", "speed": "high"})
        with pytest.raises(MCPError, match="There is no job"):
            await details(client, "0" * 32)
    assert answer.is_error
    assert "does not know the argument speed" in text_of(answer)
    assert tasks.created == []


async def details(client: Client, task_id: str) -> TaskDetails:
    request = GetTask(params=TaskParams(task_id=task_id))
    return await client.session.send_request(request, TaskDetails)
