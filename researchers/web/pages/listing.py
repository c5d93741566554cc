"""Feeds (RSS, Atom, JSON Feed) and sitemaps as lists of addresses.

XML is read without entities, without document types and without the network; what is broken in
the middle still gives what stands before.
"""

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from lxml import etree, html

from researchers.reading.parsed import ParseError
from researchers.reading.visible_text import clean, one_line
from researchers.web.pages.dates import read_date
from researchers.web.pages.hidden import remove_hidden
from researchers.web.pages.model import MOST_LISTED, FeedEntry, Listing, ListingForm, Unread

_MOST_NESTED: Final = 200
_LONGEST_URL: Final = 8_000
_LONGEST_TITLE: Final = 300
_LONGEST_SUMMARY: Final = 4_000
_LONGEST_FRAGMENT: Final = 100_000
_ENTRIES: Final = frozenset({"item", "entry"})
_DATES: Final = ("updated", "modified", "pubdate", "published", "date", "created", "issued")
_SUMMARIES: Final = ("encoded", "content", "description", "summary", "subtitle")


def read_listing(data: bytes, base: str) -> Listing | Unread:
    """The entries in their own order, the first 2,000 of them; relative addresses are joined to
    `base`. Entries without an http address are left out."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _json_feed(data, base)
    root = parse_xml(data)
    if root is None:
        return Unread("neither feed nor sitemap")
    kind = local_name(root)
    if kind == "urlset":
        return Listing(tuple(_sitemap_entries(root, base)), (), ListingForm.SITEMAP)
    if kind == "sitemapindex":
        nested = (_address(_text_of(one, "loc"), base) for one in _children(root, "sitemap"))
        return Listing((), tuple(filter(None, nested))[:_MOST_NESTED], ListingForm.SITEMAP)
    if kind in ("rss", "feed", "rdf"):
        return Listing(tuple(_feed_entries(root, base)))
    return Unread("neither feed nor sitemap")


def parse_xml(data: bytes) -> Any | None:
    """The root element; None for what is no XML. Entities stay unread, whatever they stand for."""
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser=parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def local_name(element: Any) -> str:
    """A tag in lower case without its namespace; empty for what is no element."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def words_of(fragment: str) -> str:
    """The visible text of a piece of HTML, as feeds put it into their elements; one line for each
    block of it."""
    fragment = fragment[:_LONGEST_FRAGMENT].strip()
    if "<" not in fragment and "&" not in fragment:
        return clean(fragment)
    try:
        tree = html.fragment_fromstring(clean(fragment), create_parent="div")
    except (etree.ParserError, ValueError):
        return ""
    try:
        remove_hidden(tree)
    except ParseError:
        return ""
    for block in tree.iter("p", "br", "li", "div", "h1", "h2", "h3", "h4", "tr", "blockquote"):
        block.tail = f"\n{block.tail or ''}"
    lines = (" ".join(line.split()) for line in "".join(tree.itertext()).split("\n"))
    return "\n".join(filter(None, lines))


def _sitemap_entries(root: Any, base: str) -> Iterator[FeedEntry]:
    for _, entry in zip(range(MOST_LISTED), _children(root, "url"), strict=False):
        url = _address(_text_of(entry, "loc"), base)
        if url:
            title = next((_text(e) for e in entry.iter() if local_name(e) == "title"), "")
            date = read_date(_text_of(entry, "lastmod"))
            yield FeedEntry(url, one_line(title, _LONGEST_TITLE) or None, date)


def _feed_entries(root: Any, base: str) -> Iterator[FeedEntry]:
    found = (element for element in root.iter() if local_name(element) in _ENTRIES)
    for _, entry in zip(range(MOST_LISTED), found, strict=False):
        url = _address(_link(entry), base)
        if url:
            yield FeedEntry(url, *described(entry))


def described(entry: Any) -> tuple[str | None, str | None, str | None]:
    """Title, date and summary of a feed's entry, or of the feed."""
    title = one_line(words_of(_text_of(entry, "title")), _LONGEST_TITLE)
    dates = (read_date(_text_of(entry, key)) for key in _DATES)
    summaries = (words_of(_text_of(entry, key)) for key in _SUMMARIES)
    summary = next(filter(None, summaries), "")[:_LONGEST_SUMMARY]
    return title or None, next(filter(None, dates), None), summary or None


def _link(entry: Any) -> str:
    """Atom's alternate link, RSS's link, or an id that is an address."""
    links = list(_children(entry, "link"))
    for link in links:
        if link.get("href") and (link.get("rel") or "alternate") == "alternate":
            return str(link.get("href"))
    texts = (_text(link).strip() for link in links)
    guid = next(_children(entry, "guid"), None)
    permanent = _text(guid) if guid is not None and guid.get("isPermaLink") != "false" else ""
    return next(filter(None, (*texts, permanent, _text_of(entry, "id"))), "")


def _children(element: Any, name: str) -> Iterator[Any]:
    return (child for child in element if local_name(child) == name)


def _text_of(element: Any, name: str) -> str:
    found = (_text(child).strip() for child in _children(element, name))
    return next(filter(None, found), "")


def _text(element: Any) -> str:
    """An element's text. Markup inside it (Atom's XHTML) comes as text alone."""
    return "".join(part for part in element.itertext() if isinstance(part, str))


def _address(given: str, base: str) -> str | None:
    given = given.strip()
    if not given or len(given) > _LONGEST_URL:
        return None
    try:
        url = urljoin(base, given)
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.netloc else None


def _json_feed(data: bytes, base: str) -> Listing | Unread:
    try:
        feed = json.loads(data)
    except (ValueError, RecursionError):
        return Unread("neither feed nor sitemap")
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list) or "jsonfeed.org" not in str(feed.get("version", "")):
        return Unread("neither feed nor sitemap")
    found = (_json_entry(item, base) for item in items[:MOST_LISTED] if isinstance(item, dict))
    return Listing(tuple(filter(None, found)))


def _json_entry(item: dict[str, Any], base: str) -> FeedEntry | None:
    given = {key: value for key, value in item.items() if isinstance(value, str)}
    url = _address(given.get("url") or given.get("external_url") or given.get("id") or "", base)
    if url is None:
        return None
    written = given.get("date_modified") or given.get("date_published") or ""
    plain = given.get("content_text") or given.get("summary")
    summary = clean(plain) if plain else words_of(given.get("content_html", ""))
    return FeedEntry(
        url,
        one_line(given.get("title", ""), _LONGEST_TITLE) or None,
        read_date(written),
        summary[:_LONGEST_SUMMARY] or None,
    )
