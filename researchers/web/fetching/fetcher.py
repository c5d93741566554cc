"""The fetcher: one address in, one response or the reason why there is none."""

import ssl
from collections.abc import Mapping
from types import TracebackType
from typing import Final, Self

import httpcore2
import httpx2

from researchers.web.fetching.hops import Rules
from researchers.web.fetching.journey import Journey, Ways
from researchers.web.fetching.model import Fetched, FetchFailure, FetchPolicy, MayFollow
from researchers.web.fetching.proxy import read_proxy
from researchers.web.fetching.resolving import Resolver, system_resolver
from researchers.web.fetching.transport import Transport
from traces.clock import Clock, SystemClock

_ACCEPT: Final = (
    "text/html,application/xhtml+xml,application/pdf;q=0.9,application/xml;q=0.8,"
    "text/plain;q=0.8,application/json;q=0.7,*/*;q=0.1"
)
_CONDITIONS: Final = frozenset({"if-none-match", "if-modified-since"})
_UNSENDABLE: Final = frozenset("\r\n\0")


class GuardedFetcher:
    """Fetches only what is public, or what an allowance names. Implements `Fetch`.

    An async context manager: leaving it closes every connection. One instance serves any number
    of fetches at a time, and keeps connections for a few seconds. A request carries `Host`,
    `User-Agent`, `Accept`, `Accept-Encoding: gzip` and, on the first hop, `conditions`; never
    cookies, credentials, a referrer or a language. With `policy.proxy` the proxy looks names up,
    so a public name that means an inner address there is not seen here; what an allowance names
    is reached without it.

    Raises ValueError for a policy with a proxy or an allowance that can't be read.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        *,
        resolver: Resolver = system_resolver,
        network: httpcore2.AsyncNetworkBackend | None = None,
        clock: Clock | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """`network` makes the connections, to addresses that were checked. `ssl_context` is by
        default the system's trust, whatever the environment says."""
        self._transport = Transport(
            ports=policy.ports,
            wire_bytes=policy.limits.wire_bytes,
            network=network or httpcore2.AnyIOBackend(),
            resolver=resolver,
            ssl_context=ssl_context or httpx2.create_ssl_context(trust_env=False),
            proxy=read_proxy(policy.proxy) if policy.proxy is not None else None,
        )
        self._ways = Ways(
            transport=self._transport,
            rules=Rules.of(policy),
            limits=policy.limits,
            clock=clock or SystemClock(),
            headers={"User-Agent": policy.agent, "Accept": _ACCEPT, "Accept-Encoding": "gzip"},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._transport.aclose()

    async def __call__(
        self,
        url: str,
        *,
        conditions: Mapping[str, str] | None = None,
        may_follow: MayFollow | None = None,
    ) -> Fetched | FetchFailure:
        """See `Fetch`. Conditions that can't stand in a header are left out."""
        return await Journey(self._ways, url, _sendable(conditions or {}), may_follow).run()


def _sendable(conditions: Mapping[str, str]) -> Mapping[str, str]:
    return {
        name: value
        for name, value in conditions.items()
        if name.lower() in _CONDITIONS and _is_header_value(value)
    }


def _is_header_value(value: str) -> bool:
    return all(char <= "\xff" for char in value) and not _UNSENDABLE & set(value)
