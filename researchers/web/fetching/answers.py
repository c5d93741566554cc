"""What a status line and its headers mean to somebody who wants to read the page. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

from researchers.web.fetching.model import FetchProblem

RawHeaders = Sequence[tuple[bytes, bytes]]

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
NOT_MODIFIED: Final = 304
_COOKIES: Final = frozenset({b"set-cookie", b"set-cookie2"})
_CLOSED: Final = frozenset({401, 402, 403, 407, 451})
_GONE: Final = frozenset({404, 410})
_BUSY: Final = frozenset({429, 503})
_WITHOUT_A_PAGE: Final = {204: "has no content", 205: "has no content", 206: "sent only a part"}
_SECONDS: Final = re.compile(r"[0-9]{1,9}")


def head_bytes(version: bytes, status: int, reason: bytes, headers: RawHeaders) -> bytes:
    """Status line and headers, names and values to the letter and in their order, without cookies;
    folded lines and the space around values are made plain. Ends with an empty line."""
    lines = [b"%b %d %b" % (version, status, reason)]
    lines += [b"%b: %b" % pair for pair in headers if pair[0].lower() not in _COOKIES]
    return b"\r\n".join([*lines, b"", b""])


def header_map(headers: RawHeaders) -> Mapping[str, str]:
    """By lower-case name; one that came twice is joined by commas. No cookies."""
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        if raw_name.lower() in _COOKIES:
            continue
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def problem_of(status: int, conditions_sent: bool) -> FetchProblem | None:
    """None for a success. Redirects are none, for whoever does not follow them."""
    if status == NOT_MODIFIED:
        return None if conditions_sent else FetchProblem.ERROR_STATUS
    if status in _CLOSED:
        return FetchProblem.CLOSED
    if status in _GONE:
        return FetchProblem.GONE
    if status in _BUSY:
        return FetchProblem.RATE_LIMITED
    if 200 <= status < 300 and status not in _WITHOUT_A_PAGE:
        return None
    return FetchProblem.ERROR_STATUS


def words_for(status: int) -> str:
    """What a status says, in words that complete "it …" (`answered 404 Not Found`)."""
    if status in _WITHOUT_A_PAGE:
        return f"{_WITHOUT_A_PAGE[status]} (status {status})"
    known = HTTPStatus(status).phrase if status in {one.value for one in HTTPStatus} else ""
    return f"answered {status} {known}".rstrip()


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds to wait, from a number or an HTTP date; None when there is no sense in it."""
    if value is None:
        return None
    if _SECONDS.fullmatch(value.strip()):
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def locations(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, ...]:
    """The different `Location`s. Bytes that are no UTF-8 are taken as Latin-1."""
    values = [value for name, value in headers if name.lower() == b"location"]
    return tuple(dict.fromkeys(_text(value) for value in values))


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
