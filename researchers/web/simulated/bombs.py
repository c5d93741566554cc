"""Small bodies that unfold into large ones, and pages that are hard on a parser. Pure.

A compressed bomb is one block of a megabyte of zeros, compressed once with a full flush, which
leaves the stream on a byte's edge and without memory, so that the same bytes can stand any number
of times: the bomb is built in milliseconds and never lies in memory unfolded.
"""

import zlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_MB: Final = 1 << 20
_GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class BombKind(StrEnum):
    """What a body does to whoever reads it without a limit."""

    GZIP = "gzip"
    """1,000 times its size after one decompression."""
    GZIP_GZIP = "gzip-gzip"
    """`Content-Encoding: gzip, gzip`: a million times its size."""
    BROTLI = "brotli"
    """A brotli coding that nobody asked for: 800 bytes for a gigabyte."""
    ATTRIBUTES = "attributes"
    """200,000 attributes on one tag."""
    NESTED = "nested"
    """100,000 elements, each in the one before."""
    TAGS = "tags"
    """500,000 tags that never close."""
    ENTITIES = "entities"
    """A feed whose entities unfold to three gigabytes."""
    JSON = "json"
    """100,000 nested lists."""
    PDF = "pdf"
    """A page whose content is compressed twice."""


@dataclass(frozen=True, slots=True)
class Bomb:
    """A body with the headers under which it does its harm."""

    body: bytes
    content_type: str
    content_coding: str | None = None


def bomb(kind: BombKind, unfolded: int = 1 << 30) -> Bomb:
    """A bomb of a kind; `unfolded` bytes for the compressed ones, in whole megabytes (16 of them
    for brotli)."""
    html = "text/html; charset=utf-8"
    match kind:
        case BombKind.GZIP:
            return Bomb(gzip_of_zeros(unfolded), html, "gzip")
        case BombKind.GZIP_GZIP:
            return Bomb(_gzip(gzip_of_zeros(unfolded)), html, "gzip, gzip")
        case BombKind.BROTLI:
            return Bomb(brotli_of_one_letter(unfolded), html, "br")
        case BombKind.ATTRIBUTES:
            many = b"".join(b' a%d="%d"' % (n, n) for n in range(200_000))
            return Bomb(b"<html><body><p" + many + b">words</p></body></html>", html)
        case BombKind.NESTED:
            return Bomb(b"<html><body>" + b"<div>" * 100_000 + b"words", html)
        case BombKind.TAGS:
            return Bomb(b"<html><body>" + b"<a " * 500_000, html)
        case BombKind.ENTITIES:
            return Bomb(_entities(), "application/rss+xml")
        case BombKind.JSON:
            return Bomb(b"[" * 100_000 + b"]" * 100_000, "application/json")
        case BombKind.PDF:
            return Bomb(_pdf(unfolded), "application/pdf")


def gzip_of_zeros(size: int) -> bytes:
    """A gzip file that holds `size` zeros (whole megabytes), its checksum right."""
    checksum, zeros = 0, bytes(_MB)
    for _ in range(size // _MB):
        checksum = zlib.crc32(zeros, checksum)
    tail = checksum.to_bytes(4, "little") + (size % (1 << 32)).to_bytes(4, "little")
    return _GZIP_HEAD + _deflated(zeros, size // _MB) + tail


def brotli_of_one_letter(size: int) -> bytes:
    """A brotli stream (RFC 7932) that holds one letter `size` times (whole 16 MB), in 13 bytes
    for each 16 MB. Every prefix code has one symbol, so a meta-block is nothing but its header
    and one command: insert one letter, copy it from a distance of one."""
    block = 1 << 24
    bits = _Bits()
    bits.add(0, 1)  # WBITS: a window of 64 KiB
    for _ in range(size // block):
        bits.add(0, 1)  # ISLAST
        bits.add(2, 2)  # MNIBBLES: six of them
        bits.add(block - 1, 24)  # MLEN - 1
        bits.add(0, 1)  # ISUNCOMPRESSED
        bits.add(0, 3)  # one block type each of literals, commands and distances
        bits.add(0, 6)  # NPOSTFIX and NDIRECT
        bits.add(0, 2)  # context mode
        bits.add(0, 2)  # one tree each for literals and distances
        for symbol, width in ((ord("a"), 8), (399, 10), (16, 6)):
            bits.add(1, 2)  # a simple prefix code ...
            bits.add(0, 2)  # ... of one symbol
            bits.add(symbol, width)
        bits.add(block - 1 - 2118, 24)  # command 399: insert 1, copy 2,118 and so many more
        bits.add(0, 1)  # distance code 16: one
    bits.add(3, 2)  # ISLAST, ISLASTEMPTY
    return bits.bytes()


class _Bits:
    """Bits packed from the lowest one on, as brotli does."""

    def __init__(self) -> None:
        self._value = 0
        self._count = 0

    def add(self, value: int, width: int) -> None:
        self._value |= value << self._count
        self._count += width

    def bytes(self) -> bytes:
        return self._value.to_bytes((self._count + 7) // 8, "little")


def _deflated(block: bytes, times: int) -> bytes:
    """A raw deflate stream of one block that stands `times` times."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    once = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return once * times + packer.flush(zlib.Z_FINISH)


def _gzip(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def _entities() -> bytes:
    steps = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' if n else '<!ENTITY e0 "lol">' for n in range(10)
    )
    return (
        f'<?xml version="1.0"?><!DOCTYPE rss [{steps}]><rss version="2.0"><channel>'
        "<title>&e9;</title><item><title>&e9;</title><link>/a</link></item></channel></rss>"
    ).encode()


def _pdf(size: int) -> bytes:
    checksum, blanks = 1, b" " * _MB
    for _ in range(size // _MB):
        checksum = zlib.adler32(blanks, checksum)
    inner = b"\x78\x9c" + _deflated(blanks, size // _MB) + checksum.to_bytes(4, "big")
    content = zlib.compress(inner, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream"
        % (len(content), content),
    ]
    return _pdf_file(objects)


def _pdf_file(objects: list[bytes]) -> bytes:
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)
