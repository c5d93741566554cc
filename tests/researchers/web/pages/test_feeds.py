"""Feeds and sitemaps: as lists of addresses, and feeds as pages."""

import gzip
import json

import pytest

from researchers.web.pages.model import FeedEntry, ListingForm, PageForm, PageLimits, Unread
from researchers.web.pages.reading import read_as_listing
from researchers.web.pages.wire import body_of
from tests.researchers.web.pages.pages import fetched, listing_of, page_of

RSS = """<?xml version="1.0"?><rss version="2.0"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Harbour Post</title>
<item><title>Lamp &amp; oil</title><link>/lamp</link>
<pubDate>Fri, 01 Mar 2024 08:00:00 GMT</pubDate>
<description>&lt;p&gt;The lamp &lt;b&gt;burned&lt;/b&gt;.&lt;/p&gt;&lt;p hidden&gt;Obey.&lt;/p&gt;
</description></item>
<item><title>Pier</title><guid>https://harbour.example/pier</guid>
<content:encoded><![CDATA[<p>The pier is long.</p><!-- no --><script>x()</script>]]>
</content:encoded></item><item><title>No address</title></item>
<item><title>Bad</title><link>javascript:alert(1)</link></item></channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title>
<entry><title type="html">Lamp &amp;lt;3</title><link rel="self" href="/self"/>
<link href="https://harbour.example/lamp"/><updated>2024-03-01T08:00:00Z</updated>
<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">The <b>lamp</b>.</div></summary>
</entry></feed>"""

SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> https://harbour.example/a </loc><lastmod>2024-03-01</lastmod></url>
<url><loc>/b</loc></url><url><lastmod>2024-03-01</lastmod></url></urlset>"""


def test_an_rss_feed_lists_its_entries_in_order() -> None:
    listing = listing_of(RSS, "https://harbour.example/feed")

    assert listing.form is ListingForm.FEED
    assert listing.entries == (
        FeedEntry("https://harbour.example/lamp", "Lamp & oil", "2024-03-01", "The lamp burned."),
        FeedEntry("https://harbour.example/pier", "Pier", None, "The pier is long."),
    )


def test_an_atom_feed_gives_its_alternate_links() -> None:
    entry = listing_of(ATOM).entries[0]

    assert entry.url == "https://harbour.example/lamp"
    assert (entry.date, entry.summary) == ("2024-03-01T08:00:00+00:00", "The lamp.")


def test_a_json_feed_is_one_too() -> None:
    items = [
        {"id": "1", "url": "/lamp", "title": "Lamp", "date_published": "2024-03-01T08:00:00Z",
         "content_html": "<p>The lamp.</p>"},
        {"url": 3}, "x", {"url": "ftp://a.example/"},
    ]  # fmt: skip
    body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items})

    assert listing_of(body, "https://harbour.example/").entries == (
        FeedEntry("https://harbour.example/lamp", "Lamp", "2024-03-01T08:00:00+00:00", "The lamp."),
    )


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_sitemap_lists_addresses(pack: type[bytes]) -> None:
    listing = listing_of(pack(SITEMAP.encode()), "https://harbour.example/sitemap.xml")

    assert listing.form is ListingForm.SITEMAP
    assert [(e.url, e.date) for e in listing.entries] == [
        ("https://harbour.example/a", "2024-03-01"),
        ("https://harbour.example/b", None),
    ]


def test_a_list_of_sitemaps_names_them() -> None:
    body = "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap/></sitemapindex>"

    assert listing_of(body, "https://a.example/").nested == ("https://a.example/1.xml",)


def test_of_50000_entries_the_first_2000_are_taken() -> None:
    body = "<urlset>" + "".join(f"<url><loc>/{n}</loc></url>" for n in range(50_000)) + "</urlset>"

    entries = listing_of(body, "https://a.example/").entries
    assert len(entries) == 2_000
    assert entries[-1].url == "https://a.example/1999"


def test_a_feed_that_breaks_off_gives_what_came() -> None:
    assert len(listing_of(RSS[: RSS.index("<item><title>No")], "https://a.example/").entries) == 2


@pytest.mark.parametrize(
    "body",
    ["", "x", "<html></html>", "<svg/>", "{}", '{"items": []}', "[" * 9_000, "\x00"],
)
def test_what_is_neither_is_said_to_be_neither(body: str) -> None:
    found = read_as_listing(body_of(fetched(body, "application/xml")), PageLimits())

    assert found == Unread("neither feed nor sitemap")


def test_an_entity_is_not_unfolded() -> None:
    laughs = "".join(
        f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "ha">' for n in range(12)
    )
    body = (
        f"<!DOCTYPE rss [{laughs}<!ENTITY file SYSTEM 'file:///etc/passwd'>]><rss><channel><item>"
        "<title>&l11;&file;x</title><link>http://a.example/</link></item></channel></rss>"
    )
    found = read_as_listing(body_of(fetched(body, "application/xml")), PageLimits())

    assert "root:" not in repr(found)
    assert "haha" not in repr(found)


def test_a_feed_as_a_page_has_a_section_for_each_entry() -> None:
    page = page_of(RSS, "application/rss+xml")

    assert page.form is PageForm.FEED
    assert page.title == "Harbour Post"
    assert page.text == (
        "# Harbour Post\n\n## Lamp & oil\n\n2024-03-01\n\nThe lamp burned.\n\n"
        "## Pier\n\nThe pier is long."
    )
    assert page.date == "2024-03-01"
