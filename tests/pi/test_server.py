"""The investigator as a server: one contract with every researcher, and jobs beside it."""

from pathlib import Path
from typing import Literal

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult

from contract import Depth, ResearchResult
from pi.jobs.record import JobState
from researchers.scripted import ScriptedResearch, no_evidence
from serving.calls import MOST_AT_ONCE
from tests.pi.investigations import answered, task_of
from tests.pi.investigators import TracedResearch
from tests.pi.serving import over, serving, status, text_of
from tests.serving.results import QUESTION
from tests.serving.results import answered as scripted_result
from tests.serving.serving import over_http
from traces.home import Home

pytestmark = pytest.mark.anyio
Mode = Literal["legacy", "auto"]
MODES: list[Mode] = ["legacy", "auto"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


async def test_research_is_published_and_answered_as_by_any_researcher(home: Home) -> None:
    result = scripted_result()
    async with (
        serving(ScriptedResearch({QUESTION: result}), home) as server,
        Client(server) as client,
    ):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        answer = await client.call_tool("research", {"question": QUESTION})
    assert set(tools) == {"research", "submit", "poll", "result", "cancel"}
    assert (tools["research"].meta or {})["marchwarden/contract"] == "v1"
    assert tools["result"].output_schema == ResearchResult.model_json_schema()
    assert ResearchResult.model_validate(answer.structured_content) == result


async def test_submit_takes_what_research_takes_and_a_key(home: Home) -> None:
    research = ScriptedResearch()
    arguments = {
        "question": " Why? ",
        "context": "Known.",
        "depth": "deep",
        "constraints": {"max_sources": 2},
    }
    async with serving(research, home) as server, Client(server) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        wanted = {**tools["research"].input_schema["properties"]}
        assert wanted.items() <= tools["submit"].input_schema["properties"].items()
        job = await status(client, "submit", {**arguments, "key": "mine"})
        await over(client, job.id)
    (request,) = research.requests
    assert (request.question, request.context, request.depth) == ("Why?", "Known.", Depth.DEEP)
    assert request.constraints.model_fields_set == {"max_sources"}
    assert request.model_fields_set == {"question", "context", "depth", "constraints"}


@pytest.mark.parametrize("mode", MODES)
async def test_a_job_is_handed_in_looked_at_and_fetched_over_http(home: Home, mode: Mode) -> None:
    research = TracedResearch(home, [answered(task_of(1))], waits=True)
    async with serving(research, home) as server, over_http(server) as url:
        async with Client(url, mode=mode) as client:
            job = await status(client, "submit", {"question": "Why?"})
        await research.received.wait()
        async with Client(url, mode=mode) as client:  # the job outlives its caller's connection
            found = await status(client, "poll", {"id": job.id})
            assert found.state is JobState.RUNNING
            assert found.findings[0].answer == "Bake at 230 °C for 40 minutes. [1]"
            early = await client.call_tool("result", {"id": job.id})
            assert early.is_error
            assert "`poll`" in text_of(early)
            research.release.set()
            assert (await over(client, job.id)).next == "Call `result` with this id."
            answer = await client.call_tool("result", {"id": job.id})
            trace = await client.read_resource(f"trace://{found.trace_id}")
    result = ResearchResult.model_validate(answer.structured_content)
    assert result == no_evidence("Why?", str(found.trace_id))
    assert result.answer in text_of(answer)
    assert "Planning" not in text_of(answer)
    assert trace.contents


async def test_a_cancelled_job_ends_the_work(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    async with serving(research, home) as server, Client(server) as client:
        job = await status(client, "submit", {"question": "Why?"})
        await research.received.wait()
        assert (await status(client, "cancel", {"id": job.id})).state is JobState.CANCELLED
        assert research.cancelled.is_set()


REFUSED = [
    ("poll", {}, "id is required"),
    ("poll", {"id": "x"}, "There is no job x here"),
    ("result", {"id": "0" * 32}, "There is no job"),
    ("cancel", {"id": "0" * 32, "why": ""}, "does not know the argument why"),
    ("submit", {"question": ""}, "question is empty"),
    ("submit", {"question": "q", "key": ""}, "key is empty"),
    ("submit", {"question": "q", "max_pages": 3}, "does not know the argument max_pages"),
]


@pytest.mark.parametrize(("tool", "arguments", "said"), REFUSED)
async def test_what_is_refused_gets_one_plain_sentence(
    home: Home, tool: str, arguments: dict[str, str], said: str
) -> None:
    async with serving(ScriptedResearch(), home) as server, Client(server) as client:
        answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    assert said in text_of(answer)
    assert "\n" not in text_of(answer)
    assert not home.jobs.exists()


async def test_looking_at_a_job_waits_for_nobodys_turn(home: Home) -> None:
    research = ScriptedResearch(waits=True)
    async with serving(research, home) as server, Client(server) as client:
        job = await status(client, "submit", {"question": "Why?"})
        async with anyio.create_task_group() as tasks:
            for _ in range(MOST_AT_ONCE + 2):
                tasks.start_soon(client.call_tool, "research", {"question": "Why?"})
            await anyio.wait_all_tasks_blocked()
            with anyio.fail_after(5):
                await status(client, "poll", {"id": job.id})
                await status(client, "cancel", {"id": job.id})
            research.release.set()


async def test_a_stopping_server_ends_calls_and_jobs(home: Home) -> None:
    research = TracedResearch(home, waits=True)
    answers: list[CallToolResult] = []
    async with serving(research, home) as server, Client(server) as client:
        job = await status(client, "submit", {"question": "Why?"})
        await research.received.wait()

        async def call() -> None:
            answers.append(await client.call_tool("research", {"question": "Why?"}))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call)
            await anyio.wait_all_tasks_blocked()
            await server.calls.stop(5)
        found = await status(client, "poll", {"id": job.id})
    assert found.state is JobState.INTERRUPTED
    assert "--resume" in (found.failure or "")
    assert research.running == 0
    assert "stopping" in text_of(answers[0])
