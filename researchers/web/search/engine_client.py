"""The one way to a search engine: its configured address and nowhere else, bounded, by no proxy
but a configured one.

It is not the client that fetches pages: an engine may live on the local network, because the user
wrote its address into the settings, and no page and no redirect can make it speak to another.
"""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import anyio
import httpx2

from researchers.web.search.model import SearchFailure, SearchProblem

_LONGEST_DELAY: Final = 90 * 86_400.0
"""Seconds; a monthly quota is renewed within them."""


class BadEngineAddress(ValueError):
    """A configured address that can't be one of an engine; says what it has to look like."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Bounds of one question to an engine: wall clock for all of it, and bytes of the unpacked
    answer."""

    seconds: float = 10.0
    bytes: int = 2_000_000


@dataclass(frozen=True, slots=True)
class EngineReply:
    """What an engine answered. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class EngineClient:
    """Asks one engine. Each question has its own connection, so nothing is left open between
    runs and a cancelled one is closed at once."""

    def __init__(
        self,
        provider: str,
        shown: str,
        base_url: str,
        *,
        headers: Mapping[str, str] | None = None,
        limits: EngineLimits | None = None,
        proxy: str | None = None,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """`shown` is the engine's name in sentences. `trust` replaces the system's certificates.
        Raises BadEngineAddress."""
        self.provider = provider
        self.shown = shown
        self._base = engine_address(base_url)
        self._headers = {"Accept": "application/json", "Accept-Encoding": "gzip", **(headers or {})}
        self._limits = limits or EngineLimits()
        self._proxy = proxy
        self._trust = trust

    async def ask(
        self,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> EngineReply | SearchFailure:
        """GET, or POST when there is content. Any status is a reply; a failure says that there
        was none, or none that can be used."""
        try:
            with anyio.fail_after(self._limits.seconds):
                return await self._exchange(path, params, content, headers)
        except TimeoutError:
            return self.failure(SearchProblem.UNREACHABLE, self._late())
        except (httpx2.RemoteProtocolError, httpx2.DecodingError):
            return self.failure(
                SearchProblem.MALFORMED,
                f"{self.shown} broke off its answer or sent something else than HTTP; try again.",
            )
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError):
            return self.failure(SearchProblem.UNREACHABLE, self._away())

    async def _exchange(
        self,
        path: str,
        params: Mapping[str, str] | None,
        content: bytes | None,
        headers: Mapping[str, str] | None,
    ) -> EngineReply | SearchFailure:
        if self._trust is None:
            self._trust = _trust_for(self._base)
        async with (
            httpx2.AsyncClient(
                headers={**self._headers, **(headers or {})},
                verify=self._trust,
                trust_env=False,
                proxy=self._proxy,
                follow_redirects=False,
                timeout=None,  # the deadline around the whole call holds
            ) as client,
            client.stream(
                "GET" if content is None else "POST",
                self._base + path,
                params=params,
                content=content,
            ) as response,
        ):
            return await self._read(response)

    async def _read(self, response: httpx2.Response) -> EngineReply | SearchFailure:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > self._limits.bytes:
                return self.failure(
                    SearchProblem.MALFORMED,
                    f"{self.shown} answered with more than {self._limits.bytes:,} bytes, which is "
                    "no list of results; check its address.",
                )
        return EngineReply(response.status_code, dict(response.headers), bytes(body))

    def failure(
        self, problem: SearchProblem, detail: str, retry_after: float | None = None
    ) -> SearchFailure:
        """A failure of this engine."""
        return SearchFailure(self.provider, problem, detail, retry_after)

    def unexpected(self, reply: EngineReply) -> SearchFailure:
        """What a status means that the engine's own rules don't know."""
        delay = delay_of(reply.headers)
        if reply.status >= 500:
            return self.failure(
                SearchProblem.UNREACHABLE,
                f"{self.shown} has a fault of its own (HTTP {reply.status}); try again later.",
                delay,
            )
        if 300 <= reply.status < 400:
            return self.failure(
                SearchProblem.MALFORMED,
                f"{self.shown} sends its callers elsewhere (HTTP {reply.status}), which is not "
                "followed; give the address that it finally has.",
            )
        return self.failure(
            SearchProblem.MALFORMED,
            f"{self.shown} refuses the question (HTTP {reply.status}); check its address.",
            delay,
        )

    def unreadable(self) -> SearchFailure:
        """An answer with status 200 that is no list of results."""
        return self.failure(
            SearchProblem.MALFORMED,
            f"{self.shown} answered with something else than a list of results; check that its "
            "address is that of a search API.",
        )

    def _late(self) -> str:
        return f"{self.shown} gave no answer within {self._limits.seconds:g} s; try again later."

    def _away(self) -> str:
        return (
            f"{self.shown} can't be reached at {shown_address(self._base)}; check the network"
            " and the address."
        )


def engine_address(url: str) -> str:
    """An engine's address without a slash at its end. Raises BadEngineAddress unless it is http
    or https with a host, and without a user name, query or fragment."""
    trimmed = url.strip().rstrip("/")
    try:
        parts = urlsplit(trimmed)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
        parts = urlsplit("")
    if not good or "@" in parts.netloc or parts.query or parts.fragment:
        raise BadEngineAddress(
            "The address of a search engine looks like http://127.0.0.1:8080 or "
            "https://search.example.org/searxng: no user name, nothing after ? or #."
        )
    return trimmed


def refuse_open_key(shown: str, base_url: str) -> None:
    """Raises BadEngineAddress when a key would travel in the open: http to another machine."""
    parts = urlsplit(engine_address(base_url))
    if parts.scheme != "https" and not _is_loopback(parts.hostname or ""):
        raise BadEngineAddress(
            f"The key of {shown} would travel in the open to {parts.hostname}; use https://."
        )


def shown_address(url: str) -> str:
    """Scheme, host and port of an address, for sentences."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def usable_key(key: str) -> str | None:
    """The key without space around it; None when it can't be one, so that it isn't sent at all
    (a header takes printable ASCII, and errors about others quote them)."""
    trimmed = key.strip()
    fits = trimmed.isascii() and trimmed.isprintable() and " " not in trimmed
    return trimmed if trimmed and fits else None


def delay_of(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from Retry-After. A date there counts from the answer's own Date."""
    told = headers.get("retry-after", "").strip()
    if told.isascii() and told.isdigit() and len(told) < 10:
        return min(float(told), _LONGEST_DELAY)
    try:
        until = parsedate_to_datetime(told)
        seconds = (until - parsedate_to_datetime(headers.get("date", ""))).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_DELAY)


def _trust_for(base: str) -> ssl.SSLContext:
    """The system's certificates, for an address that needs them. Loading them takes 30 ms; a plain
    address gets a context that trusts nobody."""
    if base.lower().startswith("https"):
        return httpx2.create_ssl_context(trust_env=False)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
