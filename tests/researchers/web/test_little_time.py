"""One slow page costs its own part, and a run without time says that and nothing else."""

import time
from pathlib import Path

import pytest

from contract import GapCategory, ResearchResult, StopReason
from researchers.web.testing import Breakage, SimulatedWeb
from tests.researchers.web.desk import desk
from tests.researchers.web.skerry import FIRST_LIT, skerry
from traces.sink import Action

pytestmark = pytest.mark.anyio


def details(result: ResearchResult) -> list[str]:
    return [gap.detail for gap in result.gaps]


async def test_a_slow_page_holds_up_its_host_for_seconds_only(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        slow = pages.history.drip("/slow", seconds_per_byte=0.5)
        async with desk(web, tmp_path, urls=[slow, pages.first_light]) as at:
            begun = time.monotonic()
            result = await at.ask(FIRST_LIT)
            took = time.monotonic() - begun
        assert len(web.asked(slow)) == 1
    assert "1 October 1874" in result.answer
    assert took < 10
    (gap,) = (gap for gap in result.gaps if gap.topic == slow)
    assert gap.category is GapCategory.ACCESS_DENIED
    assert "in 5 s and did not end" in gap.detail
    assert [one.detail for one in result.warnings if slow in one.detail] == []


async def test_a_run_with_little_time_says_that_time_ran_out(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        silent = web.site("slow.example").broken("/lamp", Breakage.SILENT)
        async with desk(web, tmp_path, urls=[silent]) as at:
            result = await at.ask(FIRST_LIT, constraints={"max_seconds": 4})
    assert result.stop_reason is StopReason.TIMEOUT_EXCEEDED
    assert "Time ran out" in result.answer
    assert {gap.category for gap in result.gaps} == {GapCategory.BUDGET_EXHAUSTED}
    assert not any("No document" in detail for detail in details(result))


async def test_what_can_not_be_read_is_the_only_gap(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        broken = web.site("news.example").page("/a", "no", status=500)
        async with desk(web, tmp_path, urls=[broken]) as at:
            result = await at.ask(FIRST_LIT)
    (gap,) = result.gaps
    assert (gap.topic, gap.category) == (broken, GapCategory.ACCESS_DENIED)
    assert "500" in result.answer


async def test_no_engine_is_told_in_the_answer_and_as_a_gap(tmp_path: Path) -> None:
    async with SimulatedWeb() as web, desk(web, tmp_path) as at:
        result = await at.ask(FIRST_LIT)
    assert len(result.gaps) == 1
    assert result.gaps[0].detail in result.answer
    assert result.warnings == ()


async def test_a_host_that_is_busy_says_when_to_come_back(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        busy = web.site("news.example").page("/a", "no", status=429, retry_after="600")
        async with desk(web, tmp_path, urls=[busy]) as at:
            result = await at.ask(FIRST_LIT)
    assert "it wants to be asked again in 10 min" in result.answer


async def test_a_list_is_read_on_until_a_page_answers(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        others = [
            pages.museum.article(f"/room-{number}", f"Room {number}", "Here hang nets and oars.")
            for number in range(6)
        ]
        answers = pages.museum.article(
            "/leaflet", "Leaflet", "Oilskins were made in the village of Brannagh from 1911 on."
        )
        sitemap = pages.museum.sitemap("/sitemap.xml", [*others, answers])
        async with desk(web, tmp_path, urls=[sitemap]) as at:
            result = await at.ask("Where were oilskins made from 1911 on?")
            said = at.lines(result.trace_id, Action.RETRY)
    assert "Brannagh" in result.answer
    assert len(said) == 1
