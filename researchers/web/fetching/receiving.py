"""Taking in a body: held to its limits while it comes, unfolded only to be measured."""

import math
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Final

import anyio
import httpcore2
from anyio.lowlevel import checkpoint

from researchers.web.fetching.answers import header_map
from researchers.web.fetching.decoding import Decoder, Measure, coding_of
from researchers.web.fetching.model import FetchLimits
from researchers.web.fetching.sizes import size_of
from researchers.web.fetching.streams import AnswerTooLong, AnswerTooSlow
from researchers.web.fetching.transport import Answer

_PIECES: Final = 50_000
"""Chunks of one byte would keep a processor busy for as long as the fetch may last; 50,000 of them
take half a second."""
_BREATH: Final = 500
"""Pieces after which other work gets its turn: many of them may come in one read."""
_SLOW_SECONDS: Final = 5.0
_SLOW_BYTES: Final = 1_000
"""A page that sends less than so much in the first seconds of its body would take minutes, and all
others of its host wait for it."""
_LEFTOVER_BYTES: Final = 16_384
_LEFTOVER_SECONDS: Final = 0.3
_BROKEN: Final = (httpcore2.NetworkError, httpcore2.ProtocolError, AnswerTooLong, OSError)


@dataclass(frozen=True, slots=True)
class Body:
    """What came over the wire, the coding it is in, and how long it is without."""

    wire: bytes
    coding: str | None
    decoded_length: int


async def receive(answer: Answer, limits: FetchLimits) -> Body:
    """Read a body to its end. Memory stays near its size on the wire. Raises AnswerTooLong,
    AnswerTooSlow, CodingError, and httpcore2's errors."""
    headers = header_map(answer.headers)
    coding = coding_of(headers.get("content-encoding"))
    _hold(_declared(headers.get("content-length")), limits)
    decoder = Decoder(coding, Measure(limits.decoded_bytes, limits.ratio))
    wire, count = bytearray(), 0
    with anyio.move_on_after(_SLOW_SECONDS) as patience:
        async with aclosing(answer.body()) as pieces:
            async for piece in pieces:
                wire += piece
                count += 1
                if len(wire) >= _SLOW_BYTES:
                    patience.deadline = math.inf
                _hold(len(wire), limits)
                if count > _PIECES:
                    raise AnswerTooLong(f"comes in more than {_PIECES} pieces")
                if count % _BREATH == 0:
                    await checkpoint()
                for _ in decoder.feed(piece):
                    pass  # counted; a page's reader unfolds it again, in a process of its own
    if patience.cancelled_caught:
        raise AnswerTooSlow(f"sent {size_of(len(wire))} in {_SLOW_SECONDS:g} s and did not end")
    decoder.end()
    return Body(bytes(wire), coding, decoder.decoded)


async def skip_rest(answer: Answer) -> None:
    """Read the few words under a redirect, so that its connection can be used again; more than a
    few, or slow ones, are not waited for."""
    read = 0
    with suppress(*_BROKEN), anyio.move_on_after(_LEFTOVER_SECONDS):
        async with aclosing(answer.body()) as pieces:
            async for piece in pieces:
                read += len(piece)
                if read > _LEFTOVER_BYTES:
                    return


def _declared(content_length: str | None) -> int:
    """0 where nothing is said."""
    return int(content_length) if content_length and content_length.isdecimal() else 0


def _hold(length: int, limits: FetchLimits) -> None:
    if length > limits.wire_bytes:
        raise AnswerTooLong(f"sends more than {size_of(limits.wire_bytes)}")
