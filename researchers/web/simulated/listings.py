"""Feeds and sitemaps as sites write them. Pure."""

from collections.abc import Iterable
from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape

from researchers.web.pages.model import FeedEntry


def rss(title: str, entries: Iterable[FeedEntry]) -> bytes:
    """An RSS 2.0 feed."""
    items = "".join(
        "<item>"
        + _tag("title", entry.title)
        + _tag("link", entry.url)
        + _tag("description", entry.summary)
        + _tag("pubDate", _rfc_822(entry.date))
        + "</item>"
        for entry in entries
    )
    return _xml(f'<rss version="2.0"><channel>{_tag("title", title)}{items}</channel></rss>')


def atom(title: str, entries: Iterable[FeedEntry]) -> bytes:
    """An Atom feed (RFC 4287)."""
    items = "".join(
        "<entry>"
        + _tag("title", entry.title)
        + f'<link href="{escape(entry.url, {chr(34): "&quot;"})}"/>'
        + _tag("id", entry.url)
        + _tag("summary", entry.summary)
        + _tag("updated", entry.date)
        + "</entry>"
        for entry in entries
    )
    return _xml(f'<feed xmlns="http://www.w3.org/2005/Atom">{_tag("title", title)}{items}</feed>')


def sitemap(entries: Iterable[FeedEntry]) -> bytes:
    """A sitemap; its entries have an address and a date."""
    urls = "".join(
        f"<url>{_tag('loc', entry.url)}{_tag('lastmod', entry.date)}</url>" for entry in entries
    )
    return _xml(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>')


def sitemap_index(urls: Iterable[str]) -> bytes:
    """A sitemap of sitemaps."""
    maps = "".join(f"<sitemap>{_tag('loc', url)}</sitemap>" for url in urls)
    return _xml(
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{maps}</sitemapindex>'
    )


def _xml(root: str) -> bytes:
    return f'<?xml version="1.0" encoding="utf-8"?>{root}'.encode()


def _tag(name: str, value: str | None) -> str:
    return "" if value is None else f"<{name}>{escape(value)}</{name}>"


def _rfc_822(date: str | None) -> str | None:
    return None if date is None else format_datetime(datetime.fromisoformat(date))
