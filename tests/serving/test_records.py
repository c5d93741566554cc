"""Traces and stored content, read from afar."""

import base64
from pathlib import Path

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import BlobResourceContents, TextResourceContents

from researchers.scripted import ScriptedResearch
from tests.serving.serving import scripted_server
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue, SealStatus
from traces.writer import TraceWriter

pytestmark = pytest.mark.anyio


async def _read(home: Path, uri: str) -> bytes:
    """Raises MCPError as the client gets it."""
    async with Client(scripted_server(ScriptedResearch(), home)) as client:
        try:
            (content,) = (await client.read_resource(uri)).contents
        except MCPError as error:
            refused = error
        else:
            return _bytes_of(content)
    raise refused


def _bytes_of(content: TextResourceContents | BlobResourceContents) -> bytes:
    if isinstance(content, BlobResourceContents):
        return base64.b64decode(content.blob)
    return content.text.encode()


def _written(home: Path, content: bytes) -> tuple[str, str]:
    trace = TraceWriter.create(Home(home), run=new_run_id(), by="scripted", clock=SystemClock())
    opened: dict[str, JsonValue] = {
        "question": "q",
        "context": None,
        "depth": "balanced",
        "limits": {},
        "contract_version": "v1",
        "settings": {},
    }
    trace.record(Action.OPEN, "Asked.", opened)
    stored = trace.put(content)
    trace.record(Action.CANCEL, "Nothing more to do.", {"reason": "test"})
    trace.seal(SealStatus.CANCELLED)
    return trace.run, stored


async def test_a_trace_is_served_as_stored(tmp_path: Path) -> None:
    run, _ = _written(tmp_path, b"x")
    stored = Home(tmp_path).trace(run).read_bytes()
    assert await _read(tmp_path, f"trace://{run}") == stored
    assert await _read(tmp_path, f"trace://{run}?start=10&length=20") == stored[10:30]


async def test_content_is_served_to_the_byte(tmp_path: Path) -> None:
    content = bytes(range(256)) * 3
    _, name = _written(tmp_path, content)
    assert await _read(tmp_path, f"blob://{name}") == content
    assert await _read(tmp_path, f"blob://{name.removeprefix('sha256:')}") == content
    assert await _read(tmp_path, f"blob://{name}?start=700") == content[700:]


async def test_large_content_is_served_in_parts(tmp_path: Path) -> None:
    content = b"0123456789abcdef" * 300_000
    _, name = _written(tmp_path, content)
    with pytest.raises(MCPError, match="read it in parts"):
        await _read(tmp_path, f"blob://{name}")
    assert await _read(tmp_path, f"blob://{name}?start=1000000&length=64") == content[1000000:][:64]


@pytest.mark.parametrize(
    "uri",
    [
        "trace://00000000-0000-4000-8000-000000000000",
        "trace://..%2F..%2Fetc%2Fpasswd",
        "trace://0B54C9A2-6F3E-4A43-8F0A-2F6F7A3F1C11",
        "blob://sha256:" + "0" * 64,
        "blob://..%2Fheads.jsonl",
        "blob://md5:" + "0" * 32,
    ],
)
async def test_what_is_not_there_is_a_clear_error(tmp_path: Path, uri: str) -> None:
    with pytest.raises(MCPError) as raised:
        await _read(tmp_path, uri)
    assert raised.value.error.code == -32602
    assert str(tmp_path) not in raised.value.error.message
