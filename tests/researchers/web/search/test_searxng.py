"""SearXNG's own wire: formats, commands in a question, engines that stay silent."""

import json

import pytest

from researchers.web.search.model import SearchProblem
from researchers.web.search.searxng import SearxngSearch
from tests.researchers.web.search.engine_server import EngineServer, Reply, recorded
from tests.researchers.web.search.engines import SEARXNG, answered, ask, failed
from traces.memory import MemoryTrace

pytestmark = pytest.mark.anyio


def with_silent(engines: object, *, results: bool) -> bytes:
    answer = json.loads(recorded("searxng"))
    answer["unresponsive_engines"] = engines
    if not results:
        answer["results"] = []
    return json.dumps(answer).encode()


async def test_the_question_is_all_that_is_sent() -> None:
    _, server = await ask(SEARXNG, Reply(recorded("searxng")), query="salt & light")

    [asked] = server.asked
    assert (asked.method, asked.path) == ("GET", "/search")
    assert asked.params == {"q": "salt & light", "format": "json"}
    assert "authorization" not in asked.headers
    assert "cookie" not in asked.headers


@pytest.mark.parametrize("path", ["", "/", "/searx", "/searx/", "/searx/search", "/search"])
async def test_an_instance_may_live_below_a_path(path: str) -> None:
    server = EngineServer(Reply(recorded("searxng")))
    async with server.running():
        await SearxngSearch(server.url + path).search("x", 5, MemoryTrace())

    assert server.asked[0].path == ("/searx/search" if "searx/" in path + "/" else "/search")


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("what does !important do", "what does important do"),
        ("!!g lighthouse", "g lighthouse"),
        (":de lighthouse", "de lighthouse"),
        ("lighthouse <850", "lighthouse 850"),
        ("is 3 < 4 : yes!", "is 3 < 4 : yes!"),
        ("site:museum.example hours", "site:museum.example hours"),
    ],
)
async def test_no_word_of_a_question_is_a_command(query: str, sent: str) -> None:
    _, server = await ask(SEARXNG, Reply(recorded("searxng")), query=query)

    assert server.asked[0].params["q"] == sent


async def test_a_format_that_is_switched_off_names_the_setting() -> None:
    failure = await failed(SEARXNG, Reply(b"<h1>Forbidden</h1>", status=403, kind="text/html"))

    assert failure.problem is SearchProblem.MALFORMED
    assert "search.formats" in failure.detail


async def test_a_page_instead_of_json_names_the_setting() -> None:
    failure = await failed(SEARXNG, Reply(b"<!doctype html><html></html>", kind="text/html"))

    assert failure.problem is SearchProblem.MALFORMED
    assert "search.formats" in failure.detail


async def test_a_limiter_names_the_setting() -> None:
    failure = await failed(SEARXNG, Reply(b"Too Many Requests", status=429, kind="text/html"))

    assert failure.problem is SearchProblem.RATE_LIMITED
    assert "server.limiter" in failure.detail


async def test_nothing_found_while_engines_are_silent_says_nothing_about_the_web() -> None:
    silent = [["google", "timeout"], ["brave", "too many requests"]]

    failure = await failed(SEARXNG, Reply(with_silent(silent, results=False)))

    assert failure.problem is SearchProblem.UNREACHABLE
    assert "google (timeout), brave (too many requests)" in failure.detail


async def test_silent_engines_are_told_beside_the_results() -> None:
    silent = [["a", "timeout"], ["b", "x"], ["c", "x"], ["d", "x"], ["e", "x"], ["f", "x"]]

    answer = await answered(SEARXNG, Reply(with_silent(silent, results=True)))

    assert len(answer.results) == 2
    assert answer.notes[0].endswith("a (timeout), b (x), c (x), d (x) and 2 more.")


@pytest.mark.parametrize(
    ("engines", "shown"), [(4, "a (x), b (x), c (x), d (x)."), (5, "d (x) and 1 more.")]
)
async def test_at_most_four_silent_engines_are_named(engines: int, shown: str) -> None:
    silent = [[name, "x"] for name in "abcdef"[:engines]]

    answer = await answered(SEARXNG, Reply(with_silent(silent, results=True)))

    assert answer.notes[0].endswith(shown)


@pytest.mark.parametrize("told", [None, 7, "google", [7], [[]], [["<script>", "x\ny"]], [[7, 8]]])
async def test_odd_reports_about_engines_cost_no_results(told: object) -> None:
    answer = await answered(SEARXNG, Reply(with_silent(told, results=True)))

    assert len(answer.results) == 2
    assert "<" not in "".join(answer.notes)
