"""What a page says of itself: title, author, site, language, address. Hints, never evidence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from researchers.reading.visible_text import one_line
from researchers.web.pages.dates import date_of
from researchers.web.pages.short_text import short_text
from researchers.web.pages.structured_data import StructuredData
from researchers.web.pages.wire import Body
from researchers.web.search.sites import same_site

_LONGEST_TITLE: Final = 300
_LONGEST_TEXT: Final = 1_000
_LONGEST_NAME: Final = 120
_LONGEST_BYLINE: Final = 80
_LONGEST_DESCRIPTION: Final = 600
_LONGEST_ADDRESS: Final = 2_000
_MOST_ELEMENTS: Final = 20_000

_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_SUFFIX: Final = re.compile(r"\s+[|\u2013\u2014\u00b7\u00bb-]\s+")
_BY: Final = re.compile(r"^(?:by|von|par|por|di|door)\s+", re.I)
_AFTER_NAME: Final = re.compile(
    r"\s*(?:[|\u2022\u00b7\d]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d)",
    re.I,
)
"""What follows a name in a byline: a date, a time, the name of the paper."""

_BYLINE: Final = re.compile(
    r"(?:^|[\s_-])(?:byline|author|author-name|post-author)(?:$|[\s_-])", re.I
)
_NO_INDEX: Final = re.compile(r"(?:^|[\s,:])(?:noindex|none)(?:$|[\s,])", re.I)


@dataclass(frozen=True, slots=True)
class Description:
    """All that a page says of itself; texts are single lines."""

    title: str | None
    author: str | None
    site: str | None
    date: str | None
    language: str | None
    canonical: str | None
    description: str | None
    noindex: bool


def describe(tree: Any, data: StructuredData, body: Body) -> Description:
    """Read the whole tree, before what is hidden is taken out of it."""
    site = _first(_meta(tree, "og:site_name"), data.publisher, _meta(tree, "application-name"))
    return Description(
        title=_title(tree, data, site),
        author=_author(tree, data),
        site=_line(site or urlsplit(body.url).hostname, _LONGEST_NAME),
        date=date_of(tree, data, body.url, body.fetched_at),
        language=_language(tree, data),
        canonical=_canonical(tree, body.url),
        description=_line(
            _first(_meta(tree, "description"), _meta(tree, "og:description"), data.description),
            _LONGEST_DESCRIPTION,
        ),
        noindex=any(map(_NO_INDEX.search, [*_robots(tree), body.robots])),
    )


def _meta(tree: Any, key: str) -> str | None:
    for meta in tree.iter("meta"):
        if key in ((meta.get("property") or "").lower(), (meta.get("name") or "").lower()):
            content = (meta.get("content") or "").strip()
            if content:
                return str(content)
    return None


def _first(*values: str | None) -> str | None:
    return next((value for value in values if value and value.strip()), None)


def _line(value: str | None, longest: int) -> str | None:
    return (one_line(value, longest) or None) if value else None


def _title(tree: Any, data: StructuredData, site: str | None) -> str | None:
    given = _first(_meta(tree, "og:title"), data.headline, _meta(tree, "twitter:title"))
    if given is None:
        headings = (short_text(h1, _LONGEST_TEXT) for h1 in tree.iter("h1"))
        given = _shared(_titles(tree), next(filter(None, headings), None))
    return _line(_without_site(given, site) if given else None, _LONGEST_TITLE)


def _titles(tree: Any) -> str | None:
    found = (short_text(title, _LONGEST_TEXT) for title in tree.iterfind(".//head/title"))
    return next(filter(None, found), None)


def _shared(title: str | None, heading: str | None) -> str | None:
    """The heading, where the title is that and a site's name; else the title."""
    if title and heading and len(heading) >= 8 and title.lower().startswith(heading.lower()):
        return heading
    return title or heading


def _without_site(title: str, site: str | None) -> str:
    """A title without the site's name after a bar or a dash."""
    parts = _SUFFIX.split(title)
    if site and len(parts) > 1 and parts[-1].strip().lower() == site.strip().lower():
        return (
            title[: title.rindex(parts[-1])].rstrip().rstrip("|\u2013\u2014\u00b7\u00bb-").rstrip()
        )
    return title


def _author(tree: Any, data: StructuredData) -> str | None:
    names = (data.author, *(_meta(tree, key) for key in _AUTHOR_KEYS), *_bylines(tree))
    for name in names:
        line = _line(name, 2 * _LONGEST_NAME)
        if line and "://" not in line and not line.startswith("@"):
            found = _AFTER_NAME.split(_BY.sub("", line), maxsplit=1)[0].strip(" ,;:-\u2013\u2014")
            if len(found) > 1:
                return found[:_LONGEST_NAME]
    return None


_AUTHOR_KEYS: Final = (
    "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "citation_author", "byl",
)  # fmt: skip


def _bylines(tree: Any) -> Iterator[str]:
    """Short texts of elements that are named after an author."""
    for number, element in enumerate(tree.iter("a", "span", "p", "div", "address")):
        if number > _MOST_ELEMENTS:
            return
        rel = (element.get("rel") or "").lower()
        name = f"{element.get('class') or ''} {element.get('itemprop') or ''}"
        if rel == "author" or _BYLINE.search(name):
            text = short_text(element, _LONGEST_BYLINE)
            if text and len(text) > 2 and any(c.isalpha() for c in text):
                yield text


def _language(tree: Any, data: StructuredData) -> str | None:
    root = tree if tree.tag == "html" else next(tree.iter("html"), tree)
    given = (root.get("lang"), root.get("xml:lang"), data.language)
    for value in (*given, _meta(tree, "content-language"), _meta(tree, "og:locale")):
        if value and _LANGUAGE.fullmatch(value.strip()):
            return str(value).strip().replace("_", "-")
    return None


def _canonical(tree: Any, url: str) -> str | None:
    """The address in `link rel=canonical`, where it is one of the same site."""
    for link in tree.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            try:
                given = urljoin(url, (link.get("href") or "").strip()).partition("#")[0]
                scheme = urlsplit(given).scheme
            except ValueError:
                return None
            fits = scheme in ("http", "https") and len(given) <= _LONGEST_ADDRESS
            return given if fits and link.get("href") and same_site(given, url) else None
    return None


def _robots(tree: Any) -> Iterator[str]:
    for meta in tree.iter("meta"):
        if (meta.get("name") or "").lower() in ("robots", "marchwarden"):
            yield meta.get("content") or ""
