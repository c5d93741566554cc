"""Honest answers: what a site gives to a client that asks rightly."""

import gzip
import ssl
import time
import zlib
from xml.etree import ElementTree

import pytest
import trustme

from researchers.web.pages.model import FeedEntry
from researchers.web.testing import Reply, SimulatedWeb, most_at_once, shortest_pause
from tests.researchers.web.simulated.asking import client


@pytest.mark.anyio
async def test_a_page_comes_with_its_status_type_and_body() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        url = site.page("/a", "<p>Grüße</p>", charset="latin-1", content_type="text/html")
        got = await ask.get(url)
    assert (got.status, got.body) == (200, "<p>Grüße</p>".encode("latin-1"))
    assert got.headers["content-type"] == "text/html"


@pytest.mark.anyio
async def test_what_is_not_there_is_404_robots_too() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        assert (await ask.get(site.url("/nothing"))).status == 404
        assert (await ask.get(site.url("/robots.txt"))).status == 404
        site.robots("User-agent: *\nDisallow: /private")
        assert b"Disallow" in (await ask.get(site.url("/robots.txt"))).body


@pytest.mark.anyio
@pytest.mark.parametrize("status", [401, 403, 410, 429, 451, 500, 503])
async def test_any_status_can_be_given_with_a_delay_to_try_again(status: int) -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("x.example").page("/a", "no", status=status, retry_after="7")
        got = await ask.get(url)
    assert (got.status, got.headers["retry-after"]) == (status, "7")


@pytest.mark.anyio
async def test_an_unchanged_page_is_304_until_it_changes() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        url = site.page("/a", "first", etag=True)
        tag = (await ask.get(url)).headers["etag"]
        again = await ask.get(url, {"If-None-Match": tag})
        site.page("/a", "second", etag=True)
        changed = await ask.get(url, {"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    assert (changed.status, changed.body) == (200, b"second")


@pytest.mark.anyio
async def test_a_page_is_304_to_those_who_saw_it_since_it_changed() -> None:
    changed, later = "Tue, 04 Mar 2025 10:00:00 GMT", "Wed, 05 Mar 2025 10:00:00 GMT"
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("news.example.com").page("/a", "text", last_modified=changed)
        statuses = [
            (await ask.get(url, {"If-Modified-Since": since})).status
            for since in (changed, later, "Mon, 03 Mar 2025 10:00:00 GMT", "yesterday")
        ]
    assert statuses == [304, 304, 200, 200]


@pytest.mark.anyio
async def test_bodies_come_under_content_codings() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        packed = await ask.get(site.page("/g", "text", coding="gzip"))
        deflated = await ask.get(site.page("/d", "text", coding="deflate"))
    assert (packed.headers["content-encoding"], gzip.decompress(packed.body)) == ("gzip", b"text")
    assert zlib.decompress(deflated.body) == b"text"


@pytest.mark.anyio
async def test_redirects_point_where_they_are_told_to_the_letter() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        url = web.site("news.example.com").redirect("/old", "//evil.example\\@a", status=308)
        got = await ask.get(url)
    assert (got.status, got.headers["location"]) == (308, "//evil.example\\@a")


@pytest.mark.anyio
async def test_answers_can_be_given_in_turn() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        url = site.answer("/a", Reply(status=429), Reply(b"now"))
        statuses = [(await ask.get(url)).status for _ in range(3)]
    assert statuses == [429, 200, 200]


@pytest.mark.anyio
async def test_a_query_is_part_of_a_path_only_where_it_was_given() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        site.page("/a", "any")
        site.page("/a?page=2", "second")
        bodies = [(await ask.get(site.url(path))).body for path in ("/a", "/a?x=1", "/a?page=2")]
    assert bodies == [b"any", b"any", b"second"]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["rss", "atom"])
async def test_feeds_and_sitemaps_are_well_formed(kind: str) -> None:
    entry = FeedEntry("http://a.example/?x=1&y=2", "Fish & chips", "2025-03-04T10:00:00+00:00", "<")
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        feed = (await ask.get(site.feed("/feed.xml", [entry], kind=kind))).body
        sitemap = (await ask.get(site.sitemap("/sitemap.xml", [entry.url]))).body
        index = (await ask.get(site.sitemap_index("/maps.xml", [site.url("/sitemap.xml")]))).body
    for document in (feed, sitemap):
        texts = [*ElementTree.fromstring(document).itertext()]
        links = [node.get("href") for node in ElementTree.fromstring(document).iter()]
        assert entry.url in [*texts, *links]
    assert "Fish & chips" in [*ElementTree.fromstring(feed).itertext()]
    assert [*ElementTree.fromstring(index).itertext()] == ["http://news.example.com/sitemap.xml"]


@pytest.mark.anyio
async def test_closed_pages_look_closed() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        paid = await ask.get(site.paywall("/paid", "The price of salt", "Salt is dear."))
        login = await ask.get(site.login("/members"))
        challenge = await ask.get(site.challenge("/robot"))
    assert b'"isAccessibleForFree": false' in paid.body
    assert b'type="password"' in login.body
    assert b"Checking your browser" in challenge.body
    assert {paid.status, login.status, challenge.status} == {200}


@pytest.mark.anyio
async def test_every_connection_and_every_answer_takes_the_latency() -> None:
    async with SimulatedWeb(latency=0.05) as web, client(web) as ask:
        url = web.site("news.example.com").page("/a", "text")
        started = time.monotonic()
        await ask.get(url)
        first = time.monotonic() - started
        await ask.get(url)
        second = time.monotonic() - started - first
    assert first >= 0.1
    assert 0.05 <= second < first


@pytest.mark.anyio
async def test_requests_are_recorded_as_they_came() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        site = web.site("news.example.com")
        for path in ("/a", "/b?q=1"):
            await ask.get(site.url(path), {"User-Agent": "someone"})
        first, second = web.requests
        assert web.asked(site.url("/a")) == (first,)
        assert web.asked(site.origin) == (first, second)
    assert (first.url, second.url) == (site.url("/a"), site.url("/b?q=1"))
    assert (first.headers["user-agent"], first.method) == ("someone", "GET")
    assert first.connection == second.connection
    assert not first.left
    assert most_at_once(web.requests) == 1
    pause = shortest_pause(web.requests)
    assert pause is not None
    assert pause >= 0


@pytest.mark.anyio
async def test_with_a_certificate_sites_speak_https() -> None:
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("news.example.com").configure_cert(server)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    async with SimulatedWeb(tls=server) as web, client(web, trusting) as ask:
        url = web.site("news.example.com").page("/a", "text")
        got = await ask.get(url)
        plain = await ask.get(url.replace("https:", "http:"))
        assert [asked.url for asked in web.requests] == [url, url.replace("https:", "http:")]
    assert url.startswith("https://")
    assert (got.body, plain.body) == (b"text", b"text")
    assert [dial.port for dial in web.dials] == [443, 80]
