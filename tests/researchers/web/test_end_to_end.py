"""The whole researcher of the web: asked over MCP, fetching over sockets, its traces on disk."""

import time
from pathlib import Path

import anyio
import pytest

from contract import AnswerStatus, ResearchResult
from researchers.web.pages.model import FeedEntry
from researchers.web.testing import (
    SimulatedWeb,
    most_at_once,
    shortest_pause,
)
from tests.researchers.web.desk import Desk, desk, found, gaps_about, unmarked
from tests.researchers.web.skerry import FIRST_LIT, skerry
from traces.sink import Action
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio

DELAY = 0.15
"""The default between two requests to one host, in seconds."""


def fetched(desk_: Desk, result: ResearchResult, url: str) -> dict[str, object]:
    """The trace's line about one page."""
    (line,) = (
        line
        for line in desk_.lines(result.trace_id, Action.FETCH_URL)
        if line["url"] == url and line.get("role") != "robots"
    )
    return dict(line)


async def test_an_answer_quotes_what_was_opened_and_kept(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, *pages.pages)
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
            line = fetched(at, result, pages.first_light)
            kept = {name: at.store.get(str(line[name])) for name in ("raw", "head", "content_hash")}
        checked = verify_trace(at.home, result.trace_id, read_data=True)
    assert result.answer_status is AnswerStatus.OK
    assert "1 October 1874" in result.answer
    assert result.citations[0].locator.partition("#")[0] == pages.first_light
    assert unmarked(result.answer) == []
    assert at.misquoted(result) == []
    assert kept["head"].startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"<title>The first light at Skerry Point</title>" in kept["raw"]
    assert result.citations[0].raw_excerpt in kept["content_hash"].decode()
    assert checked.status is VerifyStatus.OK, checked.findings


async def test_a_snippet_is_never_evidence(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, pages.visit)
        engine_says = "The lamp of Skerry Point was lit for the first time in 1801."
        engine.answer_with([(pages.visit, "First light", engine_says)])
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
    assert "1801" not in result.model_dump_json(include={"answer", "citations"})


async def test_a_redirect_is_recorded_and_its_target_cited(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        old = pages.news.redirect("/old", pages.first_light, status=302)
        engine = await found(web, old)
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
            line = fetched(at, result, old)
            hops = at.store.get(str(line["hops"]))
    assert line["final_url"] == pages.first_light
    assert b"302 Found" in hops
    assert {cited.locator.partition("#")[0] for cited in result.citations} == {pages.first_light}


async def test_a_host_gets_one_request_at_a_time_with_pauses_whoever_asks(
    tmp_path: Path,
) -> None:
    async with SimulatedWeb(latency=0.02) as web:
        pages = skerry(web)
        more = [
            pages.museum.article(
                f"/lamp-{number}", f"Lamp {number}", f"The lamp has {number} parts."
            )
            for number in range(4)
        ]
        engine = await found(web, *more, *pages.pages)
        async with (
            desk(web, tmp_path, engines=[engine]) as at,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(at.ask, FIRST_LIT)
            tasks.start_soon(at.ask, "How many parts has the lamp at Skerry Point?")
        for site in (pages.museum, pages.history, pages.news):
            asked = web.asked(site.origin)
            assert most_at_once(asked) == 1
            assert (shortest_pause(asked) or DELAY) >= DELAY
        assert len(web.asked(pages.museum.origin)) >= 3
        assert most_at_once(web.requests) > 1


async def test_no_name_leads_to_this_machine(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        web.site("router.lan", address="192.168.1.1").page("/", "The lamp of Skerry Point: secret.")
        own = web.site("127.0.0.1", address="127.0.0.1")
        own.page("/", "The lamp of Skerry Point: secret.")
        public = str((await web.resolver("news.example", 80))[0])
        web.dns("evil.example", [public], then=["127.0.0.1"], alternating=True)
        engine = await found(
            web,
            "http://router.lan/",
            "http://127.0.0.1/",
            "http://evil.example/a",
            pages.news.redirect("/in", "http://192.168.1.1/"),
            pages.history.redirect("/in", "http://router.lan/"),
        )
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
        reached = {dial.address for dial in web.dials}
    assert {address for address in reached if not address.startswith("93.184.")} == set()
    assert gaps_about(result, "http://router.lan/")
    assert "secret" not in result.model_dump_json()


async def test_a_cancelled_call_lets_go_of_its_fetch_and_seals_its_trace(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        slow = pages.news.drip("/slow", seconds_per_byte=10)
        engine = await found(web, slow)
        async with desk(web, tmp_path, engines=[engine]) as at:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(at.ask, FIRST_LIT)
                await web.until_asked(slow, 20)
                cancelled = time.monotonic()
                tasks.cancel_scope.cancel()
            left = await web.until_left(slow, 2)
            (run,) = at.runs()
            sealed = await at.until_sealed(run, 2)
            took = time.monotonic() - cancelled
    assert left.ended is not None
    assert left.ended - cancelled < 1
    assert took < 1
    assert sealed["status"] == "cancelled"
    assert verify_trace(at.home, run).status is VerifyStatus.OK


async def test_a_second_run_asks_only_whether_something_changed(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, pages.first_light)
        async with desk(web, tmp_path, engines=[engine]) as at:
            first = await at.ask(FIRST_LIT)
            again = await at.ask(FIRST_LIT)
            line = fetched(at, again, pages.first_light)
        conditions = [asked.headers.get("if-none-match") for asked in web.asked(pages.first_light)]
    assert conditions[0] is None
    assert conditions[1] is not None
    assert line["cache"] == "revalidated"
    assert (again.answer, again.citations) == (first.answer, first.citations)


async def test_named_pages_sitemaps_and_feeds_are_the_search(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        sitemap = pages.museum.sitemap("/sitemap.xml", [pages.visit, pages.lamp])
        entry = FeedEntry(pages.winter, "Winter", "2025-10-19T00:00:00+00:00")
        feed = pages.news.feed("/feed", [entry], kind="atom")
        async with desk(web, tmp_path, urls=[pages.first_light, sitemap, feed]) as at:
            first_lit = await at.ask(FIRST_LIT)
            prisms = await at.ask("How many prisms has the lens of the lamp at Skerry Point?")
            winter = await at.ask("When will the lamp be lit by hand this winter?")
    assert "1 October 1874" in first_lit.answer
    assert "312 prisms" in prisms.answer
    assert "6 December" in winter.answer
    assert pages.winter in [cited.locator.partition("#")[0] for cited in winter.citations]
    assert [at.misquoted(result) for result in (first_lit, prisms, winter)] == [[], [], []]
