"""A client without a guard, so that what the simulated web does can be seen plainly."""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpcore2

from researchers.web.testing import SimulatedWeb


@dataclass(frozen=True, slots=True)
class Got:
    """A response, its header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Client:
    """Resolves a name once and connects to its first address."""

    web: SimulatedWeb
    pool: httpcore2.AsyncConnectionPool

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Got:
        """Raises httpcore2's errors, and OSError for an unknown name."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        address = (await self.web.resolver(host, port))[0]
        netloc = host if parts.port is None else f"{host}:{parts.port}"
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        response = await self.pool.request(
            "GET",
            f"{parts.scheme}://{address}:{port}{target}",
            headers=[("Host", netloc), *(headers or {}).items()],
            extensions={"sni_hostname": host, "timeout": {"connect": 0.2, "read": 5.0}},
        )
        named = {name.decode().lower(): value.decode() for name, value in response.headers}
        return Got(response.status, named, response.content)


@asynccontextmanager
async def client(web: SimulatedWeb, tls: ssl.SSLContext | None = None) -> AsyncIterator[Client]:
    """A client with a pool of its own."""
    async with httpcore2.AsyncConnectionPool(tls, network_backend=web.network) as pool:
        yield Client(web, pool)
