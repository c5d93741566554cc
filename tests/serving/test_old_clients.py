"""Clients of protocol versions that know less."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from researchers.scripted import ScriptedResearch
from tests.serving.results import QUESTION, answered
from tests.serving.serving import over_http, scripted_server

ACCEPT = {"accept": "application/json, text/event-stream"}


def _message(method: str, params: dict[str, Any], identity: int | None = None) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return message if identity is None else {**message, "id": identity}


def _result(body: str) -> dict[str, Any]:
    """The one answer in a stream of events."""
    events = [line.removeprefix("data: ") for line in body.splitlines() if line.startswith("data")]
    answers = [json.loads(event) for event in events if '"result"' in event]
    result = answers[-1]["result"]
    assert isinstance(result, dict)
    return result


async def _called(url: str, version: str) -> dict[str, Any]:
    client_info = {"name": "test", "version": "0"}
    start = {"protocolVersion": version, "capabilities": {}, "clientInfo": client_info}
    call = {"name": "research", "arguments": {"question": QUESTION}}
    async with httpx2.AsyncClient(timeout=10, headers=ACCEPT) as client:
        response = await client.post(url, json=_message("initialize", start, 1))
        assert _result(response.text)["protocolVersion"] == version
        client.headers["mcp-session-id"] = response.headers["mcp-session-id"]
        client.headers["mcp-protocol-version"] = version
        await client.post(url, json=_message("notifications/initialized", {}))
        return _result((await client.post(url, json=_message("tools/call", call, 2))).text)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("version", "kinds"),
    [
        ("2024-11-05", ["text"]),
        ("2025-03-26", ["text"]),
        ("2025-06-18", ["text", "resource_link"]),
        ("2025-11-25", ["text", "resource_link"]),
    ],
)
async def test_a_client_gets_only_the_kinds_of_content_it_knows(
    tmp_path: Path, version: str, kinds: list[str]
) -> None:
    server = scripted_server(ScriptedResearch({QUESTION: answered()}), tmp_path)
    async with over_http(server) as url:
        result = await _called(url, version)
    assert [block["type"] for block in result["content"]] == kinds
    assert answered().answer in result["content"][0]["text"]
