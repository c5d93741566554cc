"""How long a response may be used without asking again: RFC 9111, for one person's cache. Pure.

Times are seconds since the epoch. Headers are by lower-case name. Whatever can't be understood
makes a response stale, never fresh.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final

Headers = Mapping[str, str]

DAY: Final = 86_400.0
_HEURISTIC_SHARE: Final = 0.1
"""RFC 9111, section 4.2.2: a typical fraction of the time since a page was last changed."""
_LONGEST_HEURISTIC: Final = DAY
_LONGEST: Final = 2.0**31
_LONGEST_FIELD: Final = 4_096
_DIRECTIVE: Final = re.compile(r"""([^\s,;="]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s,;"]*))?""")
_ETAG: Final = re.compile(r'(?:W/)?"[\x21\x23-\x7e]*"')
_OF_THE_BODY: Final = frozenset(
    {"content-length", "content-encoding", "content-type", "content-range", "transfer-encoding"}
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a response came, and how old it was then."""

    at: float
    age: float


def arrival(headers: Headers, asked_at: float, came_at: float) -> Arrival:
    """Section 4.2.3: the larger of what its date says and of what caches on the way say."""
    sent = _date(headers.get("date"))
    by_date = came_at - sent if sent is not None else 0.0
    given = headers.get("age", "").partition(",")[0].strip()
    by_caches = min(float(given), _LONGEST) if _is_number(given) else 0.0
    delay = max(came_at - asked_at, 0.0)
    return Arrival(came_at, max(by_date, by_caches + delay, 0.0))


def may_be_kept(status: int, headers: Headers) -> bool:
    """Whether a response may be stored, and whether that is of any use."""
    if status != 200 or "no-store" in _directives(headers) or not _is_for_everyone(headers):
        return False
    return bool(conditions(headers)) or _explicit(headers, 0.0) != 0.0


def seconds_left(headers: Headers, arrived: Arrival, now: float, *, guessing: bool = True) -> float:
    """How long a stored response may still be used unasked; zero or less when it may not. Without
    `guessing` only for as long as its server said."""
    lifetime = _explicit(headers, arrived.at)
    if lifetime is None:
        lifetime = _heuristic(headers, arrived.at) if guessing else 0.0
    return _left(lifetime, arrived, now)


def seconds_left_of_robots(headers: Headers, arrived: Arrival, now: float) -> float:
    """The same for a robots.txt: a day at most (RFC 9309, section 2.4), a day when its server
    says nothing, and one minute at least, so that no run asks before every page."""
    lifetime = _explicit(headers, arrived.at)
    if lifetime is None:
        lifetime = DAY
    longest = DAY - (now - arrived.at)
    shortest = 60.0 - (now - arrived.at)
    return max(min(_left(lifetime, arrived, now), longest), shortest)


def redirect_until(status: int, headers: Headers, arrived: Arrival) -> float | None:
    """Until when a redirect may be replayed; None for one that is permanent. A temporary one
    counts only for as long as its server says."""
    if not _is_for_everyone(headers):
        return arrived.at
    lifetime = _explicit(headers, arrived.at)
    if lifetime is None:
        return None if status in (301, 308) else arrived.at
    return arrived.at + lifetime - arrived.age


def conditions(headers: Headers) -> dict[str, str]:
    """The request fields that ask whether a stored response still holds; empty when it has no
    validator."""
    asked: dict[str, str] = {}
    etag = headers.get("etag", "").strip()
    if _ETAG.fullmatch(etag) and len(etag) < _LONGEST_FIELD:
        asked["If-None-Match"] = etag
    changed = headers.get("last-modified", "").strip()
    if _date(changed) is not None:
        asked["If-Modified-Since"] = changed
    return asked


def renewed(stored: Headers, answered: Headers) -> dict[str, str] | None:
    """The headers of a stored response after a 304 (section 4.3.4); None when the 304 speaks of
    another version than the stored one."""
    old, new = _opaque(stored.get("etag")), _opaque(answered.get("etag"))
    if old is not None and new is not None and old != new:
        return None
    kept = {name: value for name, value in answered.items() if name not in _OF_THE_BODY}
    return {**stored, **kept}


def fields_of(head: bytes) -> dict[str, str]:
    """The header fields of a stored head, by lower-case name; those that came twice are joined
    by commas."""
    fields: dict[str, str] = {}
    for line in head.decode("latin-1").split("\r\n")[1:]:
        name, colon, value = line.partition(":")
        if colon:
            key = name.strip().lower()
            fields[key] = f"{fields[key]}, {value.strip()}" if key in fields else value.strip()
    return fields


def _left(lifetime: float, arrived: Arrival, now: float) -> float:
    resident = now - arrived.at
    if resident < 0:  # the clock was put back: nothing is known about its age
        return 0.0
    return lifetime - arrived.age - resident


def _explicit(headers: Headers, came_at: float) -> float | None:
    """The lifetime that the server gave, None when it gave none."""
    directives = _directives(headers)
    if "no-store" in directives or "no-cache" in directives:
        return 0.0
    if "max-age" in directives:
        given = directives["max-age"]
        return min(float(given), _LONGEST) if _is_number(given) else 0.0
    if "expires" in headers:
        ends, sent = _date(headers["expires"]), _date(headers.get("date"))
        return 0.0 if ends is None else max(ends - (came_at if sent is None else sent), 0.0)
    if "cache-control" not in headers and "no-cache" in headers.get("pragma", "").lower():
        return 0.0
    return None


def _heuristic(headers: Headers, came_at: float) -> float:
    changed = _date(headers.get("last-modified"))
    if changed is None:
        return 0.0
    sent = _date(headers.get("date"))
    since = (came_at if sent is None else sent) - changed
    return min(max(since, 0.0) * _HEURISTIC_SHARE, _LONGEST_HEURISTIC)


def _is_for_everyone(headers: Headers) -> bool:
    """False when the answer depends on request fields other than the content coding."""
    varies = {name.strip().lower() for name in headers.get("vary", "").split(",")}
    return varies <= {"", "accept-encoding"}


def _directives(headers: Headers) -> dict[str, str]:
    """Cache-Control. One that came twice with two values has none that can be used."""
    field = headers.get("cache-control", "")
    if len(field) > _LONGEST_FIELD:
        return {"no-store": ""}
    found: dict[str, str] = {}
    for name, value in _DIRECTIVE.findall(field):
        name, value = name.lower(), value.strip('"')
        found[name] = value if found.get(name, value) == value else "?"
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 100


def _opaque(etag: str | None) -> str | None:
    return None if etag is None else etag.strip().removeprefix("W/")


def _date(text: str | None) -> float | None:
    if text is None or len(text) > 100:
        return None
    try:
        moment = parsedate_to_datetime(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
