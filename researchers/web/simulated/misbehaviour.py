"""Answers that break HTTP, or never end."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import anyio

from researchers.web.simulated.record import Asked
from researchers.web.simulated.replies import Wire, head

_HTML: Final = ("Content-Type", "text/html; charset=utf-8")
_CHUNK: Final = b"1000\r\n" + b"<p>and so on, and so on</p>\n".ljust(0x1000) + b"\r\n"


class Breakage(StrEnum):
    """Ways in which a response is wrong, or missing."""

    CUT = "cut"
    """Ends in the middle of the body that it announced."""
    EMPTY = "empty"
    """Closes without a byte."""
    RESET = "reset"
    """Resets the connection after the head."""
    SILENT = "silent"
    """Takes the request and says nothing, for ever."""
    GARBAGE = "garbage"
    """Is no HTTP."""
    TWO_LENGTHS = "two_lengths"
    """Two Content-Length headers that differ."""
    BAD_CHUNK = "bad_chunk"
    """A chunk whose size is no number."""
    BAD_GZIP = "bad_gzip"
    """Says gzip and is none."""
    UNKNOWN_CODING = "unknown_coding"
    """A content coding that nobody asked for."""
    ENDLESS_HEAD = "endless_head"
    """Header lines without end."""
    ENDLESS_INTERIM = "endless_interim"
    """`103 Early Hints` without end."""


def _whole(*headers: tuple[str, str], body: bytes) -> bytes:
    return head(200, [_HTML, *headers]) + body


_PAGE: Final = b"<!doctype html><title>A page</title><p>It begins well"
_BYTES: Final = {
    Breakage.CUT: _whole(("Content-Length", "100000"), body=_PAGE),
    Breakage.EMPTY: b"",
    Breakage.RESET: _whole(("Content-Length", "100000"), body=b""),
    Breakage.SILENT: b"",
    Breakage.GARBAGE: b"\x16\x03\x01SSH-2.0-what\r\n\x00\xff\xfe no http at all\r\n\r\n",
    Breakage.TWO_LENGTHS: _whole(("Content-Length", "5"), ("Content-Length", "50"), body=_PAGE),
    Breakage.BAD_CHUNK: _whole(("Transfer-Encoding", "chunked"), body=b"zz\r\nhello\r\n"),
    Breakage.BAD_GZIP: _whole(
        ("Content-Encoding", "gzip"), ("Content-Length", str(len(_PAGE))), body=_PAGE
    ),
    Breakage.UNKNOWN_CODING: _whole(
        ("Content-Encoding", "zstd"), ("Content-Length", str(len(_PAGE))), body=_PAGE
    ),
    Breakage.ENDLESS_HEAD: b"HTTP/1.1 200 OK\r\n",
    Breakage.ENDLESS_INTERIM: b"",
}
_AGAIN: Final = {
    Breakage.ENDLESS_HEAD: b"".join(b"X-Filler-%d: %s\r\n" % (n, b"a" * 60) for n in range(50)),
    Breakage.ENDLESS_INTERIM: b"HTTP/1.1 103 Early Hints\r\n\r\n" * 50,
}
_WHOLE: Final = frozenset({Breakage.BAD_GZIP, Breakage.UNKNOWN_CODING})
"""Right as HTTP, so that the connection can carry another answer."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A response that is broken in one way."""

    how: Breakage

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Send what there is, and end as the kind of breakage says."""
        await wire.send(_BYTES[self.how])
        if self.how is Breakage.SILENT:
            await anyio.sleep_forever()
        if self.how is Breakage.RESET:
            await wire.reset()
        while self.how in _AGAIN:
            await wire.send(_AGAIN[self.how])
        return self.how in _WHOLE


@dataclass(frozen=True, slots=True)
class Drip:
    """A body that comes byte by byte, its length announced."""

    body: bytes
    seconds_per_byte: float

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Send the head at once and the body slowly."""
        await wire.send(head(200, [_HTML, ("Content-Length", str(len(self.body)))]))
        for at in range(len(self.body)):
            await anyio.sleep(self.seconds_per_byte)
            await wire.send(self.body[at : at + 1])
        return True


@dataclass(frozen=True, slots=True)
class Endless:
    """Chunks of 4 KiB without end, as fast as they are taken or one in `seconds_per_chunk`."""

    seconds_per_chunk: float = 0.0

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Send until the client goes."""
        await wire.send(head(200, [_HTML, ("Transfer-Encoding", "chunked")]))
        while True:
            await anyio.sleep(self.seconds_per_chunk)
            await wire.send(_CHUNK)
