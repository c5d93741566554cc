"""From a page that was read to the document that the loop quotes from. Pure."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from evidence.credibility import SourceKind, authority_of, kind_of
from evidence.documents import Document, Hit, Passage, Standing
from researchers.web.fetching.model import CacheUse, Fetched
from researchers.web.pages.model import Page, PageForm
from researchers.web.search.sites import site_of
from researchers.web.shown_address import shown
from traces.clock import moment_of

_LONGEST_TITLE: Final = 300
_LONGEST_NAME: Final = 120
_UNITS: Final = ((1_440, "day"), (60, "hour"), (1, "minute"))
"""Of minutes."""


def document_of(
    hit: Hit, fetched: Fetched, page: Page, content_hash: str, now: datetime
) -> Document:
    """A page under the key of the lead that led to it. Its locator is the address it really came
    from; only a PDF's pages have a place below that, because a heading is no anchor."""
    standing = standing_of(hit, fetched, page)
    return Document(
        key=hit.key,
        locator=shown(fetched.final_url),
        title=title_of(fetched, page),
        text=page.text,
        content_hash=content_hash,
        passages=page.passages if page.form is PageForm.PDF else _unanchored(page.passages),
        source="web",
        fields=_fields(page),
        authority=authority_of(standing).value,
        modified=page.date,
        standing=standing,
        from_cache=_age(fetched, now) if fetched.cache is CacheUse.CACHE else None,
    )


def _age(fetched: Fetched, now: datetime) -> str:
    """How old a copy is for which nobody was asked."""
    place = shown(fetched.final_url)
    try:
        minutes = max(0, round((now - moment_of(fetched.fetched_at)).total_seconds() / 60))
    except ValueError:
        return f"{place} was read from the cache; --fresh asks anew."
    span = next(
        f"{minutes // unit} {name}{'' if minutes // unit == 1 else 's'}"
        for unit, name in _UNITS
        if minutes >= unit or unit == 1
    )
    ago = f"{span} ago" if minutes else "just before"
    return f"{place} was read from the cache, fetched {ago}; --fresh asks anew."


def standing_of(hit: Hit, fetched: Fetched, page: Page) -> Standing:
    """What speaks for the page by its address, its date and its author."""
    parts = urlsplit(fetched.final_url)
    site = site_of(fetched.final_url)
    named = hit.named or fetched.allowance is not None
    kind = SourceKind.NAMED if named else kind_of(parts.hostname or "")
    return Standing(
        kind=kind.value,
        site=site,
        secure=parts.scheme == "https",
        dated=page.date is not None,
        signed=bool(page.author),
    )


def title_of(fetched: Fetched, page: Page) -> str:
    """The page's own title on one line, or its address without the scheme."""
    own = _line(page.title or "", _LONGEST_TITLE)
    return own or shown(fetched.final_url).partition("://")[2][:_LONGEST_TITLE]


def _fields(page: Page) -> dict[str, str]:
    named = {"author": page.author, "site": page.site}
    lines = {key: _line(value or "", _LONGEST_NAME) for key, value in named.items()}
    return {key: value for key, value in lines.items() if value}


def _unanchored(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    return tuple(replace(passage, fragment="") for passage in passages)


def _line(text: str, longest: int) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:longest]
