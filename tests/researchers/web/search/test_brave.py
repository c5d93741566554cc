"""Brave's own wire: parameters, refusals, limits told in headers."""

import pytest

from researchers.web.search.brave import BraveSearch, rate_windows
from researchers.web.search.model import SearchFailure, SearchProblem
from tests.researchers.web.search.engine_server import EngineServer, Reply, recorded
from tests.researchers.web.search.engines import BRAVE, KEY, answered, ask, failed
from traces.memory import MemoryTrace

pytestmark = pytest.mark.anyio


def limits(remaining: str, reset: str, policy: str = "1;w=1, 2000;w=2592000") -> dict[str, str]:
    return {
        "X-RateLimit-Policy": policy,
        "X-RateLimit-Remaining": remaining,
        "X-RateLimit-Reset": reset,
    }


async def test_the_question_is_all_that_is_sent() -> None:
    _, server = await ask(BRAVE, Reply(recorded("brave")), query="salt & light", limit=7)

    [asked] = server.asked
    assert (asked.method, asked.path) == ("GET", "/res/v1/web/search")
    assert asked.params == {
        "q": "salt & light",
        "count": "7",
        "text_decorations": "false",
        "result_filter": "web",
    }
    assert asked.headers["x-subscription-token"] == KEY
    assert asked.body == b""


@pytest.mark.parametrize(("limit", "count"), [(0, "1"), (20, "20"), (500, "20")])
async def test_no_more_are_asked_for_than_the_engine_gives(limit: int, count: str) -> None:
    _, server = await ask(BRAVE, Reply(recorded("brave")), limit=limit)

    assert server.asked[0].params["count"] == count


async def test_a_question_has_at_most_fifty_words() -> None:
    _, server = await ask(BRAVE, Reply(recorded("brave")), query="a " * 90)

    assert len(server.asked[0].params["q"].split()) == 50


async def test_an_answer_without_web_pages_is_an_empty_one() -> None:
    answer = await answered(BRAVE, Reply(recorded("brave_nothing")))

    assert answer.results == ()


async def test_a_bad_key_comes_as_unprocessable() -> None:
    failure = await failed(BRAVE, Reply(recorded("brave_bad_key"), status=422))

    assert failure.problem is SearchProblem.BAD_KEY


async def test_another_unprocessable_question_is_no_bad_key() -> None:
    body = recorded("brave_bad_key").replace(b"SUBSCRIPTION_TOKEN_INVALID", b"VALIDATION")

    failure = await failed(BRAVE, Reply(body, status=422))

    assert failure.problem is SearchProblem.MALFORMED


async def test_a_plan_without_search_is_the_keys_fault() -> None:
    body = recorded("brave_bad_key").replace(b"SUBSCRIPTION_TOKEN_INVALID", b"OPTION_NOT_IN_PLAN")

    failure = await failed(BRAVE, Reply(body, status=400))

    assert failure.problem is SearchProblem.BAD_KEY


async def test_a_second_that_is_full_is_waited_for() -> None:
    reply = Reply(recorded("brave_rate_limited"), 429, headers=limits("0, 1985", "1, 1419704"))

    failure = await failed(BRAVE, reply)

    assert failure.problem is SearchProblem.RATE_LIMITED
    assert failure.retry_after == 1


async def test_a_month_that_is_used_up_is_a_quota() -> None:
    reply = Reply(recorded("brave_rate_limited"), 429, headers=limits("1, 0", "1, 1419704"))

    failure = await failed(BRAVE, reply)

    assert failure.problem is SearchProblem.QUOTA
    assert failure.retry_after == 1_419_704
    assert "BRAVE_API_KEY" in failure.detail


async def test_an_unpaid_bill_is_a_quota() -> None:
    failure = await failed(BRAVE, Reply(status=402))

    assert failure.problem is SearchProblem.QUOTA


@pytest.mark.parametrize(
    "headers",
    [
        {},
        limits("0", "1, 2"),
        limits("x, y", "1, 2"),
        limits("0, 0", "1, 2", policy="a;w=b, c"),
        limits("1, 0", "1, 1419704", policy="1;w=1, 0;w=2592000"),
    ],
    ids=["none", "too few", "no numbers", "no policy", "a month without limit"],
)
async def test_limits_that_say_nothing_are_a_rate_limit(headers: dict[str, str]) -> None:
    failure = await failed(BRAVE, Reply(recorded("brave_rate_limited"), 429, headers=headers))

    assert failure.problem is SearchProblem.RATE_LIMITED
    assert failure.retry_after is None


def test_each_window_has_what_is_left_and_when_it_ends() -> None:
    told = {name.lower(): value for name, value in limits("0, 1985", "1, 1419704").items()}

    assert [(w.seconds, w.remaining, w.reset) for w in rate_windows(told)] == [
        (1, 0, 1.0),
        (2_592_000, 1_985, 1_419_704.0),
    ]


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "line\nbreak", "\x00"])
async def test_what_can_be_no_key_is_not_sent(key: str) -> None:
    server = EngineServer(Reply(recorded("brave")))
    async with server.running():
        failure = await BraveSearch(key, base_url=server.url).search("x", 5, MemoryTrace())

    assert isinstance(failure, SearchFailure)
    assert failure.problem is SearchProblem.BAD_KEY
    assert server.asked == []


async def test_space_around_a_key_is_no_part_of_it() -> None:
    server = EngineServer(Reply(recorded("brave")))
    async with server.running():
        await BraveSearch(f" {KEY}\n", base_url=server.url).search("x", 5, MemoryTrace())

    assert server.asked[0].headers["x-subscription-token"] == KEY
