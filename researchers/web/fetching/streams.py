"""A connection that brings only so much for one request, and is closed however its use ends."""

import ssl
from typing import Final

import anyio
import httpcore2

from researchers.web.fetching.sizes import size_of

HEADS_BYTES: Final = 262_144
"""All heads of one answer, interim ones included."""


class AnswerTooLong(Exception):
    """More came for one request than any answer may bring; the message completes "it …"."""


class AnswerTooSlow(Exception):
    """A body comes so slowly that it would not be here in time; the message completes "it …"."""


class BoundedStream(httpcore2.AsyncNetworkStream):
    """Counts what is received after each request is written: a stream of interim answers, of
    headers or of tiny chunks has no body that could be measured."""

    def __init__(self, inner: httpcore2.AsyncNetworkStream) -> None:
        self._inner = inner
        self._limit = HEADS_BYTES
        self._received = 0

    def expect_body(self, limit: int) -> None:
        """The head of an answer has come; its body may bring so much more, framing included."""
        self._limit = HEADS_BYTES + limit

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - the interface's own
        """Raises AnswerTooLong; ReadError when the other side hangs up without a word."""
        data = await self._inner.read(max_bytes, timeout)
        if not data and not self._received:
            raise httpcore2.ReadError("hung up without an answer")
        self._received += len(data)
        if self._received > self._limit:
            raise AnswerTooLong(f"sends more than {size_of(self._limit)} in all")
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - the interface's own
        self._received, self._limit = 0, HEADS_BYTES
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
    ) -> httpcore2.AsyncNetworkStream:
        """Closes the connection when the handshake fails or is given up."""
        try:
            inner = await self._inner.start_tls(ssl_context, server_hostname, timeout)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await self._inner.aclose()
            raise
        return BoundedStream(inner)

    def get_extra_info(self, info: str) -> object:
        return self._inner.get_extra_info(info)
