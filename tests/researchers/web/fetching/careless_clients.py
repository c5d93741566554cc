"""Two clients as they are often written, to see that the harness sees."""

from urllib.parse import urljoin

import httpcore2
import httpx2

from researchers.web.fetching.resolving import Resolver
from tests.researchers.web.fetching.ssrf_harness import ResolvingNetwork
from tests.researchers.web.fetching.ssrf_vectors import Vector

_CARELESS_ERRORS = (
    httpx2.InvalidURL,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.UnsupportedProtocol,
    OSError,
    ValueError,
    KeyError,
)


async def naive(vector: Vector, resolver: Resolver, network: httpcore2.AsyncNetworkBackend) -> None:
    """Follows everything that its URL library takes."""
    url = vector.url
    async with httpcore2.AsyncConnectionPool(
        network_backend=ResolvingNetwork(network, resolver)
    ) as pool:
        try:
            for _ in range(8):
                location = await _ask(pool, url)
                if location is None:
                    return
                url = urljoin(url, location)
        except _CARELESS_ERRORS:
            return


async def looking_first(
    vector: Vector, resolver: Resolver, network: httpcore2.AsyncNetworkBackend
) -> None:
    """Looks the name up, and if it seems public hands the URL to a client that looks again."""
    try:
        host = httpx2.URL(vector.url).host
        addresses = await resolver(host, 80)
    except _CARELESS_ERRORS:
        return
    if not any(address.is_private for address in addresses):
        await naive(vector, resolver, network)


async def _ask(pool: httpcore2.AsyncConnectionPool, url: str) -> str | None:
    parsed = httpx2.URL(url)
    target = httpcore2.URL(
        scheme=parsed.raw_scheme, host=parsed.raw_host, port=parsed.port, target=parsed.raw_path
    )
    async with pool.stream("GET", target) as response:
        redirected = 300 <= response.status < 400
        values = [value for name, value in response.headers if name.lower() == b"location"]
        return values[0].decode() if redirected and values else None
