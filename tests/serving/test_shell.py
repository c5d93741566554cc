"""The research tool as a client sees it."""

from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from contract import ResearchResult
from contract.version import RESULT_MAX_BYTES
from researchers.scripted import ScriptedResearch
from tests.serving.results import QUESTION, TRACE_ID, answered
from tests.serving.serving import scripted_server

pytestmark = pytest.mark.anyio


def _text(result: CallToolResult) -> str:
    first = result.content[0]
    assert isinstance(first, TextContent)
    return first.text


async def _call(
    home: Path, arguments: dict[str, Any], research: ScriptedResearch
) -> CallToolResult:
    async with Client(scripted_server(research, home)) as client:
        return await client.call_tool("research", arguments)


async def test_the_tool_is_published_with_the_contract(tmp_path: Path) -> None:
    async with Client(scripted_server(ScriptedResearch(), tmp_path)) as client:
        (tool,) = (await client.list_tools()).tools
    assert tool.name == "research"
    assert tool.title
    assert tool.description
    assert tool.meta == {
        "marchwarden/contract": "v1",
        "marchwarden/sample-question": "When does the bakery open?",
    }
    assert tool.annotations
    assert tool.annotations.read_only_hint is True
    assert tool.annotations.destructive_hint is False
    assert tool.annotations.open_world_hint is False
    assert tool.input_schema["additionalProperties"] is False
    assert tool.input_schema["required"] == ["question"]
    assert tool.output_schema == ResearchResult.model_json_schema()


async def test_structured_result_and_text_each_stand_alone(tmp_path: Path) -> None:
    result = answered()
    answer = await _call(tmp_path, {"question": QUESTION}, ScriptedResearch({QUESTION: result}))
    assert ResearchResult.model_validate(answer.structured_content) == result
    text = _text(answer)
    citation = result.citations[0]
    for needed in (
        result.answer,
        citation.locator,
        citation.raw_excerpt,
        TRACE_ID,
        "web",
        "Sundays",
    ):
        assert needed in text
    assert [block.uri for block in answer.content if block.type == "resource_link"] == [
        f"trace://{TRACE_ID}"
    ]


async def test_fields_of_a_later_minor_version_reach_the_client(tmp_path: Path) -> None:
    result = ResearchResult.model_validate({**answered().model_dump(), "added_later": [1, 2]})
    answer = await _call(tmp_path, {"question": QUESTION}, ScriptedResearch({QUESTION: result}))
    assert answer.structured_content is not None
    assert answer.structured_content["added_later"] == [1, 2]


REFUSALS = [
    ({}, "question is required"),
    ({"question": "  "}, "question is empty"),
    ({"question": "x" * 8001}, "longer than 8,000"),
    ({"question": 7}, "question must be a valid string"),
    ({"question": "q", "depth": "bottomless"}, "'shallow', 'balanced' or 'deep'"),
    ({"question": "q", "questoin": "q"}, "does not know the argument questoin"),
    ({"question": "q", "constraints": {"max_pages": 1}}, "constraints.max_pages"),
    ({"question": "q", "constraints": {"max_sources": 0}}, "greater than or equal to 1"),
    ({"question": "q", "constraints": "all of it"}, "constraints must be an object"),
    ({"question": "q", "x" * 500: 1}, "does not know the argument xxx"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSALS)
async def test_a_refused_request_gets_one_plain_sentence(
    tmp_path: Path, arguments: dict[str, Any], said: str
) -> None:
    research = ScriptedResearch()
    answer = await _call(tmp_path, arguments, research)
    text = _text(answer)
    assert answer.is_error
    assert said in text
    assert len(text) < 300
    assert "\n" not in text
    assert "pydantic" not in text
    assert research.requests == []


async def test_constraints_sent_as_json_text_are_understood(tmp_path: Path) -> None:
    research = ScriptedResearch()
    await _call(tmp_path, {"question": "q", "constraints": '{"max_sources": 3}'}, research)
    assert research.requests[0].constraints.max_sources == 3


async def test_a_bug_is_masked_for_the_caller(tmp_path: Path) -> None:
    research = ScriptedResearch(failure=KeyError("/home/someone/secret"))
    answer = await _call(tmp_path, {"question": "q"}, research)
    assert answer.is_error
    assert "secret" not in _text(answer)
    assert "fault of its own" in _text(answer)


async def test_progress_always_increases(tmp_path: Path) -> None:
    seen: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert message
        seen.append(progress)

    research = ScriptedResearch(steps=["a", "b", "c", "d"])
    async with Client(scripted_server(research, tmp_path)) as client:
        await client.call_tool("research", {"question": "q"}, progress_callback=note)
    assert seen == [1, 2, 3, 4]


async def test_cancellation_reaches_the_call_and_the_next_call_works(tmp_path: Path) -> None:
    research = ScriptedResearch(waits=True)
    with anyio.fail_after(10):
        async with Client(scripted_server(research, tmp_path)) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.call_tool, "research", {"question": "q"})
                await research.started.wait()
                tasks.cancel_scope.cancel()
            await research.cancelled.wait()
            research.release.set()
            answer = await client.call_tool("research", {"question": "q"})
    assert not answer.is_error


async def test_two_calls_run_at_once(tmp_path: Path) -> None:
    research = ScriptedResearch(waits=True)
    answers: list[CallToolResult] = []
    with anyio.fail_after(10):
        async with Client(scripted_server(research, tmp_path)) as client:

            async def ask() -> None:
                answers.append(await client.call_tool("research", {"question": "q"}))

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask)
                tasks.start_soon(ask)
                while len(research.requests) < 2:
                    await anyio.lowlevel.checkpoint()
                research.release.set()
    assert len(answers) == 2


async def test_a_large_result_keeps_its_structure_and_shortens_its_text(tmp_path: Path) -> None:
    result = answered(sources=700)
    answer = await _call(tmp_path, {"question": QUESTION}, ScriptedResearch({QUESTION: result}))
    assert ResearchResult.model_validate(answer.structured_content) == result
    assert len(answer.model_dump_json(by_alias=True).encode()) < RESULT_MAX_BYTES
    assert "The text is cut here" not in _text(answer)
    huge = answered(sources=1200)
    answer = await _call(tmp_path, {"question": QUESTION}, ScriptedResearch({QUESTION: huge}))
    assert ResearchResult.model_validate(answer.structured_content) == huge
    assert len(answer.model_dump_json(by_alias=True).encode()) < RESULT_MAX_BYTES
    assert _text(answer).endswith("(The text is cut here; the structured result is whole.)")


async def test_a_result_that_cannot_fit_is_refused_with_the_way_to_it(tmp_path: Path) -> None:
    result = answered(sources=5000)
    answer = await _call(tmp_path, {"question": QUESTION}, ScriptedResearch({QUESTION: result}))
    assert answer.is_error
    assert f"trace://{TRACE_ID}" in _text(answer)
    assert "fewer sources" in _text(answer)


async def test_the_prompt_carries_the_question(tmp_path: Path) -> None:
    async with Client(scripted_server(ScriptedResearch(), tmp_path)) as client:
        (prompt,) = (await client.list_prompts()).prompts
        rendered = await client.get_prompt("research", {"question": QUESTION})
    assert prompt.description
    content = rendered.messages[0].content
    assert isinstance(content, TextContent)
    assert f"<question>\n{QUESTION}\n</question>" in content.text


async def test_an_unknown_resource_is_a_clear_error(tmp_path: Path) -> None:
    async with Client(scripted_server(ScriptedResearch(), tmp_path)) as client:
        with pytest.raises(MCPError, match="Unknown resource"):
            await client.read_resource("file:///etc/passwd")
