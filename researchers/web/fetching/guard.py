"""The guard at the network: names are looked up here, once, and the address that was checked is the
address that is connected to. Everything above it (Host, SNI, the certificate) keeps the name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import anyio
import httpcore2

from researchers.web.fetching.addresses import may_be_allowed, plain, why_forbidden
from researchers.web.fetching.model import Allowance
from researchers.web.fetching.resolving import Address, Resolver
from researchers.web.fetching.streams import BoundedStream

_ADDRESSES_TRIED: Final = 4
_ATTEMPT_SECONDS: Final = 2.0
"""Until the next address is tried; the last one has all the time that is left."""

_SocketOptions = Iterable[httpcore2.SOCKET_OPTION] | None


class ForbiddenAddress(Exception):
    """A host leads to an address that may not be reached; the message completes "it …"."""


class NoSuchHost(httpcore2.ConnectError):
    """A host has no address, or nobody could tell."""


@dataclass(frozen=True, slots=True)
class Permit:
    """What one guard lets through: these ports of public addresses, or, with an allowance, its
    one host and port and nothing else."""

    ports: frozenset[int]
    allowance: Allowance | None = None

    def why_site_refused(self, host: str, port: int) -> str | None:
        """Before anything is looked up."""
        if self.allowance is None:
            return None if port in self.ports else f"asks for port {port}"
        if (host, port) == (self.allowance.host, self.allowance.port):
            return None
        return f"is not {self.allowance}"

    def why_refused(self, addresses: Sequence[Address]) -> str | None:
        """One bad address among good ones is enough: which one is used would be the name
        server's choice."""
        for address in addresses:
            why = why_forbidden(address)
            if why is not None and not (self.allowance is not None and may_be_allowed(address)):
                return f"leads to {why}"
        return None


class GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects only where its permit leads. A connection made under one permit must never serve
    a request under another: give every permit its own pool."""

    def __init__(
        self, inner: httpcore2.AsyncNetworkBackend, resolver: Resolver, permit: Permit
    ) -> None:
        self._inner = inner
        self._resolver = resolver
        self._permit = permit

    async def check(self, host: str, port: int) -> Sequence[Address]:
        """The addresses of a host, all of them harmless. Raises ForbiddenAddress or NoSuchHost."""
        why = self._permit.why_site_refused(host, port)
        if why is not None:
            raise ForbiddenAddress(why)
        addresses = await resolve(host, port, self._resolver)
        why = self._permit.why_refused(addresses)
        if why is not None:
            raise ForbiddenAddress(why)
        return addresses

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: _SocketOptions = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Raises ForbiddenAddress, NoSuchHost, or what the inner network raises."""
        addresses = await self.check(host, port)
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


async def resolve(host: str, port: int, resolver: Resolver) -> Sequence[Address]:
    """The addresses of a name or of a literal address, at least one. Raises NoSuchHost."""
    try:
        return (ip_address(host),)
    except ValueError:
        pass
    try:
        addresses = await resolver(host, port)
    except TimeoutError:
        raise NoSuchHost("its name could not be looked up in time") from None
    except OSError:
        raise NoSuchHost("its name has no address") from None
    if not addresses:
        raise NoSuchHost("its name has no address")
    return addresses


async def dial(
    network: httpcore2.AsyncNetworkBackend, addresses: Sequence[Address], port: int
) -> httpcore2.AsyncNetworkStream:
    """Connect to the first address that answers. Raises the last one's ConnectError."""
    *others, last = addresses[:_ADDRESSES_TRIED]
    for address in others:
        with anyio.move_on_after(_ATTEMPT_SECONDS):
            try:
                return await network.connect_tcp(str(plain(address)), port)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
    return await network.connect_tcp(str(plain(last)), port)
