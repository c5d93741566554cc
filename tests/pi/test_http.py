"""A researcher over HTTP: away, refusing, broken or too much, it costs one sentence, and the same
connection works again when the researcher does."""

import anyio
import pytest

from contract import ResearchRequest
from contract.request import ResearchConstraints
from pi.connection import connect
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Address, Researcher, is_loopback
from tests.pi.rude_http import RudeHttp

pytestmark = pytest.mark.anyio

SOON = ResearchRequest(question="When?", constraints=ResearchConstraints(max_seconds=20))
AT_ONCE = ResearchRequest(question="When?", constraints=ResearchConstraints(max_seconds=0.3))


def at(url: str, token: str | None = None) -> Researcher:
    return Researcher("web", Address(url, token))


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("401", FailureKind.UNAUTHORIZED, "web refuses access; check the token"),
        ("403", FailureKind.UNAUTHORIZED, "web refuses access; check the token"),
        ("404", FailureKind.PROTOCOL, "not as an MCP server; check its address"),
        ("500", FailureKind.PROTOCOL, "web answered with an error"),
        ("web page", FailureKind.PROTOCOL, "web answered with an error"),
    ],
)
async def test_an_address_that_is_no_researcher_is_told_apart(
    mode: str, kind: FailureKind, words: str
) -> None:
    server = RudeHttp(mode)
    with anyio.fail_after(15):
        async with server.running():
            with pytest.raises(ResearcherFailure) as caught:
                async with connect(at(server.url)):
                    pytest.fail("connected to nothing")
    assert (caught.value.kind, words in caught.value.sentence) == (kind, True), caught.value


async def test_nothing_at_the_address_is_told_at_once() -> None:
    server = RudeHttp()
    async with server.running():
        pass
    begun = anyio.current_time()
    with pytest.raises(ResearcherFailure, match="does not answer; is it running") as caught:
        async with connect(at(server.url)):
            pytest.fail("connected to nothing")
    assert caught.value.kind is FailureKind.UNREACHABLE
    assert anyio.current_time() - begun < 3


async def test_an_address_that_stays_silent_is_not_waited_for_long() -> None:
    server = RudeHttp("silent")
    with anyio.fail_after(10):
        async with server.running():
            with pytest.raises(ResearcherFailure, match=r"no answer within 0\.4 s") as caught:
                async with connect(at(server.url), seconds=0.4):
                    pytest.fail("connected to nothing")
    assert caught.value.kind is FailureKind.TIMEOUT


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("hang", FailureKind.TIMEOUT),
        ("drop", FailureKind.UNREACHABLE),
        ("half", FailureKind.DIED),
        ("half an event", FailureKind.DIED),
        ("endless", FailureKind.TOO_LARGE),
        ("endless event", FailureKind.DIED),
        ("storm", FailureKind.DIED),
        ("packed", FailureKind.PROTOCOL),
    ],
)
async def test_a_broken_exchange_costs_one_call_and_the_next_one_works(
    mode: str, kind: FailureKind
) -> None:
    server = RudeHttp(mode)
    request = AT_ONCE if mode == "hang" else SOON
    with anyio.fail_after(20):
        async with server.running(), connect(at(server.url)) as connection:
            with pytest.raises(ResearcherFailure) as caught:
                await connection.research(request, grace_seconds=0.2)
            server.mode = "good"
            assert (await connection.research(SOON)).answer == "Rye is sown in September. [1]"
    assert caught.value.kind is kind, caught.value


async def test_a_researcher_that_was_away_is_found_again_by_the_same_connection() -> None:
    server = RudeHttp()
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            stop, gone = anyio.Event(), anyio.Event()
            await tasks.start(server.serve_until, stop, gone)
            async with connect(at(server.url)) as connection:
                stop.set()
                await gone.wait()
                with pytest.raises(ResearcherFailure) as caught:
                    await connection.research(SOON)
                async with server.running():
                    answer = (await connection.research(SOON)).answer
    assert answer == "Rye is sown in September. [1]"
    assert caught.value.kind is FailureKind.UNREACHABLE


async def test_the_token_is_sent_to_this_machine() -> None:
    server = RudeHttp()
    async with server.running(), connect(at(server.url, "s3cret")) as connection:
        await connection.research(SOON)
    assert all("authorization: bearer s3cret" in head for head in server.headers)


async def test_the_token_is_never_sent_in_the_open_to_another_machine() -> None:
    with pytest.raises(ResearcherFailure, match="use https") as caught:
        async with connect(at("http://192.0.2.7/mcp", "s3cret")):
            pytest.fail("the token went out")
    assert caught.value.kind is FailureKind.UNAUTHORIZED


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/mcp", "not a url", "http://", ""])
async def test_an_address_that_is_no_url_is_one_sentence(url: str) -> None:
    with anyio.fail_after(10), pytest.raises(ResearcherFailure) as caught:
        async with connect(at(url)):
            pytest.fail("connected to nothing")
    assert caught.value.kind is FailureKind.UNREACHABLE


def test_a_token_is_not_in_the_words_of_an_address() -> None:
    assert "s3cret" not in repr(at("http://127.0.0.1/mcp", "s3cret"))


@pytest.mark.parametrize(
    ("host", "local"),
    [("localhost", True), ("127.8.9.1", True), ("::1", True), ("10.0.0.1", False), ("a.b", False)],
)
def test_loopback_is_known_without_a_name_server(host: str, local: bool) -> None:
    assert is_loopback(host) is local
