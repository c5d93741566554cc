"""What a real run of the researcher left behind, read by `trace diff` and the tools of archives."""

from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from researchers.web.testing import SimulatedWeb
from tests.researchers.web.desk import Desk, desk, found
from tests.researchers.web.skerry import FIRST_LIT, skerry
from tests.traces.test_warc import checked
from traces.difference import Said, compare
from traces.digest import content_name
from traces.export import export_trace
from traces.export_check import verify_export
from traces.facts_reader import read_facts
from traces.sink import Action
from traces.verification import VerifyStatus
from traces.warc import export_warc

pytestmark = pytest.mark.anyio

PAGE = (
    "<html><head><title>The lamp</title></head><body><article><h1>The lamp</h1><p>{}</p>"
    "<p>The tower is 38 metres high and was built of granite from a quarry across the bay, "
    "and the keeper's house stands beside it.</p></article></body></html>"
)
LIT = "The lamp of Skerry Point was lit for the first time on 1 October {}."


def bodies(path: Path) -> dict[str, tuple[str, bytes]]:
    """The status and the decoded body of each response in a WARC file, by address."""
    with path.open("rb") as file:
        return {
            record.rec_headers.get_header("WARC-Target-URI"): (
                record.http_headers.get_statuscode(),
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file)
            if record.rec_type == "response"
        }


def cache_uses(at: Desk, run: str) -> list[object]:
    """How each page of a run came."""
    lines = at.lines(run, Action.FETCH_URL)
    return [line.get("cache") for line in lines if line.get("role") != "robots"]


async def test_a_page_that_changed_between_two_runs_is_named(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, pages.lamp, pages.first_light)
        async with desk(web, tmp_path, engines=[engine]) as at:
            before = await at.ask(FIRST_LIT)
            pages.history.page("/first-light", PAGE.format(LIT.format(1875)))
            after = await at.ask(FIRST_LIT)
    difference = compare(*(read_facts(at.home, one.trace_id) for one in (before, after)))
    (source,) = difference.changed_sources
    assert source.locator == pages.first_light
    assert source.text is not None
    assert any("1874" in line.text for line in source.text.lines if not line.added)
    assert any("1875" in line.text for line in source.text.lines if line.added)
    assert {one.said for one in difference.answer} >= {Said.REMOVED, Said.ADDED}
    assert difference.question == difference.settings == ()


async def test_two_runs_over_the_same_pages_do_not_differ(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        engine = await found(web, pages.lamp, pages.first_light)
        async with desk(web, tmp_path, engines=[engine]) as at:
            runs = [(await at.ask(FIRST_LIT)).trace_id for _ in range(2)]
    assert compare(*(read_facts(at.home, run) for run in runs)).same


async def test_a_warc_holds_what_came_whole_and_redirected_and_compressed(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        page = PAGE.format(LIT.format(1874))
        zipped = pages.museum.page("/zipped", page, coding="gzip")
        old = pages.news.redirect("/old", zipped, status=302)
        engine = await found(web, old, pages.lamp)
        async with desk(web, tmp_path, engines=[engine]) as at:
            run = (await at.ask(FIRST_LIT)).trace_id
    target = tmp_path / "run.warc.gz"
    done = export_warc(at.home, run, target)
    code, said = checked(target)
    assert (code, said.count("digest pass")) == (0, done.records)
    assert done.missing == ()
    read = bodies(target)
    assert read[old] == ("302", b"")
    assert read[zipped] == ("200", page.encode())
    assert b"312 prisms" in read[pages.lamp][1]


async def test_a_page_from_the_cache_stands_in_a_warc_as_it_was_stored(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        tagged = pages.history.page("/tagged", PAGE.format(LIT.format(1874)), etag=True)
        engine = await found(web, tagged)
        async with desk(web, tmp_path, engines=[engine]) as at:
            runs = [(await at.ask(FIRST_LIT)).trace_id for _ in range(2)]
            uses = [cache_uses(at, run) for run in runs]
    assert uses == [["network"], ["revalidated"]]
    files = [tmp_path / f"{run}.warc" for run in runs]
    for run, file in zip(runs, files, strict=True):
        export_warc(at.home, run, file)
        assert checked(file)[0] == 0
    assert bodies(files[0])[tagged] == bodies(files[1])[tagged]
    assert bodies(files[1])[tagged][0] == "200"


async def test_an_export_takes_what_came_over_the_network_along(tmp_path: Path) -> None:
    async with SimulatedWeb() as web:
        pages = skerry(web)
        old = pages.news.redirect("/old", pages.first_light, status=302)
        engine = await found(web, old)
        async with desk(web, tmp_path / "home", engines=[engine]) as at:
            run = (await at.ask(FIRST_LIT)).trace_id
            (line,) = (
                line for line in at.lines(run, Action.FETCH_URL) if line.get("role") != "robots"
            )
            raw = at.store.get(str(line["raw"]))
    export_trace(at.home, run, tmp_path / "out")
    assert verify_export(tmp_path / "out").status is VerifyStatus.OK
    for key in ("raw", "head", "hops", "content_hash"):
        name = str(line[key]).removeprefix("sha256:")
        assert (tmp_path / "out/cas/sha256" / name[:2] / name[2:]).is_file(), key
    (tmp_path / "out/cas/sha256" / content_name(raw)[7:9] / content_name(raw)[9:]).unlink()
    assert verify_export(tmp_path / "out").status is not VerifyStatus.OK
