"""What the addresses that a user named hold, once they have been looked at. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin, urlsplit

from researchers.web.fetching.model import FetchFailure
from researchers.web.pages.model import MOST_LISTED, FeedEntry, Listing, ListingForm, Unread
from researchers.web.search.answer_reading import is_page_address, plain_text, rfc3339
from researchers.web.search.canonical import canonical_url
from researchers.web.search.entry_ranking import Entry
from researchers.web.search.model import WebResult

_LONGEST_TITLE: Final = 300
_LONGEST_SUMMARY: Final = 500


@dataclass(frozen=True, slots=True)
class PlainPage:
    """What was fetched is no list of pages but a page."""

    title: str | None = None


Told = Listing | PlainPage | Unread | FetchFailure
"""What an address turned out to be. `Unread` is a feed or sitemap that can't be read."""


@dataclass(frozen=True, slots=True)
class ListingLimits:
    """Bounds of looking into the named addresses, all of them together. Seconds are wall clock."""

    seconds: float = 20.0
    nested: int = 10
    """Sitemaps of one sitemap that are looked into; their own are not."""
    entries: int = 5_000


@dataclass(frozen=True, slots=True)
class Found:
    """What the named addresses hold: pages in the user's order, entries in their lists' order, no
    page twice, and sentences about what is missing."""

    pages: tuple[WebResult, ...]
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]


def nested_of(url: str, told: Told | None, limits: ListingLimits) -> tuple[str, ...]:
    """The sitemaps of a sitemap that are looked into: those of its own host."""
    if not isinstance(told, Listing):
        return ()
    whole = (_whole(url, address) for address in told.nested)
    own = [address for address in whole if is_page_address(address) and _same_host(address, url)]
    return tuple(dict.fromkeys(own))[: limits.nested]


def found_in(urls: Sequence[str], told: Mapping[str, Told], limits: ListingLimits) -> Found:
    """Everything that the named addresses hold. `told` has the nested ones too; what it does not
    have was not looked at in time."""
    pages: list[WebResult] = []
    entries: list[Entry] = []
    notes: list[str] = []
    for url in urls:
        answer = told.get(url)
        notes += _notes(url, answer, limits)
        if not isinstance(answer, Listing):
            title = answer.title if isinstance(answer, PlainPage) else None
            pages.append(WebResult(url, title or named_by(url)))
            continue
        entries += _entries(url, answer)
        for address in nested_of(url, answer, limits):
            inner = told.get(address)
            notes += _nested_notes(address, inner)
            entries += _entries(address, inner) if isinstance(inner, Listing) else ()
    once = _once(entries, {canonical_url(page.url) for page in pages})
    if len(once) > limits.entries:
        notes.append(
            f"Of {len(once):,} entries in the named lists, the first {limits.entries:,} were "
            "looked at."
        )
    return Found(tuple(pages), tuple(once[: limits.entries]), tuple(notes))


def named_by(url: str) -> str:
    """A title for a page of which only the address is known."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.hostname or ''}{parts.path.rstrip('/')}" or url


def _once(entries: Iterable[Entry], named: set[str]) -> list[Entry]:
    """Each page once, and none that is named itself."""
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(canonical_url(entry.result.url), entry)
    return [entry for key, entry in first.items() if key not in named]


def _entries(url: str, listing: Listing) -> Iterable[Entry]:
    for entry in listing.entries:
        address = _whole(url, entry.url)
        if _may_list(url, listing, address):
            yield Entry.of(_as_result(address, entry))


def _as_result(address: str, entry: FeedEntry) -> WebResult:
    return WebResult(
        address,
        plain_text(entry.title or "", _LONGEST_TITLE) or named_by(address),
        plain_text(entry.summary or "", _LONGEST_SUMMARY),
        rfc3339(entry.date or ""),
    )


def _may_list(url: str, listing: Listing, address: str) -> bool:
    """A feed may point to anybody's pages; a sitemap speaks for its own host."""
    if not is_page_address(address):
        return False
    return listing.form is ListingForm.FEED or _same_host(address, url)


def _whole(url: str, address: str) -> str:
    """An address as it is meant in a list that stands at `url`; empty when it is none."""
    try:
        return urljoin(url, address.strip())
    except ValueError:
        return ""


def _same_host(one: str, other: str) -> bool:
    try:
        a, b = urlsplit(one), urlsplit(other)
        return (a.hostname, a.port) == (b.hostname, b.port)
    except ValueError:
        return False


def _notes(url: str, told: Told | None, limits: ListingLimits) -> Iterable[str]:
    if isinstance(told, Unread):
        yield f"{url} could not be read as a list of pages: {told.reason}."
    if not isinstance(told, Listing):
        return
    if not told.entries and not told.nested:
        yield f"{url} is a list of pages with no entries."
    if len(told.entries) >= MOST_LISTED:
        yield f"Of the entries of {url}, only the first {MOST_LISTED:,} were looked at."
    if len(told.nested) > limits.nested:
        yield f"Of the {len(told.nested):,} sitemaps of {url}, {limits.nested} were read."
    strange = sum(not _may_list(url, told, _whole(url, entry.url)) for entry in told.entries)
    if strange:
        yield f"{strange:,} entries of {url} lead to other hosts or nowhere and were left out."


def _nested_notes(url: str, told: Told | None) -> Iterable[str]:
    match told:
        case Listing():
            return
        case FetchFailure():
            yield f"A sitemap was left out: {told.detail}"
        case None:
            yield f"The sitemap {url} was left out, because the time was up."
        case _:
            yield f"The sitemap {url} was left out, because it is none."
