"""From a page that was read to the document that the loop quotes from. Pure."""

from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from evidence.credibility import SourceKind, authority_of, kind_of
from evidence.documents import Document, Hit, Passage, Standing
from researchers.web.fetching.model import Fetched
from researchers.web.pages.model import Page, PageForm
from researchers.web.search.sites import site_of
from researchers.web.shown_address import shown

_LONGEST_TITLE: Final = 300
_LONGEST_NAME: Final = 120


def document_of(hit: Hit, fetched: Fetched, page: Page, content_hash: str) -> Document:
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
    )


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
