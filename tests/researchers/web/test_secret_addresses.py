"""A token in an address opens the page, and stands in no record and in no answer."""

import gzip
from pathlib import Path

import pytest

from contract import ResearchResult
from researchers.web.testing import SimulatedWeb
from tests.researchers.web.desk import desk, found
from tests.researchers.web.skerry import FIRST_LIT, Skerry, skerry
from traces.difference import compare
from traces.facts_reader import read_facts
from traces.home import Home
from traces.render import write_markdown
from traces.sink import Action
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.warc import export_warc

pytestmark = pytest.mark.anyio

SECRETS = tuple(f"Planted{number}Secret" for number in range(10))


def planted(web: SimulatedWeb, pages: Skerry) -> list[str]:
    """Addresses that go every way which a page can go, each with a secret of its own."""
    history, museum, news = pages.history, pages.museum, pages.news
    history.robots("User-agent: *\nDisallow: /closed")
    news.redirect("/moved", f"{pages.lamp}?signature={SECRETS[1]}")
    news.page("/gone", "gone", status=410)
    news.page("/members", "no", status=403)
    news.page("/broken", "no", status=500)
    museum.sitemap("/sitemap.xml", [f"{pages.winter}?sig={SECRETS[7]}"])
    return [
        f"{pages.first_light}?token={SECRETS[0]}",
        f"{news.url('/moved')}?api_key={SECRETS[1]}",
        f"{news.url('/gone')}?access_token={SECRETS[2]}&page=2",
        f"{news.url('/members')}?auth={SECRETS[3]}",
        f"{news.url('/broken')}?password={SECRETS[4]}",
        f"{history.url('/closed/')}?secret={SECRETS[5]}",
        f"{museum.url('/sitemap.xml')}?key={SECRETS[6]}",
        f"http://127.0.0.1:8962/x?jwt={SECRETS[8]}",
        f"http://nowhere.example/x?pwd={SECRETS[9]}",
    ]


def everything(home: Home, result: ResearchResult) -> bytes:
    """All that is told or kept: the result, and every file of the home."""
    write_markdown(home, result.trace_id)
    assert export_warc(home, result.trace_id, home.path / "run.warc.gz").records
    files = [path.read_bytes() for path in home.path.rglob("*") if path.is_file()]
    unpacked = [gzip.decompress(one) for one in files if one.startswith(b"\x1f\x8b")]
    return b"\n".join([result.model_dump_json().encode(), *files, *unpacked])


async def test_what_opens_a_page_is_told_nowhere(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        urls = planted(web, pages)
        kept = {"archive_url": web.site("archive.example").url("/web/")}
        async with desk(web, tmp_path, urls=urls, settings=kept) as at:
            result = await at.ask(FIRST_LIT, constraints={"max_sources": 30})
            again = await at.ask(FIRST_LIT, constraints={"max_sources": 30})
        asked = " ".join(request.url for request in web.requests)
        archived = [request for request in web.requests if request.host == "archive.example"]
    told = everything(at.home, result)
    assert "1 October 1874" in result.answer
    assert f"{pages.first_light}?token=[secret]" in {one.locator for one in result.citations}
    sent = [secret for secret in SECRETS if secret in asked]
    assert sent == [*SECRETS[:5], SECRETS[6]]  # robots.txt closes one, and no place is left for 7
    sitemap_of_the_site = SECRETS[7].encode()  # stands in a body that was fetched
    leaked = [one for one in SECRETS if one.encode() in told.replace(sitemap_of_the_site, b"")]
    assert leaked == []
    assert archived == []
    checked = verify_trace(at.home, result.trace_id, read_data=True)
    assert checked.status is VerifyStatus.OK, checked.findings
    assert compare(*(read_facts(at.home, run.trace_id) for run in (result, again))).same


async def test_pages_that_differ_in_a_token_alone_are_two_pages(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        pages.news.page("/a?code=one", "<p>The lamp of Skerry Point was lit in 1874.</p>" * 3)
        pages.news.page("/a?code=two", "<p>The lens of Skerry Point has 312 prisms.</p>" * 3)
        urls = [pages.news.url("/a?code=one"), pages.news.url("/a?code=two")]
        async with desk(web, tmp_path, urls=urls) as at:
            result = await at.ask("How many prisms has the lens of Skerry Point?")
            read = at.lines(result.trace_id, Action.FETCH_URL)
    assert "312 prisms" in result.answer
    assert [line["url"] for line in read if line.get("role") != "robots"] == [
        pages.news.url("/a?code=[secret]")
    ] * 2
    assert verify_trace(at.home, result.trace_id).status is VerifyStatus.OK


async def test_an_engines_lead_with_a_token_is_told_without(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, f"{pages.first_light}?token={SECRETS[0]}")
        async with desk(web, tmp_path, engines=[engine]) as at:
            result = await at.ask(FIRST_LIT)
    assert [one.locator for one in result.citations] == [f"{pages.first_light}?token=[secret]"]
    assert SECRETS[0] not in result.model_dump_json()
    assert SECRETS[0] not in at.home.trace(result.trace_id).read_text("utf-8")
