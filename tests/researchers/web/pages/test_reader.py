"""The reader: bodies go to processes that can be killed, and the event loop never waits."""

import gzip
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from researchers.web.pages.model import Listing, Page, PageForm, PageLimits, Unread
from researchers.web.pages.reader import ConfinedPageReader
from tests.researchers.local_brain.vault.hostile import many_attributes, text_pdf
from tests.researchers.web.pages.pages import SENTENCES, article, fetched, words

pytestmark = pytest.mark.anyio

BOMB = fetched(many_attributes())
GOOD = fetched(article())


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def reader() -> Iterator[ConfinedPageReader]:
    made = ConfinedPageReader(PageLimits(seconds=30.0), size=2)
    yield made
    made.close()


def children() -> set[int]:
    """Process ids of this process's children, those that have ended apart."""
    found: set[int] = set()
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = place.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                found.add(int(place.parent.name))
    return found


async def until(holds: Callable[[], object]) -> None:
    """Wait for another process; it tells nobody."""
    with anyio.fail_after(20):
        while not holds():  # noqa: ASYNC110 - nothing sets an event when a process comes or goes
            await anyio.sleep(0.01)


async def a_child_beyond(before: set[int]) -> int:
    """The process id of a child that was not there before."""
    await until(lambda: children() - before)
    return min(children() - before)


async def test_a_page_comes_back_as_it_was_read(reader: ConfinedPageReader) -> None:
    page = await reader(GOOD)

    assert isinstance(page, Page)
    assert page.form is PageForm.HTML
    assert (page.title, page.language, page.encoding) == ("The lighthouse", "en", "utf-8")
    assert all(one in words(page.text) for one in SENTENCES)
    assert page.text[page.passages[0].span.start :].startswith("# A history of the lighthouse")


async def test_a_body_is_unpacked_by_the_process(reader: ConfinedPageReader) -> None:
    packed = fetched(gzip.compress(article().encode()), coding="gzip")

    assert await reader(packed) == await reader(GOOD)


async def test_a_pdf_gives_its_pages_as_fragments(reader: ConfinedPageReader) -> None:
    pdf = fetched(text_pdf("The lamp of 1874", "The pier", title="Lamps"), "application/pdf")
    page = await reader(pdf)

    assert isinstance(page, Page)
    assert (page.form, page.title) == (PageForm.PDF, "Lamps")
    assert [p.fragment for p in page.passages] == ["page=1", "page=2"]
    assert [page.text[p.span.start : p.span.end] for p in page.passages] == [
        "The lamp of 1874",
        "The pier",
    ]


async def test_a_listing_is_read_in_a_process_too(reader: ConfinedPageReader) -> None:
    body = "<urlset><url><loc>/a</loc></url></urlset>"

    listing = await reader.listing(fetched(body, "application/xml", url="https://a.example/s"))
    assert isinstance(listing, Listing)
    assert [entry.url for entry in listing.entries] == ["https://a.example/a"]
    assert await reader.listing(GOOD) == Unread("neither feed nor sitemap")


async def test_a_late_process_is_killed_and_the_next_body_read() -> None:
    reader = ConfinedPageReader(PageLimits(seconds=1.0), size=1)
    try:
        assert await reader(BOMB) == Unread("parser killed after 1 s")
        assert isinstance(await reader(fetched("lamp", "text/plain")), Page)
    finally:
        reader.close()


async def test_cancelling_kills_the_process_at_once(reader: ConfinedPageReader) -> None:
    before = children()
    started = 0.0
    async with anyio.create_task_group() as group:
        group.start_soon(reader, BOMB)
        child = await a_child_beyond(before)
        started = time.monotonic()
        group.cancel_scope.cancel()

    assert time.monotonic() - started < 0.5
    await until(lambda: child not in children())
    assert isinstance(await reader(GOOD), Page)


async def test_a_process_that_dies_costs_its_body_only(reader: ConfinedPageReader) -> None:
    before = children()
    found: list[Page | Unread] = []

    async def read_bomb() -> None:
        found.append(await reader(BOMB))

    async with anyio.create_task_group() as group:
        group.start_soon(read_bomb)
        os.kill(await a_child_beyond(before), signal.SIGSEGV)

    assert found == [Unread("parser crashed (SIGSEGV)")]
    assert isinstance(await reader(GOOD), Page)


async def test_the_event_loop_goes_on_while_bodies_are_read(reader: ConfinedPageReader) -> None:
    await reader.warm()
    large = fetched("a lamp\n" * 1_300_000, "text/plain")
    longest, last = 0.0, time.monotonic()
    async with anyio.create_task_group() as group:
        group.start_soon(reader, large)
        group.start_soon(reader, large)
        for _ in range(40):
            await anyio.sleep(0.005)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        group.cancel_scope.cancel()

    assert longest < 0.5


async def test_warming_starts_the_processes_and_reading_uses_them(
    reader: ConfinedPageReader,
) -> None:
    before = children()
    await reader.warm()
    warm = children() - before

    assert len(warm) == 2
    for _ in range(4):
        await reader(GOOD)
    assert children() - before == warm


async def test_no_more_processes_run_than_were_asked_for(reader: ConfinedPageReader) -> None:
    before = children()
    found: list[Page | Unread] = []

    async def read_one() -> None:
        found.append(await reader(GOOD))
        assert len(children() - before) <= 2

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(read_one)

    assert len(found) == 8
    assert all(isinstance(one, Page) for one in found)


async def test_after_closing_nothing_is_read_and_nothing_runs() -> None:
    before = children()
    reader = ConfinedPageReader(size=1)
    assert isinstance(await reader(GOOD), Page)

    reader.close()

    assert children() - before == set()
    assert await reader(GOOD) == Unread("reading was stopped")


async def test_a_parser_without_memory_says_so() -> None:
    reader = ConfinedPageReader(PageLimits(seconds=20.0, memory_bytes=450_000_000), size=1)
    try:
        found = await reader(fetched("<p>" + "x" * 28_000_000))
        assert isinstance(found, Unread)
        assert isinstance(await reader(fetched("lamp", "text/plain")), Page)
    finally:
        reader.close()
