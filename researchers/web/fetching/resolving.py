"""From a host's name to its addresses. The guard looks at all of them before it connects."""

import socket
from collections.abc import Sequence
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Protocol

import anyio

from researchers.web.fetching.abandonable import run_abandonable

Address = IPv4Address | IPv6Address

RESOLVE_SECONDS: Final = 5.0


class Resolver(Protocol):
    """Raises OSError when the name has no address, or when nobody can tell."""

    async def __call__(self, host: str, port: int) -> Sequence[Address]: ...


async def system_resolver(host: str, port: int) -> Sequence[Address]:
    """Ask the system. Raises OSError, TimeoutError after 5 s included. Cancelled, it returns at
    once, whatever the name server does."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    with anyio.fail_after(RESOLVE_SECONDS):
        try:
            found = await run_abandonable(ask)
        except UnicodeError:
            raise OSError("a name that can't be looked up") from None
    return tuple(dict.fromkeys(ip_address(str(answer[4][0])) for answer in found))
