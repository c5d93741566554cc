"""The server program as a host starts it: flags, environment, signals, first and later calls."""

import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from click.testing import CliRunner
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from contract import ResearchResult
from researchers.local_brain.main import main
from traces.home import Home
from traces.verify import verify_trace

TOKEN = "0123456789abcdef"
PROGRAM = [sys.executable, "-m", "researchers.local_brain.main"]


def _vault(folder: Path, notes: int = 1) -> Path:
    vault = folder / "notes"
    vault.mkdir()
    for number in range(notes):
        (vault / f"bakery-{number}.md").write_text(f"# Bakery {number}\n\nIt opens at seven.\n")
    return vault


@pytest.mark.parametrize(
    ("flags", "environ", "said"),
    [
        (["--notes", "{vault}", "--http", "8765"], {}, "8765 is not an address"),
        (["--notes", "{vault}", "--http", "127.0.0.1:70000"], {}, "is not an address"),
        (["--notes", "{vault}", "--http", "0.0.0.0:0"], {}, "MARCHWARDEN_TOKEN"),
        (["--notes", "{vault}", "--http", "0.0.0.0:0"], {"MARCHWARDEN_TOKEN": " "}, "too weak"),
        (["--notes", "{vault}", "--http", "192.0.2.1:0"], {"MARCHWARDEN_TOKEN": TOKEN}, "listened"),
        (["--notes", "{vault}/nothing"], {}, "nothing"),
        ([], {}, "marchwarden notes add"),
        (["--htp"], {}, "--help`)"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_sentence(
    tmp_path: Path, flags: list[str], environ: dict[str, str], said: str
) -> None:
    vault = _vault(tmp_path)
    given = [flag.format(vault=vault) for flag in flags]
    env = {"HOME": str(tmp_path), "MARCHWARDEN_HOME": str(tmp_path / "home"), **environ}
    result = CliRunner().invoke(main, given, env=env)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not result.stderr.startswith("Error")
    assert result.stdout == ""


@pytest.mark.anyio
async def test_research_in_a_process_of_its_own(tmp_path: Path) -> None:
    arguments = ["--notes", str(_vault(tmp_path)), "--home", str(tmp_path / "home")]
    command = StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], *arguments])
    with anyio.fail_after(40):
        async with Client(command) as client:
            question = {"question": "When does the bakery open?"}
            answer = await client.call_tool("research", question)
    result = ResearchResult.model_validate(answer.structured_content)
    assert "seven" in result.answer
    verification = verify_trace(Home(tmp_path / "home"), result.trace_id)
    assert verification.exit_code == 0, verification.findings


@asynccontextmanager
async def _indexing_call(folder: Path) -> AsyncIterator[tuple[Process, BufferedByteReceiveStream]]:
    """A server in the middle of a research call: its notes are being indexed."""
    arguments = ["--notes", str(_vault(folder, 800)), "--home", str(folder / "home")]
    messages = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "0"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {
                "name": "research",
                "arguments": {"question": "When does the bakery open?"},
                "_meta": {"progressToken": 7},
            },
        },
    ]
    process = await anyio.open_process([*PROGRAM, *arguments], stderr=None)
    try:
        assert process.stdin
        assert process.stdout
        for message in messages:
            await process.stdin.send(json.dumps(message).encode() + b"\n")
        lines = BufferedByteReceiveStream(process.stdout)
        with anyio.fail_after(30):
            while b"notifications/progress" not in await lines.receive_until(b"\n", 1_000_000):
                pass
        yield process, lines
    finally:
        if process.returncode is None:
            process.kill()
        await process.aclose()


@pytest.mark.anyio
async def test_a_signal_in_the_middle_of_indexing_ends_the_server_within_seconds(
    tmp_path: Path,
) -> None:
    async with _indexing_call(tmp_path) as (process, _):
        asked = time.monotonic()
        process.send_signal(signal.SIGTERM)
        with anyio.fail_after(10):
            await process.wait()
    assert time.monotonic() - asked < 5
    assert process.returncode == -signal.SIGTERM


@pytest.mark.anyio
async def test_ctrl_c_ends_an_http_server_as_any_command(tmp_path: Path) -> None:
    arguments = ["--notes", str(_vault(tmp_path)), "--http", "127.0.0.1:0"]
    home = ["--home", str(tmp_path / "home")]
    async with await anyio.open_process([*PROGRAM, *arguments, *home]) as process:
        assert process.stderr
        said = BufferedByteReceiveStream(process.stderr)
        with anyio.fail_after(30):
            assert b"Serving" in await said.receive_until(b"\n", 1_000)
            process.send_signal(signal.SIGINT)
            last = b"".join([chunk async for chunk in said])
            assert await process.wait() == 130
    assert last.strip() == b"Interrupted."


@pytest.mark.anyio
async def test_stdout_carries_messages_only(tmp_path: Path) -> None:
    async with _indexing_call(tmp_path) as (process, lines):
        assert process.stdin
        with anyio.fail_after(40):
            while True:
                message = json.loads(await lines.receive_until(b"\n", 1_000_000))
                assert message["jsonrpc"] == "2.0"
                if message.get("id") == 2:
                    break
            await process.stdin.aclose()
            assert await process.wait() == 0


def test_importing_the_program_loads_nothing_heavy() -> None:
    code = (
        "import sys, researchers.local_brain.main\n"
        "print(sorted({'mcp', 'numpy', 'apsw', 'pydantic', 'uvicorn', 'trafilatura'} & "
        "set(sys.modules)))"
    )
    assert _python(code) == "[]"


def test_a_stdio_server_loads_no_parser_of_pages() -> None:
    code = (
        "import sys, researchers.local_brain.server, serving.stdio\n"
        "print(sorted({'trafilatura', 'pypdfium2', 'lxml'} & set(sys.modules)))"
    )
    assert _python(code) == "[]"


def _python(code: str) -> str:
    async def run() -> str:
        done = await anyio.run_process([sys.executable, "-c", code], env=dict(os.environ))
        return done.stdout.decode().strip()

    return anyio.run(run)
