"""Content codings, undone in small pieces and never further than a limit. Pure.

Only what is asked for is taken: gzip, and deflate because servers send it anyway. brotli and zstd
unfold a kilobyte into a gigabyte in one call, and two codings on top of each other do the same.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from researchers.web.fetching.sizes import size_of

_PIECE: Final = 65_536
_GZIP_MAGIC: Final = b"\x1f\x8b"
_CODINGS: Final = {
    "gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "identity": None, "": None,
}  # fmt: skip
_RATIO_FROM: Final = 1_000_000
"""Decoded bytes from which the ratio counts: small texts may be all one letter."""


class CodingError(ValueError):
    """The body is not in the coding that it claims, or the coding is not one that we take."""


class DecodedTooLarge(CodingError):
    """The body unfolds to more than the limit."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How far a body may unfold: bytes, and from 1 MB on bytes for one byte on the wire."""

    limit: int
    ratio: int | None = None

    def hold(self, wire: int, decoded: int) -> None:
        """Raises DecodedTooLarge."""
        if decoded > self.limit:
            raise DecodedTooLarge(f"unfolds to more than {size_of(self.limit)}")
        if self.ratio is not None and decoded > max(_RATIO_FROM, wire * self.ratio):
            raise DecodedTooLarge(f"unfolds to more than {self.ratio} times its size")


def coding_of(header: str | None) -> str | None:
    """`gzip`, `deflate` or None, from a `Content-Encoding`. Raises CodingError for any other, and
    for more than one."""
    name = (header or "").strip().lower()
    if name not in _CODINGS:
        raise CodingError("comes in a coding that nobody asked for")
    return _CODINGS[name]


class Decoder:
    """Undoes one coding as the body arrives. Feed it, then end it."""

    def __init__(self, coding: str | None, measure: Measure) -> None:
        self._coding = coding
        self._measure = measure
        self._unpacker: zlib._Decompress | None = None
        self._between = b""
        """What followed a finished member, while it is too short to tell whether one begins."""
        self.wire = 0
        self.decoded = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Pieces of at most 64 KiB, or what was given where there is no coding. Raises CodingError,
        at the piece that is too much."""
        self.wire += len(data)
        pieces = iter((data,)) if self._coding is None else self._unpack(data)
        for piece in pieces:
            self.decoded += len(piece)
            self._measure.hold(self.wire, self.decoded)
            yield piece

    def end(self) -> None:
        """Raises CodingError when the body broke off within its coding."""
        if self._unpacker is not None and not self._unpacker.eof:
            raise CodingError("breaks off within its coding")

    def _unpack(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._unpacker is None:
                self._unpacker = _unpacker_for(self._coding, data[0])
            elif self._unpacker.eof:
                data = self._between + data
                if not self._goes_on(data):
                    return
                self._unpacker = _unpacker_for(self._coding, data[0])
            yield from _pieces(self._unpacker, data)
            data = self._unpacker.unused_data

    def _goes_on(self, rest: bytes) -> bool:
        """A gzip file may hold several members; whatever else follows an end is left out."""
        begins = self._coding == "gzip" and rest.startswith(_GZIP_MAGIC[: len(rest)])
        self._between = rest if begins and len(rest) < len(_GZIP_MAGIC) else b""
        return begins and not self._between


def decode_body(body: bytes, coding: str | None, limit: int) -> bytes:
    """A whole body with its coding undone. Raises CodingError; DecodedTooLarge past `limit`
    bytes. Takes no more memory than the limit, the body apart."""
    decoder = Decoder(coding, Measure(limit))
    decoded = b"".join(decoder.feed(body))
    decoder.end()
    return decoded


def _unpacker_for(coding: str | None, first: int) -> "zlib._Decompress":
    """`deflate` is zlib by the standard, and raw by a widespread mistake. zlib's first byte has 8
    in its low half, which in a raw stream would be a stored block with padding that is not zero."""
    if coding == "gzip":
        return zlib.decompressobj(16 + zlib.MAX_WBITS)
    return zlib.decompressobj(zlib.MAX_WBITS if first & 0x0F == 8 else -zlib.MAX_WBITS)


def _pieces(unpacker: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    """At most 64 KiB at a time; zlib may hold output back when all of the input is taken."""
    while True:
        try:
            piece = unpacker.decompress(data, _PIECE)
        except zlib.error:
            raise CodingError("is not in the coding that it claims") from None
        data = unpacker.unconsumed_tail
        if piece:
            yield piece
        if unpacker.eof or (not data and len(piece) < _PIECE):
            return
