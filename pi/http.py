"""MCP over HTTP to a researcher that may be away, refuse, or answer too much.

Without this, one refused exchange tears the whole client down; here it becomes the answer to
its own request, and the same client works again when the researcher is back.
"""

import json
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlsplit

import httpx2
from mcp.client import Transport
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CONNECTION_CLOSED

from pi.allowance import MessageAllowance
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Address, is_loopback
from pi.stdio import MESSAGE_MAX_BYTES

KIND_KEY: Final = "marchwarden/failure"
"""Key in the data of an error that stands for a failed exchange; its value is a FailureKind."""

_UNAUTHORIZED: Final = frozenset({401, 403})
_TIMEOUT: Final = httpx2.Timeout(30.0, read=None)
"""Reads wait for as long as the call's own deadline allows."""


class AnsweringTransport(httpx2.AsyncBaseTransport):
    """Turns what would be an exception into an error answer to the request at hand."""

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request; never raises a transport error."""
        try:
            response = await self._inner.handle_async_request(request)
        except (httpx2.TransportError, OSError) as error:
            return _failed(request, 503, FailureKind.UNREACHABLE, type(error).__name__)
        if response.status_code in _UNAUTHORIZED:
            await response.aclose()
            words = f"HTTP {response.status_code}"
            return _failed(request, response.status_code, FailureKind.UNAUTHORIZED, words)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()  # asked not to; a packed answer could unfold without bound
            return _failed(request, 502, FailureKind.PROTOCOL, "compressed answer")
        if response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            return _read_on(request, response)
        return await _read_whole(request, response)

    async def aclose(self) -> None:
        """Close the connections below."""
        await self._inner.aclose()


class _Events(httpx2.AsyncByteStream):
    """A stream of events that ends with an error when there are more than anybody reads."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner
        self._allowance = MessageAllowance()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            if not self._allowance.take(chunk.count(b"data:")):
                raise httpx2.ReadError("more events than anybody reads")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def _read_on(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    return httpx2.Response(
        response.status_code,
        headers=response.headers,
        stream=_Events(response.stream),
        request=request,
        extensions=response.extensions,
    )


async def _read_whole(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    body = bytearray()
    try:
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MESSAGE_MAX_BYTES:
                return _failed(request, 502, FailureKind.TOO_LARGE, "answer too large")
    except (httpx2.TransportError, OSError) as error:
        return _failed(request, 502, FailureKind.DIED, type(error).__name__)
    finally:
        await response.aclose()
    return httpx2.Response(
        response.status_code, headers=response.headers, content=bytes(body), request=request
    )


def _failed(request: httpx2.Request, status: int, kind: FailureKind, words: str) -> httpx2.Response:
    error = {"code": CONNECTION_CLOSED, "message": words, "data": {KIND_KEY: kind.value}}
    return httpx2.Response(
        status,
        headers={"content-type": "application/json"},
        content=json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode(),
        request=request,
    )


def http_client(name: str, address: Address) -> httpx2.AsyncClient:
    """The HTTP client for one researcher. Raises ResearcherFailure when its token would travel
    in the open."""
    headers = {"Accept-Encoding": "identity"}
    if address.token is not None:
        _refuse_open_token(name, address.url)
        headers["Authorization"] = f"Bearer {address.token}"
    transport = AnsweringTransport(httpx2.AsyncHTTPTransport())
    return httpx2.AsyncClient(transport=transport, headers=headers, timeout=_TIMEOUT)


def http_transport(address: Address, client: httpx2.AsyncClient) -> Transport:
    """MCP streams over an HTTP client that stays the caller's to close."""
    return streamable_http_client(
        address.url, http_client=client, max_sse_event_size=MESSAGE_MAX_BYTES
    )


def _refuse_open_token(name: str, url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "https" or is_loopback(parts.hostname or ""):
        return
    raise ResearcherFailure(
        name,
        FailureKind.UNAUTHORIZED,
        f"{name} is at a plain http:// address on another machine, where its token could be read "
        "on the way; use https://.",
    )
