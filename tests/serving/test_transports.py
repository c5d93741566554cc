"""The same server over stdio and HTTP: calls, signals, clients that vanish."""

import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import IO, Literal

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import CallToolResult, TextContent

from contract import ResearchResult
from researchers.scripted import ScriptedResearch
from tests.serving.processes import COMMAND, scripted_process
from tests.serving.results import QUESTION, answered
from tests.serving.serving import over_http, scripted_server

Mode = Literal["legacy", "auto"]
MODES: list[Mode] = ["legacy", "auto"]
STOP_SECONDS = 5.0
CALL = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    '"capabilities":{},"clientInfo":{"name":"test","version":"0"}}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":'
    '{"name":"research","arguments":{"question":"q"}}}\n'
)
"""The messages of a client that starts a research call."""


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_research_over_stdio(tmp_path: Path, mode: Mode) -> None:
    command = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "stdio", str(tmp_path)])
    with anyio.fail_after(30):
        async with Client(command, mode=mode) as client:
            answer = await client.call_tool("research", {"question": QUESTION})
    assert ResearchResult.model_validate(answer.structured_content) == answered()


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_research_over_http(tmp_path: Path, mode: Mode) -> None:
    server = scripted_server(ScriptedResearch({QUESTION: answered()}), tmp_path)
    with anyio.fail_after(30):
        async with over_http(server) as url, Client(url, mode=mode) as client:
            answer = await client.call_tool("research", {"question": QUESTION})
    assert ResearchResult.model_validate(answer.structured_content) == answered()


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_a_stopping_http_server_ends_its_calls_with_a_sentence(
    tmp_path: Path, mode: Mode
) -> None:
    answers: list[CallToolResult] = []

    async def ask(url: str) -> None:
        async with Client(url, mode=mode) as client:
            await client.list_tools()
            answers.append(await client.call_tool("research", {"question": "q"}))

    async with scripted_process("http", tmp_path, "waits") as (process, told):
        url = await told.until("URL ")
        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask, url)
                await told.until("STARTED")
                asked = time.monotonic()
                process.send_signal(signal.SIGTERM)
                await told.until("CANCELLED")
                await process.wait()
    assert time.monotonic() - asked < STOP_SECONDS
    assert isinstance(answers[0].content[0], TextContent)
    assert "stopping" in answers[0].content[0].text


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
async def test_a_signal_ends_a_stdio_server_and_its_calls(tmp_path: Path, name: str) -> None:
    async with scripted_process("stdio", tmp_path, "waits") as (process, told):
        assert process.stdin
        await process.stdin.send(CALL.encode())
        await told.until("STARTED")
        asked = time.monotonic()
        process.send_signal(signal.Signals[name])
        await told.until("CANCELLED")
        with anyio.fail_after(STOP_SECONDS):
            await process.wait()
    assert time.monotonic() - asked < STOP_SECONDS
    assert process.returncode == -signal.Signals[name]


@pytest.mark.anyio
async def test_closing_stdin_ends_a_stdio_server_and_its_calls(tmp_path: Path) -> None:
    async with scripted_process("stdio", tmp_path, "waits") as (process, told):
        assert process.stdin
        await process.stdin.send(CALL.encode())
        await told.until("STARTED")
        await process.stdin.aclose()
        await told.until("CANCELLED")
        with anyio.fail_after(STOP_SECONDS):
            assert await process.wait() == 0


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_a_client_that_dies_cancels_its_call_over_http(tmp_path: Path, mode: Mode) -> None:
    research = ScriptedResearch(waits=True)
    command = [sys.executable, "-m", "tests.serving.calling_process"]
    async with over_http(scripted_server(research, tmp_path)) as url:
        with anyio.fail_after(20):
            async with await anyio.open_process([*command, url, mode]) as client:
                await research.started.wait()
                client.kill()
                await research.cancelled.wait()


def test_a_client_that_reads_no_more_ends_a_stdio_server_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "stdio", str(tmp_path), "waits"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        given_up = threading.Timer(20, process.kill)
        given_up.start()
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(CALL)
        assert "STARTED" in iter(partial(_line, process.stderr), "")
        process.stdout.close()
        process.stdin.write('{"jsonrpc":"2.0","id":3,"method":"tools/list"}\n')
        assert "CANCELLED" in iter(partial(_line, process.stderr), "")
        process.stdin.close()
        rest = process.stderr.read()
        given_up.cancel()
    assert (process.returncode, rest) == (0, "")


def _line(stream: IO[str]) -> str:
    return stream.readline().strip()
