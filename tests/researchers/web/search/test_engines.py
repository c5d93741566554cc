"""What holds for every engine, whatever it answers."""

import gzip
import json
import logging
import sys

import anyio
import pytest

from researchers.web.search.engine_client import BadEngineAddress, EngineLimits
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProblem, WebResult
from tests.researchers.web.search.engine_server import EngineServer, Reply, recorded
from tests.researchers.web.search.engines import (
    BRAVE,
    ENGINES,
    KEY,
    QUICK,
    TAVILY,
    Engine,
    answered,
    ask,
    failed,
)
from traces.memory import MemoryTrace

pytestmark = pytest.mark.anyio

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=str)
LIST_AT = {"tavily": ("results",), "searxng": ("results",), "brave": ("web", "results")}


def with_rows(engine: Engine, rows: object) -> bytes:
    """An engine's recorded answer with other results."""
    answer = json.loads(recorded(engine.name))
    *outer, last = LIST_AT[engine.name]
    place = answer
    for key in outer:
        place = place[key]
    place[last] = rows
    return json.dumps(answer).encode()


@every_engine
async def test_results_come_in_the_engines_order_with_its_answer_to_the_letter(
    engine: Engine,
) -> None:
    answer = await answered(engine, Reply(recorded(engine.name)))

    assert answer.provider == engine.name
    assert [result.title for result in answer.results] == [
        "Lighthouse museum: opening hours",
        "Harbour news: the tower reopens",
    ]
    assert answer.results[0].url.startswith("https://museum.example/visit")
    assert answer.results[0].snippet.startswith("The tower is open from ten to five")
    assert [result.date for result in answer.results] == [None, "2026-03-01T08:30:00Z"]
    assert answer.raw == recorded(engine.name)


@every_engine
async def test_nothing_found_is_an_answer(engine: Engine) -> None:
    answer = await answered(engine, Reply(engine.nothing.encode()))

    assert answer.results == ()
    assert answer.notes == ()


@every_engine
async def test_no_more_results_than_asked_for(engine: Engine) -> None:
    answer, _ = await ask(engine, Reply(recorded(engine.name)), limit=1)

    assert isinstance(answer, SearchAnswer)
    assert len(answer.results) == 1


@every_engine
async def test_a_bad_row_costs_only_itself(engine: Engine) -> None:
    good = {"url": "https://museum.example/", "title": ["no", "text"], "published_date": 7}
    rows = [good, "no row", None, {"title": "no address"}, {"url": 5}, {"url": "ftp://x.example/"}]

    answer = await answered(engine, Reply(with_rows(engine, rows)))

    assert answer.results == (WebResult("https://museum.example/", "museum.example"),)
    assert answer.notes[0].startswith("5 of 6 results of ")


@every_engine
@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://user:word@museum.example/",
        "https://museum.example/a b",
        "https://museum.example/\nHost: x",
        "https://",
        "https://[half",
        "https://museum.example/" + "a" * 3_000,
    ],
    ids=lambda url: url[:20].strip(),
)
async def test_what_can_be_no_page_is_no_lead(engine: Engine, url: str) -> None:
    rows = [{"url": url, "title": "Bad"}, {"url": "https://museum.example/", "title": "Good"}]

    answer = await answered(engine, Reply(with_rows(engine, rows)))

    assert [result.title for result in answer.results] == ["Good"]


@every_engine
async def test_markup_entities_and_broken_letters_become_plain_text(engine: Engine) -> None:
    told = "<b>Salt</b> &amp; <script x>light</script>,\n\tif 1 < 2 \ud800"
    row = {"url": "https://a.example/", "title": told, "content": told, "description": told}

    answer = await answered(engine, Reply(with_rows(engine, [row])))

    assert answer.results[0].title == "Salt & light, if 1 < 2 ?"
    assert answer.results[0].snippet == "Salt & light, if 1 < 2 ?"


@every_engine
async def test_a_long_snippet_is_cut_at_a_word(engine: Engine) -> None:
    told = "lantern " * 2_000
    row = {"url": "https://a.example/", "title": told, "content": told, "description": told}

    answer = await answered(engine, Reply(with_rows(engine, [row])))

    assert len(answer.results[0].title) <= 300
    assert len(answer.results[0].snippet) <= 2_000
    assert answer.results[0].snippet.endswith("lantern")


MALFORMED = {
    "a page with 200": Reply(b"<html><title>Search</title></html>", kind="text/html"),
    "no JSON": Reply(b"results: none"),
    "JSON that breaks off": Reply(recorded("tavily")[:200]),
    "nothing at all": Reply(b""),
    "a list": Reply(b"[]"),
    "a number": Reply(b"7"),
    "no results field": Reply(b'{"query": "x"}'),
    "results of the wrong type": Reply(
        b'{"type": "search", "results": {"a": 1}, "web": {"results": 5}}'
    ),
    "only unreadable results": Reply(
        b'{"type": "search", "results": [1], "web": {"results": [{"url": null}]}}'
    ),
    "deep nesting": Reply(b'{"results":' + b"[" * 400_000),
    "an endless number": Reply(b'{"results": [' + b"9" * 6_000 + b"]}"),
    "not UTF-8": Reply(b'{"results": "\xff\xfe"}'),
    "another site": Reply(status=302, headers={"Location": "http://127.0.0.1:9/"}),
    "no such path": Reply(b"not here", status=404, kind="text/plain"),
    "bad request": Reply(b'{"detail": "no"}', status=400),
    "no content": Reply(b"", status=204),
    "less than promised": Reply(recorded("brave"), sent=100),
    "no HTTP": Reply(garbage=b"SSH-2.0-OpenSSH_9.6\r\n"),
    "broken packing": Reply(b"no gzip", headers={"Content-Encoding": "gzip"}),
}


@every_engine
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED.keys())
async def test_what_is_no_answer_is_malformed(engine: Engine, reply: Reply) -> None:
    failure = await failed(engine, reply)

    assert failure.problem is SearchProblem.MALFORMED
    assert failure.provider == engine.name
    assert_one_sentence(failure.detail)


@every_engine
async def test_a_redirect_is_not_followed(engine: Engine) -> None:
    trap = EngineServer(Reply(recorded(engine.name)))
    async with trap.running():
        await failed(engine, Reply(status=307, headers={"Location": f"{trap.url}/search"}))

    assert trap.asked == []


@every_engine
async def test_an_endless_answer_ends_at_the_limit(engine: Engine) -> None:
    limits = EngineLimits(seconds=10, bytes=500_000)

    failure = await failed(engine, Reply(b"{", endless=True), limits=limits)

    assert failure.problem is SearchProblem.MALFORMED
    assert "500,000 bytes" in failure.detail


@every_engine
async def test_a_packed_bomb_ends_at_the_limit(engine: Engine) -> None:
    bomb = gzip.compress(gzip.compress(b" " * 200_000_000, 1))
    reply = Reply(bomb, headers={"Content-Encoding": "gzip, gzip"})

    failure = await failed(engine, reply)

    assert failure.problem is SearchProblem.MALFORMED
    assert "2,000,000 bytes" in failure.detail


@every_engine
async def test_a_packed_answer_is_read(engine: Engine) -> None:
    packed = gzip.compress(recorded(engine.name))

    answer = await answered(engine, Reply(packed, headers={"Content-Encoding": "gzip"}))

    assert answer.raw == recorded(engine.name)


@every_engine
@pytest.mark.parametrize("status", [500, 502, 503])
async def test_an_engines_own_fault_is_unreachable(engine: Engine, status: int) -> None:
    failure = await failed(engine, Reply(status=status, headers={"Retry-After": "7"}))

    assert failure.problem is SearchProblem.UNREACHABLE
    assert failure.retry_after == 7
    assert_one_sentence(failure.detail)


@every_engine
async def test_silence_is_unreachable_when_the_time_is_up(engine: Engine) -> None:
    failure = await failed(engine, Reply(silent=True), limits=QUICK)

    assert failure.problem is SearchProblem.UNREACHABLE
    assert "within 0.3 s" in failure.detail


@every_engine
async def test_a_dead_address_is_unreachable(engine: Engine) -> None:
    server = EngineServer()
    async with server.running():
        pass
    failure = await engine.make(server.url, None).search("x", 5, MemoryTrace())

    assert isinstance(failure, SearchFailure)
    assert failure.problem is SearchProblem.UNREACHABLE
    assert server.url in failure.detail
    assert_one_sentence(failure.detail)


@every_engine
async def test_too_many_questions_are_rate_limited_with_the_delay(engine: Engine) -> None:
    failure = await failed(engine, Reply(status=429, headers={"Retry-After": "12"}))

    assert failure.problem is SearchProblem.RATE_LIMITED
    assert failure.retry_after == 12
    assert_one_sentence(failure.detail)


@every_engine
async def test_a_delay_may_be_a_date(engine: Engine) -> None:
    dates = {
        "Date": "Sun, 01 Mar 2026 08:30:00 GMT",
        "Retry-After": "Sun, 01 Mar 2026 08:30:30 GMT",
    }

    failure = await failed(engine, Reply(status=429, headers=dates))

    assert failure.retry_after == 30


@every_engine
@pytest.mark.parametrize("told", ["soon", "-5", "1e9", "9" * 40, "٣", "Sun, 99 Foo 2026"])
async def test_a_delay_that_is_none_is_left_out(engine: Engine, told: str) -> None:
    headers = {"Retry-After": told} if told.isascii() else {}

    failure = await failed(engine, Reply(status=429, headers=headers))

    assert failure.problem is SearchProblem.RATE_LIMITED
    assert failure.retry_after is None


@every_engine
async def test_a_cancelled_question_closes_its_connection(engine: Engine) -> None:
    server = EngineServer(Reply(silent=True))
    async with server.running(), anyio.create_task_group() as tasks:
        tasks.start_soon(engine.make(server.url, None).search, "x", 5, MemoryTrace())
        with anyio.fail_after(5):
            await server.waiting.wait()
            tasks.cancel_scope.cancel()
            with anyio.CancelScope(shield=True), anyio.fail_after(1):
                await server.left.wait()


@every_engine
async def test_no_proxy_and_no_name_is_taken_from_the_environment(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = EngineServer()
    async with trap.running():
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, trap.url)
            monkeypatch.setenv(name.lower(), trap.url)
            monkeypatch.setenv(f"TAVILY_{name}", trap.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.setenv("TAVILY_PROJECT", "private-project")
        monkeypatch.setenv("TAVILY_ORG_ID", "private-organisation")
        monkeypatch.setenv("TAVILY_API_KEY", "another-key")
        _, server = await ask(engine, Reply(recorded(engine.name)))

    assert trap.asked == []
    assert len(server.asked) == 1
    assert "private" not in str(server.asked)
    assert "another-key" not in str(server.asked)


@every_engine
async def test_a_question_is_cut_to_what_engines_take(engine: Engine) -> None:
    query = "lighthouse\n " * 200 + "\ud800"
    _, server = await ask(engine, Reply(recorded(engine.name)), query=query, limit=500)

    [asked] = server.asked
    sent = asked.params["q"] if asked.params else json.loads(asked.body)["query"]
    assert len(sent) <= 400
    assert set(sent.split(" ")) == {"lighthouse"}


KEYED = (TAVILY, BRAVE)


@pytest.mark.parametrize("engine", KEYED, ids=str)
@pytest.mark.parametrize("status", [200, 401, 429, 500])
async def test_a_key_is_nowhere_but_in_its_header(
    engine: Engine, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    echoed = with_rows(
        engine, [{"url": "https://a.example/", "title": "A", "content": f"key {KEY}"}]
    )
    outcome, server = await ask(engine, Reply(echoed, status=status))

    [asked] = server.asked
    assert KEY in str(asked.headers)
    assert KEY not in asked.target
    assert KEY.encode() not in asked.body
    assert KEY not in caplog.text
    assert outcome.provider == engine.name
    if isinstance(outcome, SearchFailure):
        assert KEY not in repr(outcome)
    else:
        assert KEY.encode() not in outcome.raw
        assert b"[secret]" in outcome.raw


@pytest.mark.parametrize("engine", KEYED, ids=str)
@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_says_where_it_stands(engine: Engine, status: int) -> None:
    failure = await failed(engine, Reply(recorded("tavily_refusal"), status=status))

    assert failure.problem is SearchProblem.BAD_KEY
    assert f"{engine.name.upper()}_API_KEY" in failure.detail
    assert_one_sentence(failure.detail)


@pytest.mark.parametrize("engine", KEYED, ids=str)
@pytest.mark.parametrize("url", ["http://search.example", "http://192.168.1.4:80"])
def test_a_key_does_not_travel_in_the_open(engine: Engine, url: str) -> None:
    with pytest.raises(BadEngineAddress, match="in the open"):
        engine.make(url, None)


@every_engine
@pytest.mark.parametrize(
    "url",
    [" ", "museum.example", "ftp://museum.example", "https://", "https://u:p@museum.example",
     "https://museum.example/?q=", "https://museum.example/#a", "https://museum.example:99999"],
)  # fmt: skip
def test_what_is_no_engines_address_is_refused_at_once(engine: Engine, url: str) -> None:
    with pytest.raises(BadEngineAddress):
        engine.make(url, None)


async def test_tavilys_client_is_not_loaded_before_it_is_asked() -> None:
    """In a fresh interpreter, because the tests here have loaded it."""
    code = (
        "import sys\n"
        "from researchers.web.search.tavily import TavilySearch\n"
        "TavilySearch('key-of-somebody')\n"
        "sys.exit('tavily' in sys.modules)\n"
    )
    done = await anyio.run_process([sys.executable, "-c", code])
    assert done.returncode == 0


def assert_one_sentence(detail: str) -> None:
    assert detail.endswith(".")
    assert detail[0].isupper()
    assert "\n" not in detail
    assert ". " not in detail
