"""A page that was read before: when its server is asked again, and what is said of its age."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from contract import ResearchResult, WarningCode
from evidence.documents import Hit, Lane
from researchers.web.documents import document_of
from researchers.web.fetching.model import CacheUse
from researchers.web.testing import SimulatedWeb
from tests.researchers.web.desk import desk, found
from tests.researchers.web.pages.pages import fetched, page_of
from tests.researchers.web.skerry import FIRST_LIT, Skerry, skerry

pytestmark = pytest.mark.anyio

LONG_AGO = "Wed, 01 Oct 2014 10:00:00 GMT"
TEXT = "<h1>The lamp</h1>" + "<p>The lamp of Skerry Point was lit for the first time in {}.</p>" * 2


def put(pages: Skerry, year: int, *, max_age: int | None = None) -> str:
    """A page that was last changed long ago, so that a guess would keep it for a day."""
    promised = {"Cache-Control": f"max-age={max_age}"} if max_age is not None else {}
    return pages.news.page(
        "/lamp", TEXT.format(year, year), headers=promised, last_modified=LONG_AGO, etag=True
    )


def ages(result: ResearchResult) -> list[str]:
    return [one.detail for one in result.warnings if one.code is WarningCode.FROM_CACHE]


async def test_a_named_page_is_asked_for_whatever_its_age_lets_guess(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        page = put(pages, 1874)
        async with desk(web, tmp_path, urls=[page]) as at:
            first = await at.ask(FIRST_LIT)
            put(pages, 1875)
            again = await at.ask(FIRST_LIT)
    assert ("1874" in first.answer, "1875" in again.answer) == (True, True)
    assert ages(again) == []


async def test_what_its_server_promises_holds_for_a_named_page_and_is_said(
    tmp_path: Path,
) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        page = put(pages, 1874, max_age=3_600)
        async with desk(web, tmp_path, urls=[page]) as at:
            first = await at.ask(FIRST_LIT)
            again = await at.ask(FIRST_LIT)
        assert len(web.asked(page)) == 1
    assert ages(first) == []
    assert ages(again) == [
        f"{page} was read from the cache, fetched just before; --fresh asks anew."
    ]


async def test_a_page_that_an_engine_found_may_be_guessed_at_and_its_age_is_said(
    tmp_path: Path,
) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        page = put(pages, 1874)
        engine = await found(web, page)
        async with desk(web, tmp_path, engines=[engine]) as at:
            await at.ask(FIRST_LIT)
            again = await at.ask(FIRST_LIT)
        assert len(web.asked(page)) == 1
    assert [said.partition(" was ")[0] for said in ages(again)] == [page]


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (timedelta(seconds=20), "fetched just before"),
        (timedelta(minutes=1), "fetched 1 minute ago"),
        (timedelta(minutes=6), "fetched 6 minutes ago"),
        (timedelta(hours=2), "fetched 2 hours ago"),
        (timedelta(days=1, hours=5), "fetched 1 day ago"),
        (timedelta(minutes=-5), "fetched just before"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(age: timedelta, said: str) -> None:
    kept = replace(
        fetched(TEXT.format(1, 1)), fetched_at="2026-03-01T10:00:00.000000Z", cache=CacheUse.CACHE
    )
    now = datetime.fromisoformat("2026-03-01T10:00:00+00:00") + age
    page = page_of(TEXT.format(1874, 1874))
    hit = Hit(kept.url, kept.url, "The lamp", Lane.WEB, 1, 1.0)
    told = document_of(hit, kept, page, "sha256:0", now).from_cache
    assert told == f"{kept.url} was read from the cache, {said}; --fresh asks anew."
    asked = replace(kept, cache=CacheUse.REVALIDATED)
    assert document_of(hit, asked, page, "sha256:0", now).from_cache is None


@pytest.mark.parametrize("fresh", [True, False])
async def test_fresh_asks_for_robots_txt_anew(tmp_path: Path, fresh: bool) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        kept = {"Cache-Control": "max-age=3600"}
        robots = pages.history.url("/robots.txt")
        answers = []
        for rules in ("Allow: /", "Disallow: /"):
            pages.history.page(
                "/robots.txt", f"User-agent: *\n{rules}", content_type="text/plain", headers=kept
            )
            async with desk(web, tmp_path, urls=[pages.first_light], fresh=fresh) as at:
                answers.append((await at.ask(FIRST_LIT)).answer)
        assert len(web.asked(robots)) == (2 if fresh else 1)
    assert ["robots.txt" in answer for answer in answers] == [False, fresh]
