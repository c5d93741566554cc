"""One request, one answer: HTTP/1.1 over connections that the guard made.

No environment, no cookies, no credentials, no retries, no second reading of the URL: the request
is made from the parts that were checked. Every permit has its own pool, so that a connection made
by an allowance never serves a request that has none.
"""

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import httpcore2

from researchers.web.fetching.answers import RawHeaders, head_bytes
from researchers.web.fetching.guard import GuardedNetwork, Permit
from researchers.web.fetching.hops import Step
from researchers.web.fetching.model import Allowance
from researchers.web.fetching.proxy import ProxyNetwork, ProxySite, check_for_proxy
from researchers.web.fetching.resolving import Resolver
from researchers.web.fetching.streams import BoundedStream
from researchers.web.fetching.urls import WebAddress

_IDLE_SECONDS: Final = 10.0
_IDLE_CONNECTIONS: Final = 32
_CONNECTIONS: Final = 100


class Answer:
    """A response whose head has come. `body()` may be read once."""

    def __init__(self, response: httpcore2.Response) -> None:
        self._response = response
        self.status: int = response.status
        self.headers: RawHeaders = tuple(response.headers)

    @property
    def head(self) -> bytes:
        """As in `Fetched.head`."""
        extensions = self._response.extensions
        version, reason = extensions["http_version"], extensions["reason_phrase"]
        return head_bytes(version, self.status, reason, self.headers)

    def body(self) -> AsyncGenerator[bytes]:
        """The pieces as they come, their content coding still on."""
        return self._response.aiter_stream()


class Transport:
    """Holds the pools. Raises, from `exchange`: ForbiddenAddress, NoSuchHost, AnswerTooLong, and
    httpcore2's own errors."""

    def __init__(
        self,
        *,
        ports: frozenset[int],
        wire_bytes: int,
        network: httpcore2.AsyncNetworkBackend,
        resolver: Resolver,
        ssl_context: ssl.SSLContext,
        proxy: ProxySite | None = None,
    ) -> None:
        self._ports = ports
        self._body_bytes = 2 * wire_bytes  # chunks have frames
        self._network = network
        self._resolver = resolver
        self._ssl_context = ssl_context
        self._proxy = proxy
        self._pools: dict[Allowance | None, httpcore2.AsyncConnectionPool] = {}

    @asynccontextmanager
    async def exchange(self, step: Step, headers: Mapping[str, str]) -> AsyncIterator[Answer]:
        """Ask for a page. The connection is kept for the next request when the answer was read
        to its end, and closed otherwise."""
        proxied = self._proxy is not None and step.allowance is None
        if proxied:
            await check_for_proxy(self._guard(None), step.address)
        pool = self._pool(step.allowance)
        async with pool.stream(
            b"GET",
            _target(step.address, proxied),
            headers=_sent(step.address, headers),
            extensions={"sni_hostname": step.address.host},
        ) as response:
            stream = response.extensions["network_stream"]
            if isinstance(stream, BoundedStream):
                stream.expect_body(self._body_bytes)
            yield Answer(response)

    async def aclose(self) -> None:
        """Close every connection."""
        pools = tuple(self._pools.values())
        self._pools.clear()
        for pool in pools:
            await pool.aclose()

    def _pool(self, allowance: Allowance | None) -> httpcore2.AsyncConnectionPool:
        if allowance not in self._pools:
            self._pools[allowance] = self._new_pool(allowance)
        return self._pools[allowance]

    def _new_pool(self, allowance: Allowance | None) -> httpcore2.AsyncConnectionPool:
        network: httpcore2.AsyncNetworkBackend = self._guard(allowance)
        proxy = None
        if self._proxy is not None and allowance is None:
            network = ProxyNetwork(self._network, self._resolver)
            proxy = self._proxy.for_pool(self._ssl_context)
        return httpcore2.AsyncConnectionPool(
            ssl_context=self._ssl_context,
            proxy=proxy,
            max_connections=_CONNECTIONS,
            max_keepalive_connections=_IDLE_CONNECTIONS,
            keepalive_expiry=_IDLE_SECONDS,
            http1=True,
            http2=False,
            retries=0,
            network_backend=network,
        )

    def _guard(self, allowance: Allowance | None) -> GuardedNetwork:
        permit = Permit(self._ports, allowance)
        return GuardedNetwork(self._network, self._resolver, permit)


def _target(address: WebAddress, proxied: bool) -> httpcore2.URL:
    """In a proxied request the host becomes text again, so IPv6 needs its brackets there."""
    host = f"[{address.host}]" if proxied and ":" in address.host else address.host
    return httpcore2.URL(scheme=address.scheme, host=host, port=address.port, target=address.target)


def _sent(address: WebAddress, headers: Mapping[str, str]) -> list[tuple[bytes | str, bytes | str]]:
    pairs = (("Host", address.authority), *headers.items())
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in pairs]
