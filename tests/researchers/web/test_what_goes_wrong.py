"""What is closed, gone, broken or not set up: a gap with its reason, and the rest goes on."""

from pathlib import Path

import pytest

from contract import AnswerStatus, GapCategory
from researchers.settings import ProviderName
from researchers.web.fetching.model import FetchLimits
from researchers.web.testing import (
    Breakage,
    EngineKind,
    Reply,
    SimulatedWeb,
)
from tests.researchers.web.desk import desk, found, gaps_about
from tests.researchers.web.skerry import FIRST_LIT, UNKNOWN, skerry
from traces.sink import Action

pytestmark = pytest.mark.anyio


async def test_what_robots_closes_is_not_asked_for_and_is_a_gap(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        pages.history.robots("User-agent: marchwarden\nDisallow: /first-light")
        engine = await found(web, *pages.pages)
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
        assert web.asked(pages.first_light) == ()
    ((category, detail),) = gaps_about(result, pages.first_light)
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
    assert {event.source_locator for event in result.discovery_events} == set(closed)
    assert result.citations == ()


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
