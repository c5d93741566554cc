"""The whole researcher of the web: asked over MCP, fetching over sockets, its traces on disk."""

import time
from pathlib import Path

import anyio
import pytest

from contract import AnswerStatus, GapCategory, ResearchResult
from researchers.settings import ProviderName
from researchers.web.fetching.model import FetchLimits
from researchers.web.pages.model import FeedEntry
from researchers.web.testing import (
    Breakage,
    EngineKind,
    Reply,
    SimulatedWeb,
    most_at_once,
    shortest_pause,
)
from tests.researchers.web.desk import Desk, desk, found, unmarked
from tests.researchers.web.skerry import FIRST_LIT, UNKNOWN, skerry
from traces.sink import Action
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio

DELAY = 0.15
"""The default between two requests to one host, in seconds."""


def gaps(result: ResearchResult, topic: str) -> list[tuple[GapCategory, str]]:
    """What the result says about one address."""
    return [(gap.category, gap.detail) for gap in result.gaps if gap.topic == topic]


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


async def test_what_robots_closes_is_not_asked_for_and_is_a_gap(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        pages.history.robots("User-agent: marchwarden\nDisallow: /first-light")
        engine = await found(web, *pages.pages)
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
        assert web.asked(pages.first_light) == ()
    ((category, detail),) = gaps(result, pages.first_light)
    assert category is GapCategory.ACCESS_DENIED
    assert "robots.txt" in detail
    assert pages.first_light in [event.query for event in result.discovery_events]


async def test_closed_pages_are_gaps_and_leads(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        closed = {
            pages.news.page(f"/{status}", "no", status=status): str(status)
            for status in (401, 402, 403, 451)
        } | {
            pages.history.paywall("/paid", "The first light", "The lamp was lit…"): "paywall",
            pages.history.login("/members"): "login",
            pages.museum.challenge("/person"): "person",
        }
        async with desk(web, tmp_path, urls=[*closed]) as at:
            result = await at.ask(FIRST_LIT)
            refused = {line["locator"]: line for line in at.lines(result.trace_id, Action.ERROR)}
    assert {refused[url]["category"] for url in closed} == {GapCategory.ACCESS_DENIED.value}
    assert [url for url, why in closed.items() if why not in str(refused[url]["message"])] == []
    assert {gap.category for gap in result.gaps[1:]} == {GapCategory.ACCESS_DENIED}
    assert result.citations == ()


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
    assert gaps(result, "http://router.lan/")
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


async def test_a_page_that_is_gone_is_read_from_the_archive_only_if_one_is_set_up(
    tmp_path: Path,
) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        gone = pages.news.page("/gone", "gone", status=410)
        copies = web.site("archive.example")
        copy = copies.article(
            f"/web/{gone}",
            "The first light",
            "The lamp of Skerry Point was lit for the first time on 1 October 1874.",
        )
        async with desk(web, tmp_path / "without", urls=[gone]) as at:
            without = await at.ask(FIRST_LIT)
        assert web.asked(copy) == ()
        archive = {"archive_url": copies.url("/web/")}
        async with desk(web, tmp_path / "with", urls=[gone], settings=archive) as at:
            with_one = await at.ask(FIRST_LIT)
    assert without.citations == ()
    assert any(event.query.endswith(gone) for event in without.discovery_events)
    assert [cited.locator.partition("#")[0] for cited in with_one.citations] == [copy]
    assert at.misquoted(with_one) == []


async def test_an_engine_without_results_is_an_honest_answer(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        engine = await found(web)
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(UNKNOWN)
    assert result.answer_status is AnswerStatus.NO_EVIDENCE
    assert [gap.category for gap in result.gaps] == [GapCategory.SOURCE_NOT_FOUND]
    assert result.citations == ()


async def test_a_bad_key_is_a_gap_that_says_so_without_the_key(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        brave = await web.engine(EngineKind.BRAVE, key="right")
        keys = {ProviderName.BRAVE: "wrong-key-0123456789"}
        async with desk(web, tmp_path, engines=[brave], keys=keys) as at:
            result = await at.ask(FIRST_LIT)
            trace = at.home.trace(result.trace_id).read_text("utf-8")
    (gap,) = (gap for gap in result.gaps if gap.category is GapCategory.ACCESS_DENIED)
    assert "key" in gap.detail
    assert "wrong-key" not in result.model_dump_json() + trace


async def test_the_next_engine_is_asked_when_one_fails_and_the_result_says_so(
    tmp_path: Path,
) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        searxng = await found(web)
        searxng.fail(Reply(status=500))
        brave = await web.engine(EngineKind.BRAVE, key="right-key-0123456789")
        brave.answer_with([(pages.first_light, "First light", "")])
        keys = {ProviderName.BRAVE: "right-key-0123456789"}
        async with desk(web, tmp_path, engines=[searxng, brave], keys=keys) as at:
            result = await at.ask(FIRST_LIT)
    assert "1 October 1874" in result.answer
    assert any("SearXNG" in warning.detail for warning in result.warnings)


async def test_no_engine_at_all_is_a_gap_that_names_the_settings(tmp_path: Path) -> None:
    async with SimulatedWeb() as web, desk(web, tmp_path) as at:
        result = await at.ask(FIRST_LIT)
    (gap,) = (gap for gap in result.gaps if gap.category is GapCategory.ACCESS_DENIED)
    assert "searxng_url" in gap.detail
    assert "TAVILY_API_KEY" in gap.detail


async def test_broken_dead_and_slow_servers_cost_their_own_part_only(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        bad = [web.site(f"{how.value}.example").broken("/lamp", how) for how in Breakage]
        bad += [web.dead("dead.example"), web.silent("far.example"), "http://nowhere.example/"]
        urls, limits = [*bad, pages.first_light], FetchLimits(seconds=0.5)
        async with desk(web, tmp_path, urls=urls, limits=limits) as at:
            result = await at.ask(FIRST_LIT, constraints={"max_sources": 30})
            refused = {line["locator"] for line in at.lines(result.trace_id, Action.ERROR)}
    assert "1 October 1874" in result.answer
    assert set(bad) <= refused
