"""Tavily, through its own client, with the user's own key.

`POST /search` answers `{"results": [{"url", "title", "content", "published_date"}]}`; a query has
at most 400 characters, an answer at most 20 results; 432 and 433 say that the plan or the
pay-as-you-go limit is used up (https://docs.tavily.com).

The client of tavily-python speaks, and our own carries: it is given a transport that takes its
requests to `EngineClient`. So its answers are bounded and kept to the letter, no proxy is taken
from the environment, and the status and Retry-After are there, which its exceptions leave out.
"""

from typing import TYPE_CHECKING, Final

import anyio.to_thread
from pydantic import Field

from researchers.web.search.answer_reading import (
    LooseText,
    Row,
    json_object,
    read_rows,
    unread_note,
)
from researchers.web.search.engine_client import (
    EngineClient,
    EngineLimits,
    EngineReply,
    delay_of,
    refuse_open_key,
    usable_key,
)
from researchers.web.search.key_hiding import without_key
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProblem
from researchers.web.search.query_text import within_limits
from traces.sink import TraceSink

if TYPE_CHECKING:
    from researchers.web.search.tavily_carrier import Carrier

TAVILY_URL: Final = "https://api.tavily.com"

_MOST_RESULTS: Final = 20
_BAD_KEY: Final = "Tavily refuses the key in TAVILY_API_KEY; put a valid one there."


class _TavilyRow(Row):
    snippet: LooseText = Field("", validation_alias="content")
    date: LooseText = Field("", validation_alias="published_date")


class TavilySearch:
    """Asks Tavily for leads only: no written answer, no content of pages. The key goes into one
    header, and into nothing that is kept."""

    def __init__(
        self,
        key: str,
        *,
        base_url: str | None = None,
        limits: EngineLimits | None = None,
        proxy: str | None = None,
    ) -> None:
        """Raises BadEngineAddress."""
        self._base = base_url or TAVILY_URL
        refuse_open_key("Tavily", self._base)
        self._key = usable_key(key)
        self._client = EngineClient(self.name, "Tavily", self._base, limits=limits, proxy=proxy)

    @property
    def name(self) -> str:
        """`tavily`"""
        return "tavily"

    async def search(
        self, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        """One question at basic depth, which costs one credit."""
        if self._key is None:
            return self._client.failure(SearchProblem.BAD_KEY, _BAD_KEY)
        carrier = await anyio.to_thread.run_sync(_new_carrier, self._client, self._key)
        reply = await carrier.search(within_limits(query), min(max(limit, 1), _MOST_RESULTS))
        if isinstance(reply, SearchFailure):
            return reply
        return self._read(reply, limit) if reply.status == 200 else self._refused(reply)

    def _read(self, reply: EngineReply, limit: int) -> SearchAnswer | SearchFailure:
        answer = json_object(reply.body)
        rows = answer.get("results") if answer is not None else None
        results = read_rows(rows, _TavilyRow, limit)
        if results is None:
            return self._client.unreadable()
        notes = unread_note("Tavily", rows, _TavilyRow)
        return SearchAnswer(self.name, results, without_key(reply.body, self._key), notes)

    def _refused(self, reply: EngineReply) -> SearchFailure:
        match reply.status:
            case 401 | 403:
                return self._client.failure(SearchProblem.BAD_KEY, _BAD_KEY)
            case 429:
                return self._client.failure(
                    SearchProblem.RATE_LIMITED,
                    "Tavily takes no more questions for now; wait, or ask less at once.",
                    delay_of(reply.headers),
                )
            case 432 | 433:
                return self._client.failure(
                    SearchProblem.QUOTA,
                    "The plan of the key in TAVILY_API_KEY has no questions left; raise its "
                    "limit, or set up another search engine.",
                    delay_of(reply.headers),
                )
            case _:
                return self._client.unexpected(reply)


def _new_carrier(client: EngineClient, key: str) -> "Carrier":
    """In a thread: tavily-python takes a third of a second to import, and only here is it."""
    from researchers.web.search.tavily_carrier import Carrier

    return Carrier(client, key)
