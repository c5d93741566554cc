"""A robots.txt as bytes, read into the lines that count for one product token.

RFC 9309, section 2: a group is one or more `user-agent` lines and the rules that follow; lines of
any other kind don't end it. Fields are spelt freely, as the web spells them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

MOST_BYTES: Final = 500 * 1024
"""RFC 9309, section 2.5: at least this much is parsed. The rest of a longer file is not read."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_LINE_ENDS: Final = re.compile(rb"\r\n|\r|\n")
_TOKEN: Final = re.compile(rb"[A-Za-z_-]+")


class Kind(Enum):
    """The lines that are read; all others are left out."""

    AGENT = "user-agent"
    ALLOW = "allow"
    DISALLOW = "disallow"
    DELAY = "crawl-delay"


_FIELDS: Final = {
    b"user-agent": Kind.AGENT,
    b"useragent": Kind.AGENT,
    b"user agent": Kind.AGENT,
    b"allow": Kind.ALLOW,
    b"disallow": Kind.DISALLOW,
    b"dissallow": Kind.DISALLOW,
    b"dissalow": Kind.DISALLOW,
    b"disalow": Kind.DISALLOW,
    b"diasllow": Kind.DISALLOW,
    b"disallaw": Kind.DISALLOW,
    b"crawl-delay": Kind.DELAY,
    b"crawl delay": Kind.DELAY,
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line that counts; `value` is trimmed and without its comment."""

    kind: Kind
    value: bytes


@dataclass(slots=True)
class _Gathered:
    """What the groups of one agent hold together. `named` even when they hold nothing."""

    named: bool = False
    lines: list[Line] = field(default_factory=list)


def lines_for(body: bytes, token: str) -> tuple[Line, ...]:
    """The rules and delays of all groups that name a token; of the groups for everybody (`*`)
    when none does. A token that is no product token (RFC 9309: letters, `_` and `-`) is named by
    no group."""
    own, everybody = _Gathered(), _Gathered()
    asked = token.encode("utf-8", "replace").lower()
    current: list[_Gathered] = []
    ended = False
    for line in _lines(body):
        if line.kind is Kind.AGENT:
            if ended:
                current, ended = [], False
            group = _group_of(line.value, asked, own, everybody)
            if group is not None and group not in current:
                group.named = True
                current.append(group)
            continue
        ended = ended or line.kind is not Kind.DELAY
        for group in current:
            group.lines.append(line)
    return tuple((own if own.named else everybody).lines)


def within_bounds(body: bytes) -> bytes:
    """As much of a file as is read, cut at a line's end."""
    if len(body) <= MOST_BYTES:
        return body
    head = body[:MOST_BYTES]
    end = max(head.rfind(b"\n"), head.rfind(b"\r"))
    return head[: end + 1]


def _group_of(value: bytes, asked: bytes, own: _Gathered, everybody: _Gathered) -> _Gathered | None:
    if value[:1] == b"*" and not value[1:2].strip():
        return everybody
    named = _TOKEN.match(value)
    return own if named and named.group().lower() == asked else None


def _lines(body: bytes) -> Iterator[Line]:
    text = within_bounds(body).removeprefix(_BYTE_ORDER_MARK)
    for raw in _LINE_ENDS.split(text):
        line = _read(raw.partition(b"#")[0].strip())
        if line is not None:
            yield line


def _read(text: bytes) -> Line | None:
    """A field and its value, with a colon between them or, if there are only two words, a blank."""
    name, colon, value = text.partition(b":")
    if not colon:
        words = text.split()
        if len(words) != 2:
            return None
        name, value = words
    kind = _FIELDS.get(b" ".join(name.split()).lower())
    return None if kind is None else Line(kind, value.strip())
