"""Servers that want to keep a client busy, by name. Each goes on until the client has gone."""

import zlib
from collections.abc import Mapping

import anyio
from anyio.abc import ByteStream

from researchers.web.simulated.bombs import gzip_of_zeros
from tests.researchers.web.fetching.local_server import Talk

_BLOCK = 1 << 20
_CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
_TICK = 0.02
"""Seconds between two bytes of a drip: fast enough to keep any read from timing out."""


def _coded(body: bytes, *codings: str) -> bytes:
    lines = "".join(f"Content-Encoding: {coding}\r\n" for coding in codings)
    return f"HTTP/1.1 200 OK\r\n{lines}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def _drip(stream: ByteStream, data: bytes) -> None:
    """A byte now and then, without an end."""
    while True:
        for byte in data:
            await stream.send(bytes((byte,)))
            await anyio.sleep(_TICK)


async def _flood(stream: ByteStream, data: bytes) -> None:
    while True:
        await stream.send(data)


def _sending(data: bytes) -> Talk:
    """Then nothing more, with the connection open."""

    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(data)

    return talk


def _hanging_up(data: bytes) -> Talk:
    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(data)
        await stream.aclose()

    return talk


def _dripping(first: bytes, drip: bytes = b"x") -> Talk:
    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(first)
        await _drip(stream, drip)

    return talk


def _flooding(first: bytes, flood: bytes) -> Talk:
    async def talk(stream: ByteStream, path: str) -> None:
        await stream.send(first)
        await _flood(stream, flood)

    return talk


_BOMB = gzip_of_zeros(64 * _BLOCK)
_OK = b"HTTP/1.1 200 OK\r\n"

ENDLESS: Mapping[str, Talk] = {
    "chunks": _flooding(_CHUNKED + b"\r\n", b"8000\r\n" + b"x" * 0x8000 + b"\r\n"),
    "tiny chunks": _flooding(_CHUNKED + b"\r\n", b"1\r\nx\r\n" * 5_000),
    "chunks with long extensions": _flooding(
        _CHUNKED + b"\r\n", b"1;" + b"e" * 30_000 + b"\r\nx\r\n"
    ),
    "one chunk's size": _flooding(_CHUNKED + b"\r\n", b"0" * 30_000),
    "trailers": _flooding(_CHUNKED + b"\r\n0\r\n", b"X-Trailer: y\r\n" * 2_000),
    "body without a length": _flooding(_OK + b"\r\n", b"x" * 65_536),
    "one header": _flooding(_OK + b"X-Long: ", b"x" * 30_000),
    "headers": _flooding(_OK, b"X-Many: y\r\n" * 3_000),
    "status line": _flooding(b"HTTP/1.1 200 ", b"O" * 30_000),
    "interim answers": _flooding(b"", b"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n" * 500),
    "a length beyond the limit": _flooding(_OK + b"Content-Length: 99999999999\r\n\r\n", b"x"),
    "a length without end": _flooding(_OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n", b"x"),
    "redirect's body": _flooding(
        b"HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", b"x" * 65_536
    ),
    "gzip header": _flooding(
        _CHUNKED + b"Content-Encoding: gzip\r\n\r\n",
        b"4000\r\n" + (b"\x1f\x8b\x08\x10\0\0\0\0\0\0" + b"n" * 0x3FF6) + b"\r\n",
    ),
}  # fmt: skip
"""Send without an end, as fast as they are read."""

SLOW: Mapping[str, Talk] = {
    "silence": _sending(b""),
    "drip of a body": _dripping(_OK + b"Content-Length: 100000\r\n\r\n"),
    "drip of chunks": _dripping(_CHUNKED + b"\r\n", b"1\r\nx\r\n"),
    "drip of a head": _dripping(_OK + b"X-Slow: "),
    "drip of interim answers": _dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "half of a body": _sending(_OK + b"Content-Length: 10\r\n\r\nhalf"),
    "half of a head": _sending(_OK + b"Content-"),
    "drip of gzip": _dripping(
        _CHUNKED + b"Content-Encoding: gzip\r\n\r\na\r\n\x1f\x8b\x08\0\0\0\0\0\0\xff\r\n",
        b"1\r\n\0\r\n",
    ),
}  # fmt: skip
"""Never stop and never finish."""

UNFOLDING: Mapping[str, Talk] = {
    "gzip": _sending(_coded(_BOMB, "gzip")),
    "x-gzip": _sending(_coded(_BOMB, "x-gzip")),
    "deflate": _sending(_coded(zlib.compress(bytes(16 * _BLOCK), 9), "deflate")),
    "raw deflate": _sending(_coded(zlib.compress(bytes(16 * _BLOCK), 9, -15), "deflate")),
    "many gzip members": _sending(_coded(gzip_of_zeros(_BLOCK) * 64, "gzip")),
}
"""Unfold to more than they may."""

UNASKED: Mapping[str, Talk] = {
    "gzip of gzip": _sending(_coded(gzip_of_zeros(_BLOCK), "gzip, gzip")),
    "gzip twice": _sending(_coded(gzip_of_zeros(_BLOCK), "gzip", "gzip")),
    "brotli": _sending(_coded(b"\x5b\xff\xff\xaf\x02\xc0\x22\x79\x5c\xfb", "br")),
    "zstd": _sending(_coded(b"\x28\xb5\x2f\xfd", "zstd")),
    "compress": _sending(_coded(b"\x1f\x9d", "compress")),
    "brotli in gzip": _sending(_coded(_BOMB, "br, gzip")),
    "no gzip": _sending(_coded(b"plain words", "gzip")),
    "no deflate": _sending(_coded(b"plain words", "deflate")),
    "no HTTP": _hanging_up(b"220 mail.example ESMTP\r\n"),
    "noise": _sending(bytes(range(256)) * 8),
    "two lengths": _sending(_OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"),
    "negative length": _sending(_OK + b"Content-Length: -1\r\n\r\nx"),
    "space before a colon": _sending(_OK + b"Content-Length : 1\r\n\r\nx"),
    "a NUL in a header": _sending(_OK + b"X: a\0b\r\nContent-Length: 0\r\n\r\n"),
}
"""Not HTTP, or in a coding that nobody asked for."""

CUT = _coded(_BOMB[:50], "gzip")
"""Whole as HTTP, broken off as gzip."""

BROKEN: Mapping[str, Talk] = {
    "no word": _hanging_up(b""),
    "half of a body": _hanging_up(_OK + b"Content-Length: 10\r\n\r\nhalf"),
    "half of a chunk": _hanging_up(_CHUNKED + b"\r\n5\r\nha"),
    "no last chunk": _hanging_up(_CHUNKED + b"\r\n4\r\nhalf\r\n"),
    "bad chunk": _sending(_CHUNKED + b"\r\nzz\r\nhalf\r\n"),
}
"""Break off."""
