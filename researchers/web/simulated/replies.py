"""Answers that keep to HTTP: a page with its status, validators, coding and delay."""

import gzip
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Literal, Protocol

import anyio

from researchers.web.simulated.record import Asked

Coding = Literal["gzip", "deflate"]
Headers = Iterable[tuple[str, str]]


class Wire(Protocol):
    """The connection as an answer sees it."""

    async def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        ...

    async def reset(self) -> None:
        """End the connection with a TCP reset."""
        ...


class Answer(Protocol):
    """What a path gives. It is cancelled when the client hangs up."""

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Answer one request; True when the connection can carry another one."""
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole, honest response. `delay` seconds pass before its first byte. With `etag` or
    `last_modified` (an HTTP date), a request that names them is answered 304."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    etag: str | None = None
    last_modified: str | None = None

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Send head and body."""
        await anyio.sleep(self.delay)
        unchanged = self.status == HTTPStatus.OK and self._is_known(asked.headers)
        status = HTTPStatus.NOT_MODIFIED if unchanged else self.status
        empty = unchanged or status == HTTPStatus.NO_CONTENT
        sent = head(status, [*self._all_headers(), *([] if empty else [_length(self.body)])])
        await wire.send(sent if empty or asked.method == "HEAD" else sent + self.body)
        return "close" not in asked.headers.get("connection", "").lower()

    def _all_headers(self) -> list[tuple[str, str]]:
        validators = [("ETag", self.etag), ("Last-Modified", self.last_modified)]
        return [*self.headers, *((name, value) for name, value in validators if value)]

    def _is_known(self, headers: Mapping[str, str]) -> bool:
        if self.etag and (tags := headers.get("if-none-match")):
            return self.etag in (tag.strip() for tag in tags.split(","))
        since = headers.get("if-modified-since")
        if not (self.last_modified and since):
            return False
        try:
            return parsedate_to_datetime(self.last_modified) <= parsedate_to_datetime(since)
        except ValueError:
            return False


def head(status: int, headers: Headers) -> bytes:
    """A status line and its header block, the empty line included."""
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "Unassigned"
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in headers)]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode("latin-1")


def coded(body: bytes, coding: Coding | None) -> bytes:
    """A body under a content coding."""
    if coding == "gzip":
        return gzip.compress(body, mtime=0)
    return zlib.compress(body) if coding == "deflate" else body


def tag_of(body: bytes) -> str:
    """A strong ETag that changes with the body."""
    return f'"{sha256(body).hexdigest()[:16]}"'


def _length(body: bytes) -> tuple[str, str]:
    return "Content-Length", str(len(body))


@dataclass(slots=True)
class InTurn:
    """Each request gets the next answer; the last one stays."""

    answers: tuple[Answer, ...]
    _next: int = 0

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Answer with the one whose turn it is."""
        answer = self.answers[min(self._next, len(self.answers) - 1)]
        self._next += 1
        return await answer.give(asked, wire)
