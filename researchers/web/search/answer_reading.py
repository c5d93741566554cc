"""From an engine's JSON to leads. Every row is checked by itself, so that one bad row costs only
itself; what engines mark up is shown as plain text. Pure."""

import html
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from researchers.web.search.model import WebResult

_LONGEST_URL: Final = 2_048
_LONGEST_TITLE: Final = 300
_LONGEST_SNIPPET: Final = 2_000
_MOST_ROWS: Final = 100
"""Engines give at most 50 on one page; a longer list is somebody's mistake."""

_MARKUP: Final = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_SPACE: Final = re.compile(r"[\s\x00-\x1f\x7f]+")
_ISO_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?")


def _text_or_nothing(value: object) -> str:
    return value if isinstance(value, str) else ""


LooseText = Annotated[str, BeforeValidator(_text_or_nothing)]
"""Text where an engine gives text; anything else is as good as nothing."""


class Row(BaseModel):
    """One result, by our names; engines map theirs with aliases. Only the address is needed."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    url: str
    title: LooseText = ""
    snippet: LooseText = ""
    date: LooseText = ""


def json_object(body: bytes) -> Mapping[str, object] | None:
    """The object that a body holds; None when it holds no JSON or something else. Deep nesting,
    endless numbers and half a surrogate pair are no way to raise."""
    try:
        value: object = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def read_rows(rows: object, shape: type[Row], limit: int) -> tuple[WebResult, ...] | None:
    """Leads in the engine's order, at most `limit`. None when this is no list of results: not a
    list, or one of which no row can be read."""
    if not isinstance(rows, list):
        return None
    read = [_read(row, shape) for row in rows[:_MOST_ROWS]]
    leads = tuple(lead for lead in read if lead is not None)
    return leads[:limit] if leads or not rows else None


def unread_note(shown: str, rows: object, shape: type[Row]) -> tuple[str, ...]:
    """A sentence about rows that were left out, where there are any."""
    listed: Sequence[object] = rows[:_MOST_ROWS] if isinstance(rows, list) else ()
    bad = sum(_read(row, shape) is None for row in listed)
    if not bad:
        return ()
    verb = "was" if bad == 1 else "were"
    return (f"{bad} of {len(listed)} results of {shown} {verb} left out as unreadable.",)


def plain_text(text: str, longest: int) -> str:
    """Text without markup, entities and line breaks, cut at a word."""
    shown = html.unescape(_MARKUP.sub("", text))
    whole = _SPACE.sub(" ", shown.encode("utf-8", "replace").decode()).strip()
    return whole if len(whole) <= longest else whole[:longest].rpartition(" ")[0] or whole[:longest]


def rfc3339(text: str) -> str | None:
    """An ISO date or time, or one as in mail headers, as RFC 3339; None for anything else. A time
    without a zone is taken for UTC."""
    told = text.strip()
    try:
        if _ISO_DATE.fullmatch(told):
            if len(told) == 10:
                return datetime.fromisoformat(told).date().isoformat()
            return _in_utc(datetime.fromisoformat(told))
        return _in_utc(parsedate_to_datetime(told))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _in_utc(moment: datetime) -> str:
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return zoned.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _read(row: object, shape: type[Row]) -> WebResult | None:
    try:
        read = shape.model_validate(row)
    except ValidationError:
        return None
    url = read.url.strip()
    if not is_page_address(url):
        return None
    return WebResult(
        url=url,
        title=plain_text(read.title, _LONGEST_TITLE) or _named_by(url),
        snippet=plain_text(read.snippet, _LONGEST_SNIPPET),
        date=rfc3339(read.date),
    )


def is_page_address(url: str) -> bool:
    """Whether this can be the address of a page: http or https, a host, no user name, no space."""
    if len(url) > _LONGEST_URL or not url.isprintable() or _SPACE.search(url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
    except ValueError:
        return False


def _named_by(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname}{parts.path.rstrip('/')}"[:_LONGEST_TITLE]
