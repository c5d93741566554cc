"""From a host's name to its addresses. The guard looks at all of them before it connects."""

import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Protocol

import anyio

Address = IPv4Address | IPv6Address

RESOLVE_SECONDS: Final = 5.0


class Resolver(Protocol):
    """Raises OSError when the name has no address, or when nobody can tell."""

    async def __call__(self, host: str, port: int) -> Sequence[Address]: ...


async def system_resolver(host: str, port: int) -> Sequence[Address]:
    """Ask the system. Raises OSError, TimeoutError after 5 s included."""
    with anyio.fail_after(RESOLVE_SECONDS):
        found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ip_address(str(answer[4][0])) for answer in found))
