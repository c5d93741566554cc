"""What is asked of a site's robots.txt, how often, and what the answer means for its pages."""

import gzip
import tracemalloc
from collections.abc import Mapping

import anyio
import pytest

from researchers.web.fetching.model import FetchFailure, FetchPolicy, FetchProblem
from researchers.web.fetching.polite_fetch import PoliteFetch
from tests.researchers.web.fetching.sites_in_memory import (
    ManualTime,
    Reply,
    SitesInMemory,
    open_trace,
)
from traces.memory import MemoryTrace
from traces.sink import Action, JsonValue

pytestmark = pytest.mark.anyio

SITE = "http://news.example.com"
ROBOTS = f"{SITE}/robots.txt"
PAGE = f"{SITE}/lamp"
CLOSED = b"User-agent: *\nDisallow: /lamp\n"
OPEN = b"User-agent: *\nDisallow: /private\n"


class Setting:
    """Sites with one page, and a polite fetch over them."""

    def __init__(self, *robots: Reply) -> None:
        self.time = ManualTime()
        self.sites = SitesInMemory(self.time)
        self.sites.put(PAGE, Reply(b"The lamp was lit in 1874."))
        if robots:
            self.sites.put(ROBOTS, *robots)
        policy = FetchPolicy(agent="marchwarden/0 (test)")
        self.polite = PoliteFetch(self.sites, policy, clock=self.time, pace=self.time.pace)
        self.trace = open_trace()

    async def problem(self, url: str = PAGE) -> FetchProblem | None:
        """Why a page did not come; None when it came."""
        answer = await self.polite.get(url, self.trace)
        return answer.problem if isinstance(answer, FetchFailure) else None

    async def failure(self, url: str = PAGE) -> FetchFailure:
        answer = await self.polite.get(url, self.trace)
        assert isinstance(answer, FetchFailure)
        return answer


def lines(trace: MemoryTrace, action: Action = Action.FETCH_URL) -> list[Mapping[str, JsonValue]]:
    return [line.data for line in trace.recorded if line.action is action]


async def test_robots_is_asked_before_the_page_and_once_for_the_site() -> None:
    here = Setting(Reply(OPEN))
    assert await here.problem() is None
    assert await here.problem() is None
    assert here.sites.asked() == [ROBOTS, PAGE, PAGE]


async def test_a_closed_page_is_not_asked_for_and_the_refusal_says_why() -> None:
    here = Setting(Reply(CLOSED))
    failure = await here.failure()
    assert failure.problem is FetchProblem.ROBOTS
    assert failure.detail == f"{ROBOTS} does not let marchwarden fetch {PAGE}."
    assert here.sites.asked() == [ROBOTS]


async def test_each_scheme_and_port_has_its_own_rules() -> None:
    here = Setting(Reply(CLOSED))
    secure = here.sites.put("https://news.example.com/lamp", Reply(b"open"))
    assert await here.problem(secure) is None
    assert "https://news.example.com/robots.txt" in here.sites.asked()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 451])
async def test_a_site_without_robots_is_open(status: int) -> None:
    here = Setting(Reply(status=status))
    answer = await here.polite.get(PAGE, here.trace)
    assert not isinstance(answer, FetchFailure)
    assert answer.robots == "none"


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (Reply(status=500), FetchProblem.ROBOTS),
        (Reply(status=503), FetchProblem.RATE_LIMITED),
        (Reply(status=429), FetchProblem.RATE_LIMITED),
        (Reply(problem=FetchProblem.TIMEOUT), FetchProblem.TIMEOUT),
        (Reply(problem=FetchProblem.MALFORMED), FetchProblem.ROBOTS),
        (Reply(problem=FetchProblem.TOO_LARGE), FetchProblem.ROBOTS),
        (Reply(b"no gzip", content_coding="gzip"), FetchProblem.ROBOTS),
    ],
)
async def test_a_site_that_cannot_tell_is_closed_with_its_reason(
    reply: Reply, problem: FetchProblem
) -> None:
    here = Setting(reply)
    failure = await here.failure()
    assert failure.problem is problem
    assert failure.detail.endswith(f", so {PAGE} was not asked for.")
    assert PAGE not in here.sites.asked()


@pytest.mark.parametrize(
    "problem", [FetchProblem.UNREACHABLE, FetchProblem.FORBIDDEN_ADDRESS, FetchProblem.BAD_ADDRESS]
)
async def test_a_site_that_is_not_to_be_had_says_so_of_the_page(problem: FetchProblem) -> None:
    here = Setting(Reply(problem=problem))
    failure = await here.failure()
    assert failure.problem is problem
    assert failure.detail.startswith(f"{PAGE} ")
    assert PAGE not in here.sites.asked()


async def test_a_robots_txt_that_is_moved_counts_for_the_site_that_was_asked() -> None:
    here = Setting(Reply(status=301, location="http://other.example/rules"))
    here.sites.put("http://other.example/rules", Reply(CLOSED))
    assert await here.problem() is FetchProblem.ROBOTS
    assert await here.problem(f"{SITE}/open") is FetchProblem.GONE


async def test_a_robots_txt_that_is_moved_without_end_is_none() -> None:
    here = Setting(Reply(status=301, location=ROBOTS))
    assert await here.problem() is None


async def test_a_moved_robots_txt_at_a_forbidden_address_closes_the_site() -> None:
    here = Setting(Reply(status=301, location="http://10.0.0.1/robots.txt"))
    here.sites.put("http://10.0.0.1/robots.txt", Reply(problem=FetchProblem.FORBIDDEN_ADDRESS))
    assert await here.problem() is FetchProblem.ROBOTS


async def test_a_compressed_file_is_read() -> None:
    here = Setting(Reply(gzip.compress(CLOSED), content_coding="gzip"))
    assert await here.problem() is FetchProblem.ROBOTS


async def test_a_bomb_is_unfolded_no_further_than_it_is_read() -> None:
    bomb = gzip.compress(CLOSED + b"#" * 60_000_000)
    here = Setting(Reply(bomb, content_coding="gzip"))
    tracemalloc.start()
    assert await here.problem() is FetchProblem.ROBOTS
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


async def test_a_large_file_is_read_up_to_500_kib() -> None:
    rules = b"".join(b"Disallow: /%07d\n" % number for number in range(60_000))
    here = Setting(Reply(CLOSED + rules))
    assert await here.problem() is FetchProblem.ROBOTS
    [line] = lines(here.trace)
    assert line["content_length"] in range(511_900, 512_001)


@pytest.mark.parametrize(
    ("reply", "seconds"),
    [
        (Reply(OPEN), 86_400),
        (Reply(OPEN, headers={"cache-control": "max-age=999999"}), 86_400),
        (Reply(OPEN, headers={"cache-control": "max-age=600"}), 600),
        (Reply(OPEN, headers={"cache-control": "no-store"}), 60),
        (Reply(status=404), 3_600),
    ],
)
async def test_rules_are_asked_for_anew_when_they_are_old(reply: Reply, seconds: float) -> None:
    here = Setting(reply)
    await here.problem()
    here.time.pass_by(seconds - 2)
    await here.problem()
    assert here.sites.asked(ROBOTS) == [ROBOTS]
    here.time.pass_by(3)
    await here.problem()
    assert here.sites.asked(ROBOTS) == [ROBOTS, ROBOTS]


async def test_a_dead_site_is_asked_once_and_again_five_minutes_later() -> None:
    here = Setting(Reply(problem=FetchProblem.UNREACHABLE), Reply(OPEN))
    assert await here.problem() is FetchProblem.UNREACHABLE
    assert await here.problem() is FetchProblem.UNREACHABLE
    here.time.pass_by(301)
    assert await here.problem() is None
    assert len(here.sites.asked(ROBOTS)) == 2


async def test_ten_at_once_ask_once() -> None:
    gate = anyio.Event()
    here = Setting(Reply(CLOSED, gate=gate))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(here.failure)
            await here.sites.arrived.wait()
            await anyio.wait_all_tasks_blocked()
            gate.set()
    assert here.sites.asked() == [ROBOTS]
    assert len(lines(here.trace)) == 1


async def test_when_the_one_that_asks_is_cancelled_another_asks() -> None:
    gate = anyio.Event()
    here = Setting(Reply(OPEN, gate=gate), Reply(OPEN))
    came: list[FetchProblem | None] = []

    async def get() -> None:
        came.append(await here.problem())

    with anyio.fail_after(5):
        async with anyio.create_task_group() as first:
            first.start_soon(get)
            await here.sites.arrived.wait()
            async with anyio.create_task_group() as second:
                second.start_soon(get)
                await anyio.wait_all_tasks_blocked()
                first.cancel_scope.cancel()
    await here.problem()
    assert len(here.sites.asked(ROBOTS)) == 2


async def test_the_file_stands_in_the_trace_of_each_run_that_it_was_asked_for() -> None:
    headers = {"content-type": "text/plain; charset=utf-8"}
    here = Setting(Reply(OPEN, headers=headers))
    await here.problem()
    await here.problem()
    [line] = lines(here.trace)
    assert here.trace.get(str(line["content_hash"])) == OPEN
    assert here.trace.get(str(line["raw"])) == OPEN
    assert here.trace.get(str(line["head"])).startswith(b"HTTP/1.1 200 ")
    told = {"url": ROBOTS, "role": "robots", "status": 200, "cache": "network"}
    assert {**line, **told, "content_type": "text/plain", "content_length": len(OPEN)} == line
    later = open_trace()
    await here.polite.get(PAGE, later)
    [again] = lines(later)
    assert (again["content_hash"], again["cache"]) == (line["content_hash"], "cache")


async def test_the_absence_of_a_file_stands_in_the_trace_as_an_empty_one() -> None:
    here = Setting()
    await here.problem()
    [line] = lines(here.trace)
    assert (line["status"], line["role"], line["content_length"]) == (404, "robots", 0)


async def test_a_site_that_cannot_tell_stands_in_the_trace_as_an_error() -> None:
    here = Setting(Reply(status=500))
    await here.problem()
    await here.problem()
    [line] = lines(here.trace, Action.ERROR)
    assert (line["locator"], line["kind"], line["stage"]) == (ROBOTS, "error_status", "robots")


async def test_a_media_type_of_any_length_fits_into_the_trace() -> None:
    here = Setting(Reply(OPEN, headers={"content-type": "text/" + "x" * 9_000}))
    assert await here.problem() is None
    assert len(lines(here.trace)) == 1


async def test_the_rules_of_very_many_sites_are_not_kept_for_ever() -> None:
    here = Setting()
    big = OPEN + b"#" * 400_000
    for number in range(8):
        here.sites.put(f"http://{number}.example/robots.txt", Reply(big))
        await here.problem(f"http://{number}.example/")
    await here.problem("http://0.example/")
    await here.problem("http://7.example/")
    assert len(here.sites.asked("http://0.example/robots.txt")) == 2
    await here.problem("http://6.example/")
    assert len(here.sites.asked("http://6.example/robots.txt")) == 1
    assert len(here.sites.asked("http://7.example/robots.txt")) == 1
