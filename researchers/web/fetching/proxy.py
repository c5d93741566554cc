"""Fetching through a proxy that the user configured.

The proxy looks up names and connects, so the guard sees neither. What is left of it: literal
addresses and names that this machine knows are checked before anything is sent, and names that
only make sense inside a network are refused. What stays open: a public name that the proxy's own
name server turns into an inner address. Use a proxy that refuses those itself.
"""

import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

import httpcore2

from researchers.web.fetching.guard import (
    ForbiddenAddress,
    GuardedNetwork,
    NoSuchHost,
    dial,
    resolve,
)
from researchers.web.fetching.resolving import Resolver
from researchers.web.fetching.streams import BoundedStream
from researchers.web.fetching.urls import WebAddress

_INNER_NAMES: Final = ("localhost", "local", "internal", "intranet", "lan", "home.arpa")
_DEFAULT_PORTS: Final = {"http": 8080, "https": 443}

_SocketOptions = Iterable[httpcore2.SOCKET_OPTION] | None


@dataclass(frozen=True, slots=True)
class ProxySite:
    """Where a proxy stands, and the credentials for it, if it wants any."""

    scheme: str
    host: str
    port: int
    credentials: tuple[str, str] | None = field(default=None, repr=False)

    def for_pool(self, ssl_context: ssl.SSLContext) -> httpcore2.Proxy:
        return httpcore2.Proxy(
            httpcore2.URL(scheme=self.scheme, host=self.host, port=self.port, target="/"),
            auth=self.credentials,
            ssl_context=ssl_context if self.scheme == "https" else None,
        )


def read_proxy(url: str) -> ProxySite:
    """Raises ValueError for anything but http:// and https:// with a host."""
    parts = urlsplit(url)
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("a proxy is given as http://HOST:PORT or https://HOST:PORT")
    credentials = None
    if parts.username is not None:
        credentials = unquote(parts.username), unquote(parts.password or "")
    port = parts.port or _DEFAULT_PORTS[parts.scheme]
    return ProxySite(parts.scheme, parts.hostname, port, credentials)


async def check_for_proxy(guard: GuardedNetwork, address: WebAddress) -> None:
    """Refuse what can be known here to be an inner address. Raises ForbiddenAddress."""
    if address.literal is None and ("." not in address.host or _is_inner(address.host)):
        raise ForbiddenAddress("has a name of an inner network")
    with suppress(NoSuchHost):  # the proxy may know more names than this machine
        await guard.check(address.host, address.port)


def _is_inner(host: str) -> bool:
    return any(host.endswith(f".{inner}") for inner in _INNER_NAMES)


class ProxyNetwork(httpcore2.AsyncNetworkBackend):
    """Connects to the proxy: the pool above asks for nothing else."""

    def __init__(self, inner: httpcore2.AsyncNetworkBackend, resolver: Resolver) -> None:
        self._inner = inner
        self._resolver = resolver

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: _SocketOptions = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Raises NoSuchHost, or what the inner network raises."""
        addresses = await resolve(host, port, self._resolver)
        return BoundedStream(await dial(self._inner, addresses, port))

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        socket_options: _SocketOptions = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Never."""
        raise ForbiddenAddress("leads to a socket on this machine")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)
