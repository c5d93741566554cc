"""SearXNG: the JSON API of an instance that the user names. No key.

`GET /search?q=…&format=json` answers `{"results": [{"url", "title", "content", "publishedDate"}],
"unresponsive_engines": [[name, reason]]}`; a format that the instance has not switched on is
refused with 403 (https://docs.searxng.org/dev/search_api.html).
"""

import re
from typing import Final

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
    shown_address,
)
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProblem
from researchers.web.search.query_text import within_limits, without_commands
from traces.sink import TraceSink

_WORD: Final = re.compile(r"[\w .:()-]{1,40}")
_NAMED_ENGINES: Final = 4


class _SearxngRow(Row):
    snippet: LooseText = Field("", validation_alias="content")
    date: LooseText = Field("", validation_alias="publishedDate")


class SearxngSearch:
    """Asks one SearXNG instance. It gives about 20 results and can't be asked for a number."""

    def __init__(
        self, base_url: str, *, limits: EngineLimits | None = None, proxy: str | None = None
    ) -> None:
        """`base_url` is that of the instance, with its path and without `/search`. Raises
        BadEngineAddress."""
        address = base_url.strip().rstrip("/").removesuffix("/search")
        shown = f"SearXNG ({shown_address(address)})"
        self._client = EngineClient(self.name, shown, address, limits=limits, proxy=proxy)

    @property
    def name(self) -> str:
        """`searxng`"""
        return "searxng"

    async def search(
        self, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        """One question. Nothing found while its own engines stayed silent is a failure, because
        it says nothing about the web."""
        asked = without_commands(within_limits(query))
        reply = await self._client.ask("/search", params={"q": asked, "format": "json"})
        if isinstance(reply, SearchFailure):
            return reply
        if reply.status != 200:
            return self._refused(reply)
        return self._read(reply, limit)

    def _read(self, reply: EngineReply, limit: int) -> SearchAnswer | SearchFailure:
        answer = json_object(reply.body)
        if answer is None:
            return self._no_json() if _is_page(reply) else self._client.unreadable()
        rows = answer.get("results")
        results = read_rows(rows, _SearxngRow, limit)
        if results is None:
            return self._client.unreadable()
        silent = _silent_engines(answer.get("unresponsive_engines"))
        if not results and silent:
            return self._client.failure(
                SearchProblem.UNREACHABLE,
                f"{self._client.shown} got no answer from the engines behind it ({silent}); try "
                "again later, or switch on others in its settings.",
            )
        notes = unread_note(self._client.shown, rows, _SearxngRow)
        if silent:
            notes += (f"{self._client.shown} searched without some of its engines: {silent}.",)
        return SearchAnswer(self.name, results, reply.body, notes)

    def _refused(self, reply: EngineReply) -> SearchFailure:
        if reply.status == 403:
            return self._no_json()
        if reply.status == 429:
            return self._client.failure(
                SearchProblem.RATE_LIMITED,
                f"{self._client.shown} takes no more questions for now; if it is yours, set "
                "server.limiter to false in its settings.yml.",
                delay_of(reply.headers),
            )
        return self._client.unexpected(reply)

    def _no_json(self) -> SearchFailure:
        return self._client.failure(
            SearchProblem.MALFORMED,
            f"{self._client.shown} does not answer in JSON: add json to search.formats in its "
            "settings.yml, or use an instance that allows it.",
        )


def _is_page(reply: EngineReply) -> bool:
    return "html" in reply.headers.get("content-type", "").lower() or reply.body[:200].lstrip(
        b"\xef\xbb\xbf \t\r\n"
    ).startswith(b"<")


def _silent_engines(told: object) -> str:
    """`google (timeout), brave (too many requests)`, from pairs of words; "" when all answered."""
    pairs = told if isinstance(told, list) else []
    named = [_pair(pair) for pair in pairs if isinstance(pair, list) and pair]
    more = len(named) - _NAMED_ENGINES
    shown = ", ".join(named[:_NAMED_ENGINES])
    return f"{shown} and {more} more" if more > 0 else shown


def _pair(pair: list[object]) -> str:
    name, *reason = (
        word if isinstance(word, str) and _WORD.fullmatch(word) else "unknown" for word in pair[:2]
    )
    return f"{name} ({reason[0]})" if reason else name
