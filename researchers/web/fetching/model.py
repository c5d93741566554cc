"""What a fetch is asked for, what it brings, and why it brings nothing. Failures are values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

_MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Bounds of one fetch, its redirects included. Seconds are wall clock, from the first look at
    the address to the last byte; bytes are those of one response's body."""

    seconds: float = 15.0
    wire_bytes: int = 10 * _MB
    decoded_bytes: int = 30 * _MB
    ratio: int = 200
    """Decoded bytes for one wire byte, from 1 MB of decoded bytes on; text compresses 3 to 20
    times, a bomb 1,000 times."""
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Hop:
    """One response that was a redirect. `head` is its status line and header block as they came,
    without cookies, each line ended by CRLF and the block by an empty line."""

    url: str
    status: int
    head: bytes


class CacheUse(StrEnum):
    """Whether what was fetched came over the network just now."""

    NETWORK = "network"
    REVALIDATED = "revalidated"
    """The server was asked and said that nothing has changed (304)."""
    CACHE = "cache"
    """Nobody was asked: it is younger than the age the server gave it."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The final response. `body` is as it came over the wire, before its content coding is
    undone: `content_coding` is `gzip`, `deflate` or None. `head` is as in `Hop`."""

    url: str
    final_url: str
    status: int
    head: bytes
    headers: Mapping[str, str]
    """By lower-case name; a header that came twice is joined by commas. No cookies."""
    body: bytes
    hops: tuple[Hop, ...] = ()
    content_coding: str | None = None
    decoded_length: int = 0
    fetched_at: str = ""
    """RFC 3339, UTC: when these bytes came over the network."""
    allowance: str | None = None
    """HOST:PORT of the user's allowance that let this private address be reached."""
    cache: CacheUse = CacheUse.NETWORK
    robots: str | None = None
    """What the site's robots.txt said: `allows`, or `none` when it has none; None when it was not
    asked."""

    @property
    def content_type(self) -> str:
        """The media type alone, in lower case; empty when none was given."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class FetchProblem(StrEnum):
    """Why nothing was fetched."""

    BAD_ADDRESS = "bad_address"
    """No http or https address, another port, a user name in it, or one that can't be parsed."""
    FORBIDDEN_ADDRESS = "forbidden_address"
    """It leads to a private, special or local address."""
    UNREACHABLE = "unreachable"
    """Nobody listens, the connection broke, or TLS does not hold."""
    UNKNOWN_HOST = "unknown_host"
    """Its name has no address."""
    TIMEOUT = "timeout"
    OUT_OF_TIME = "out_of_time"
    """It did not come in the little time that the run itself had left."""
    TOO_LARGE = "too_large"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    MALFORMED = "malformed"
    """The answer is no HTTP, or its content coding is broken or not one that we asked for."""
    ROBOTS = "robots"
    RATE_LIMITED = "rate_limited"
    """429 or 503, or a delay that is longer than the time left."""
    CLOSED = "closed"
    """401, 402, 403, 407, 451: for others, or for nobody."""
    GONE = "gone"
    """404 or 410."""
    ERROR_STATUS = "error_status"
    """Any other status that is no success."""


@dataclass(frozen=True, slots=True)
class FetchFailure:
    """Nothing was fetched. `detail` is one sentence for the reader that names the address."""

    url: str
    problem: FetchProblem
    detail: str
    final_url: str | None = None
    status: int | None = None
    retry_after: float | None = None
    """Seconds, where the server said so."""
    hops: tuple[Hop, ...] = ()
    allowance: str | None = None
    """As in `Fetched`."""


class MayFollow(Protocol):
    """Asked before each redirect is taken, with the address that it leads to, once that address
    has passed the fetcher's own rules and the response that redirects is read to its end. It may
    wait for its turn at the next host. A failure that it returns ends the fetch and is its answer,
    with the fetch's `url` and `hops`. It is called in the task that called `Fetch`, and the time
    it takes is not counted in `FetchLimits.seconds`.
    """

    async def __call__(self, url: str) -> FetchFailure | None: ...


class Fetch(Protocol):
    """Fetches one address, redirects included. Never raises for what the other side does;
    cancellation ends the connection at once.

    `conditions` are validators to send (`If-None-Match`, `If-Modified-Since`); they make 304 a
    success with an empty body. They are sent on the first hop only. Without `may_follow` every
    redirect that the rules allow is taken.
    """

    async def __call__(
        self,
        url: str,
        *,
        conditions: Mapping[str, str] | None = None,
        may_follow: MayFollow | None = None,
    ) -> Fetched | FetchFailure: ...


@dataclass(frozen=True, slots=True)
class Allowance:
    """A private site that the user named: exactly this host and this port, and nothing that it
    redirects to. `host` is lower case, an address without brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """What may be fetched at all."""

    agent: str
    """The whole User-Agent header."""
    agent_token: str = "marchwarden"  # noqa: S105 - the product token that robots.txt names
    limits: FetchLimits = field(default_factory=FetchLimits)
    allowances: tuple[Allowance, ...] = ()
    proxy: str | None = None
    ports: frozenset[int] = frozenset({80, 443})
