"""Brave Search API, with the user's own key.

`GET /res/v1/web/search?q=…&count=…` answers `{"web": {"results": [{"url", "title", "description",
"page_age"}]}}`; a query has at most 400 characters and 50 words, a page at most 20 results
(https://api-dashboard.search.brave.com/documentation). Every answer has `X-RateLimit-*` headers
with one number for each window: `Remaining: 0, 1200`, `Reset: 1, 1419704`, `Policy: 1;w=1, …`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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
    refuse_open_key,
    usable_key,
)
from researchers.web.search.key_hiding import without_key
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProblem
from researchers.web.search.query_text import within_limits
from traces.sink import TraceSink

BRAVE_URL: Final = "https://api.search.brave.com"

_MOST_RESULTS: Final = 20
_MOST_WORDS: Final = 50
_LONG_WINDOW: Final = 3_600
"""Seconds. A limit on a longer time is a quota and nothing to wait for."""

_BAD_KEY: Final = (
    "Brave refuses the key in BRAVE_API_KEY; put one there that is valid for its Search plan."
)


class _BraveRow(Row):
    snippet: LooseText = Field("", validation_alias="description")
    date: LooseText = Field("", validation_alias="page_age")


class BraveSearch:
    """Asks Brave. The key goes into one header, and into nothing that is kept."""

    def __init__(
        self,
        key: str,
        *,
        base_url: str = BRAVE_URL,
        limits: EngineLimits | None = None,
        proxy: str | None = None,
    ) -> None:
        """Raises BadEngineAddress."""
        refuse_open_key("Brave", base_url)
        self._key = usable_key(key)
        self._client = EngineClient(self.name, "Brave", base_url, limits=limits, proxy=proxy)

    @property
    def name(self) -> str:
        """`brave`"""
        return "brave"

    async def search(
        self, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        """One question for web pages, without highlighting."""
        if self._key is None:
            return self._client.failure(SearchProblem.BAD_KEY, _BAD_KEY)
        params = {
            "q": within_limits(query, words=_MOST_WORDS),
            "count": str(min(max(limit, 1), _MOST_RESULTS)),
            "text_decorations": "false",
            "result_filter": "web",
        }
        headers = {"X-Subscription-Token": self._key}
        reply = await self._client.ask("/res/v1/web/search", params=params, headers=headers)
        if isinstance(reply, SearchFailure):
            return reply
        return self._read(reply, limit) if reply.status == 200 else self._refused(reply)

    def _read(self, reply: EngineReply, limit: int) -> SearchAnswer | SearchFailure:
        answer = json_object(reply.body)
        if answer is None or answer.get("type") != "search":
            return self._client.unreadable()
        web = answer.get("web", {"results": []})  # it is left out when nothing was found
        rows = web.get("results") if isinstance(web, dict) else None
        results = read_rows(rows, _BraveRow, limit)
        if results is None:
            return self._client.unreadable()
        notes = unread_note("Brave", rows, _BraveRow)
        return SearchAnswer(self.name, results, without_key(reply.body, self._key), notes)

    def _refused(self, reply: EngineReply) -> SearchFailure:
        code = _error_code(reply.body)
        if reply.status in (401, 403) or code in (
            "SUBSCRIPTION_TOKEN_INVALID",
            "OPTION_NOT_IN_PLAN",
        ):
            return self._client.failure(SearchProblem.BAD_KEY, _BAD_KEY)
        if reply.status == 402:
            return self._spent(None)
        if reply.status == 429:
            return self._limited(reply.headers, code)
        return self._client.unexpected(reply)

    def _limited(self, headers: Mapping[str, str], code: str) -> SearchFailure:
        empty = [window for window in rate_windows(headers) if window.remaining == 0]
        quota = [window.reset for window in empty if window.seconds > _LONG_WINDOW]
        if quota or "QUOTA" in code:
            return self._spent(max(quota, default=None))
        reset = max((window.reset for window in empty), default=None)
        delay = delay_of(headers)
        return self._client.failure(
            SearchProblem.RATE_LIMITED,
            "Brave takes no more questions for now, because the plan of this key allows only so "
            "many a second; wait, or ask less at once.",
            delay if delay is not None else reset,
        )

    def _spent(self, delay: float | None) -> SearchFailure:
        return self._client.failure(
            SearchProblem.QUOTA,
            "The plan of the key in BRAVE_API_KEY has no questions left; raise its limit, or set "
            "up another search engine.",
            delay,
        )


@dataclass(frozen=True, slots=True)
class RateWindow:
    """One limit: what is left of it, and the seconds until it is renewed."""

    seconds: int
    remaining: int
    reset: float


def rate_windows(headers: Mapping[str, str]) -> tuple[RateWindow, ...]:
    """The limits that an answer tells, empty when it tells them in no known way. A limit of 0
    means that there is none."""
    policies = [_policy(part) for part in _parts(headers, "x-ratelimit-policy")]
    remaining = [_count(part) for part in _parts(headers, "x-ratelimit-remaining")]
    resets = [_count(part) for part in _parts(headers, "x-ratelimit-reset")]
    if not len(policies) == len(remaining) == len(resets):
        return ()
    return tuple(
        RateWindow(policy[1], left, float(reset))
        for policy, left, reset in zip(policies, remaining, resets, strict=True)
        if policy is not None and policy[0] > 0 and left is not None and reset is not None
    )


def _parts(headers: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in headers.get(name, "").split(",")]


def _policy(part: str) -> tuple[int, int] | None:
    """`15000;w=2592000` as (15000, 2592000)."""
    allowed, _, window = part.partition(";w=")
    limit, seconds = _count(allowed), _count(window)
    return None if limit is None or seconds is None else (limit, seconds)


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _error_code(body: bytes) -> str:
    answer = json_object(body) or {}
    error = answer.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, str) else ""
