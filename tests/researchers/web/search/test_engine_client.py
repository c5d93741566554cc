"""The client for engines: whom it trusts, by which way it goes, how long it is told to wait."""

import ssl

import pytest
import trustme

from researchers.web.search.engine_client import EngineClient, EngineReply, delay_of
from researchers.web.search.model import SearchFailure, SearchProblem
from tests.researchers.web.search.engine_server import EngineServer, Reply

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def server_side(authority: trustme.CA, name: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(name).configure_cert(context)
    return context


def client_side(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


@pytest.mark.parametrize(
    ("name", "trusted"), [("127.0.0.1", True), ("127.0.0.1", False), ("museum.example", True)]
)
async def test_tls_holds_for_the_engines_own_name_and_a_known_authority(
    authority: trustme.CA, name: str, trusted: bool
) -> None:
    server = EngineServer(Reply(b"{}"))
    async with server.running(tls=server_side(authority, name)):
        trust = client_side(authority) if trusted else None
        client = EngineClient("brave", "Brave", server.url, trust=trust)
        reply = await client.ask("/search")

    if trusted and name == "127.0.0.1":
        assert isinstance(reply, EngineReply)
    else:
        assert isinstance(reply, SearchFailure)
        assert reply.problem is SearchProblem.UNREACHABLE
        assert server.asked == []


async def test_a_configured_proxy_is_used() -> None:
    proxy = EngineServer(Reply(b'{"from": "proxy"}'))
    async with proxy.running():
        client = EngineClient("searxng", "SearXNG", "http://search.example", proxy=proxy.url)
        reply = await client.ask("/search", params={"q": "x"})

    assert isinstance(reply, EngineReply)
    assert reply.body == b'{"from": "proxy"}'
    assert proxy.asked[0].target == "http://search.example/search?q=x"


async def test_a_name_that_does_not_resolve_is_unreachable() -> None:
    reply = await EngineClient("searxng", "SearXNG", "http://search.invalid").ask("/search")

    assert isinstance(reply, SearchFailure)
    assert reply.problem is SearchProblem.UNREACHABLE
    assert "http://search.invalid" in reply.detail


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": " 3 "}, 3.0),
        ({"retry-after": "999999999"}, 7_776_000.0),
        ({"retry-after": "Sun, 01 Mar 2026 08:30:30 GMT"}, None),
        (
            {
                "retry-after": "Sun, 01 Mar 2026 08:30:30 GMT",
                "date": "Sun, 01 Mar 2026 08:31:00 GMT",
            },
            0.0,
        ),
        ({}, None),
    ],
    ids=["seconds", "space", "years", "a date without now", "a date that is past", "none"],
)
def test_a_delay_is_seconds_from_the_answer(headers: dict[str, str], seconds: float | None) -> None:
    assert delay_of(headers) == seconds
