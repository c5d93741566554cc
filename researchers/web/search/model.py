"""The one protocol of all search engines: typed results, typed failures."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from traces.sink import TraceSink


@dataclass(frozen=True, slots=True)
class WebResult:
    """A lead. The snippet helps to choose what is opened and is never cited."""

    url: str
    title: str
    snippet: str = ""
    date: str | None = None
    """RFC 3339, where the engine tells it."""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What one engine answered: results best first, and its answer to the letter for the record
    (JSON, without any key)."""

    provider: str
    results: tuple[WebResult, ...]
    raw: bytes = b""
    notes: tuple[str, ...] = ()
    """Sentences for the reader: a feed that could not be read, a list that was cut."""


class SearchProblem(StrEnum):
    """Why an engine gave no results."""

    NO_KEY = "no_key"
    BAD_KEY = "bad_key"
    QUOTA = "quota"
    RATE_LIMITED = "rate_limited"
    UNREACHABLE = "unreachable"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class SearchFailure:
    """An engine gave no results. `detail` is one sentence that says what to do about it, and
    holds no key."""

    provider: str
    problem: SearchProblem
    detail: str
    retry_after: float | None = None
    """Seconds, where the engine said so."""


class SearchProvider(Protocol):
    """Asks one engine. Bounded in time; never raises for what the engine does."""

    @property
    def name(self) -> str:
        """As in the settings: `tavily`, `searxng`, `brave`, `urls`."""
        ...

    async def search(
        self, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        """Leads for a query. What it fetches to answer (a feed) is recorded in the trace."""
        ...
