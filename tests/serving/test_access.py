"""Who may reach a server over HTTP."""

from collections.abc import Mapping
from pathlib import Path

import httpx2
import pytest

from researchers.scripted import ScriptedResearch
from serving.access import OpenAddressError, is_loopback, refuse_open_address
from serving.http import serve_http
from tests.serving.serving import over_http, scripted_server

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}
TOKEN = "s3cret-s3cret-s3cret"
ACCEPT = {"accept": "application/json, text/event-stream"}


async def _status(url: str, headers: Mapping[str, str]) -> httpx2.Response:
    async with httpx2.AsyncClient(timeout=5) as client:
        return await client.post(url, json=INITIALIZE, headers={**ACCEPT, **headers})


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:1"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:5173"}, 200),
        ({"content-type": "text/plain"}, 400),
    ],
)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
async def test_host_and_origin_are_checked_on_every_address(
    tmp_path: Path, host: str, headers: Mapping[str, str], status: int
) -> None:
    server = scripted_server(ScriptedResearch(), tmp_path)
    async with over_http(server, TOKEN, host=host) as url:
        local = url.replace("0.0.0.0", "127.0.0.1")
        response = await _status(local, {"authorization": f"Bearer {TOKEN}", **headers})
    assert response.status_code == status


@pytest.mark.anyio
async def test_a_name_that_the_user_allows_is_served(tmp_path: Path) -> None:
    server = scripted_server(ScriptedResearch(), tmp_path)
    async with over_http(server, accepted_hosts=["notes.lan"]) as url:
        assert (await _status(url, {"host": "notes.lan"})).status_code == 200
        assert (await _status(url, {"host": "notes.lan:8080"})).status_code == 200
        assert (await _status(url, {"host": "notes.lan.evil.example"})).status_code == 421


@pytest.mark.anyio
@pytest.mark.parametrize(
    "authorization", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}2"]
)
async def test_without_the_right_token_nothing_is_served(
    tmp_path: Path, authorization: str | None
) -> None:
    server = scripted_server(ScriptedResearch(), tmp_path)
    async with over_http(server, TOKEN) as url:
        given = {"authorization": authorization} if authorization else {}
        response = await _status(url, given)
        admitted = await _status(url, {"authorization": f"bearer {TOKEN}"})
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert admitted.status_code == 200


@pytest.mark.anyio
async def test_an_oversized_request_is_refused(tmp_path: Path) -> None:
    server = scripted_server(ScriptedResearch(), tmp_path)
    async with over_http(server) as url, httpx2.AsyncClient(timeout=5) as client:
        body = b'{"padding": "' + b"x" * 1_100_000 + b'"}'
        headers = {**ACCEPT, "content-type": "application/json"}
        response = await client.post(url, content=body, headers=headers)
    assert response.status_code == 413


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "notes.lan", ""])
async def test_an_open_address_needs_a_token(tmp_path: Path, host: str) -> None:
    server = scripted_server(ScriptedResearch(), tmp_path)
    with pytest.raises(OpenAddressError, match="MARCHWARDEN_TOKEN"):
        await serve_http(server, host, 0, None)
    refuse_open_address(host, TOKEN)


@pytest.mark.parametrize("token", [" ", "a", "s3cret-s3cret-s", "s3cret s3cret s3cret"])
@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_a_token_that_can_be_guessed_is_refused(host: str, token: str) -> None:
    with pytest.raises(OpenAddressError, match="16 random characters"):
        refuse_open_address(host, token)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "localhost", "::1", "[::1]"])
def test_loopback_addresses_are_known(host: str) -> None:
    assert is_loopback(host)
