"""When a page says it was written or changed: never a guess from its text, its copyright line or
today.

In this order: JSON-LD, meta elements, `time` elements, elements that are named after dates, the
address. The later of published and changed counts.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from researchers.reading.dates import parse_date
from researchers.web.pages.short_text import short_text
from researchers.web.pages.structured_data import StructuredData

_EARLIEST: Final = date(1990, 1, 1)
_CHANGED: Final = frozenset(
    "article:modified_time og:updated_time last-modified dcterms.modified dc.date.modified "
    "datemodified lastmod revised date.modified updated_time".split()
)
_WRITTEN: Final = frozenset(
    "article:published_time og:published_time og:article:published_time date pubdate "
    "publishdate publish_date publish-date dc.date dc.date.issued dc.date.created dcterms.created "
    "dcterms.date dcterms.issued datepublished parsely-pub-date sailthru.date article.published "
    "citation_publication_date citation_date citation_online_date release_date published_time "
    "article_date_original cxenseparse:recs:publishtime dc.created created rbpubdate".split()
)
_NAMED: Final = re.compile(
    r"(?:^|[\s_-])(?:date|published|publish-date|pubdate|posted|posted-on|post-date|entry-date|"
    r"dateline|timestamp|byline-date|article-date|updated|modified)(?:$|[\s_-])",
    re.I,
)
_LONGEST_NAMED: Final = 80
_MOST_ELEMENTS: Final = 20_000
_DAY_FIRST: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\.? ([A-Za-z]{3,9})\.?,? (\d{4})(?!\d)"
)
_MONTH_FIRST: Final = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)")
_ISO: Final = re.compile(
    r"(?<!\d)\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_COMPACT: Final = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_IN_ADDRESS: Final = re.compile(r"/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=[/_-]|$)")
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def date_of(tree: Any, data: StructuredData, url: str, fetched_at: str) -> str | None:
    """RFC 3339 date or time, between 1990 and a day after the fetch; None when the page does not
    say. A time without a zone is given as its date."""
    latest = _latest(fetched_at)
    lanes = (
        [data.modified, data.published],
        [*_meta(tree, _CHANGED), *_meta(tree, _WRITTEN)],
        _times(tree),
        _named(tree),
        ["-".join(match.groups()) for match in _IN_ADDRESS.finditer(url)],
    )
    for lane in lanes:
        found = [read for value in lane if (read := read_date(value or "", latest))]
        if found:
            return max(found, key=_moment)
    return None


def read_date(text: str, latest: date | None = None) -> str | None:
    """A date or time that a text holds, in ISO form or in English words."""
    text = text.strip()[:_LONGEST_NAMED]
    iso = _ISO.search(text)
    found = parse_date(iso[0].replace(" ", "T", 1)) if iso else None
    found = found or _compact(text) or _in_words(text) or parse_date(text)
    if found is None:
        return None
    found = _with_zone(found)
    day = date.fromisoformat(found[:10])
    return found if _EARLIEST <= day <= (latest or day) else None


def _latest(fetched_at: str) -> date | None:
    try:
        return (datetime.fromisoformat(fetched_at) + timedelta(days=1)).date()
    except ValueError:
        return None


def _moment(read: str) -> datetime:
    moment = datetime.fromisoformat(read)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _with_zone(found: str) -> str:
    return found if len(found) == 10 or datetime.fromisoformat(found).tzinfo else found[:10]


def _compact(text: str) -> str | None:
    match = _COMPACT.fullmatch(text[:8]) if len(text) in (8, 14, 15, 16) else None
    return parse_date("-".join(match.groups())) if match else None


def _in_words(text: str) -> str | None:
    for pattern, month, day in ((_DAY_FIRST, 2, 1), (_MONTH_FIRST, 1, 2)):
        match = pattern.search(text)
        if match and match[month][:3].lower() in _MONTHS:
            number = _MONTHS.index(match[month][:3].lower()) + 1
            return parse_date(f"{match[3]}-{number:02}-{int(match[day]):02}")
    return None


def _meta(tree: Any, keys: frozenset[str]) -> Iterator[str]:
    for meta in tree.iter("meta"):
        named = (meta.get("property"), meta.get("name"), meta.get("itemprop"))
        if any(name and name.strip().lower() in keys for name in named):
            yield meta.get("content") or ""


def _times(tree: Any) -> list[str]:
    """Times that stand for the page: marked so, or the only one in its article or in all."""
    times = list(tree.iter("time"))[:_MOST_ELEMENTS]
    marked = [
        time
        for time in times
        if time.get("pubdate") is not None
        or (time.get("itemprop") or "").lower() in ("datepublished", "datemodified")
        or _NAMED.search(time.get("class") or "")
    ]
    chosen = marked or (times if len(times) == 1 else _first_in_header(times))
    return [time.get("datetime") or short_text(time, _LONGEST_NAMED) or "" for time in chosen[:2]]


def _first_in_header(times: list[Any]) -> list[Any]:
    """The first time inside a `header`, or right after the page's first heading."""
    for time in times:
        for above in time.iterancestors():
            if above.tag == "header":
                return [time]
    return []


def _named(tree: Any) -> list[str]:
    for number, element in enumerate(tree.iter("span", "div", "p", "abbr", "em", "small", "li")):
        if number > _MOST_ELEMENTS:
            break
        names = (element.get("class"), element.get("itemprop"), element.get("id"))
        if not _NAMED.search(" ".join(filter(None, names))):
            continue
        text = element.get("content") or short_text(element, _LONGEST_NAMED)
        if text and len(text) <= _LONGEST_NAMED and read_date(text):
            return [text]
    return []
