"""Search engines on loopback that speak their own wire formats, as far as a client sees them."""

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from researchers.web.search.model import WebResult
from researchers.web.simulated.record import Asked, RequestLog
from researchers.web.simulated.replies import Answer, Reply, Wire


class EngineKind(StrEnum):
    """The engines whose wire is spoken."""

    SEARXNG = "searxng"
    BRAVE = "brave"
    TAVILY = "tavily"


_PATHS: Final = {
    EngineKind.SEARXNG: "/search",
    EngineKind.BRAVE: "/res/v1/web/search",
    EngineKind.TAVILY: "/search",
}
_BAD_KEY: Final[dict[EngineKind, tuple[int, dict[str, Any]]]] = {
    EngineKind.BRAVE: (
        422,
        {"type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "status": 422}},
    ),
    EngineKind.TAVILY: (
        401,
        {"detail": {"error": "Unauthorized: missing or invalid API key."}},
    ),
}


class Engine:
    """One engine. `base_url` has no slash at its end; `queries` are the questions so far."""

    def __init__(
        self,
        kind: EngineKind,
        results: Sequence[WebResult] | Callable[[str], Sequence[WebResult]],
        key: str | None,
    ) -> None:
        self.kind: Final = kind
        self.base_url = ""
        self.log: Final = RequestLog()
        self.queries: list[str] = []
        self._results = results
        self._key = key
        self._instead: Answer | None = None

    @property
    def requests(self) -> tuple[Asked, ...]:
        """What the engine was asked, oldest first."""
        return self.log.requests

    def answer_with(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Lead to these pages from now on: address, title, snippet."""
        self._results = [WebResult(*row) for row in rows]

    def fail(self, answer: Answer | None) -> None:
        """Answer this to every question from now on; None ends it."""
        self._instead = answer

    async def give(self, asked: Asked, wire: Wire) -> bool:
        """Answer one request in the engine's own words."""
        return await self._reply(asked).give(asked, wire)

    def _reply(self, asked: Asked) -> Answer:
        if self._instead is not None:
            return self._instead
        if asked.path != _PATHS[self.kind]:
            return Reply(b"no such path", HTTPStatus.NOT_FOUND)
        if self._key is not None and self.kind in _BAD_KEY and _key(asked) != self._key:
            status, said = _BAD_KEY[self.kind]
            return _json(said, status)
        query = _query(asked)
        self.queries.append(query)
        found = self._results(query) if callable(self._results) else self._results
        return _json(_written(self.kind, query, found))


def _key(asked: Asked) -> str | None:
    token = asked.headers.get("x-subscription-token")
    return token or asked.headers.get("authorization", "").removeprefix("Bearer ") or None


def _query(asked: Asked) -> str:
    if asked.method == "POST":
        return str(json.loads(asked.body)["query"])
    return parse_qs(urlsplit(asked.target).query).get("q", [""])[0]


def _json(said: dict[str, Any], status: int = 200) -> Reply:
    return Reply(json.dumps(said).encode(), status, (("Content-Type", "application/json"),))


def _written(kind: EngineKind, query: str, found: Sequence[WebResult]) -> dict[str, Any]:
    match kind:
        case EngineKind.SEARXNG:
            return {
                "query": query,
                "number_of_results": 0,
                "results": [
                    {
                        "url": one.url,
                        "title": one.title,
                        "content": one.snippet,
                        "engine": "simulated",
                        "engines": ["simulated"],
                        "category": "general",
                        "score": 1.0 / rank,
                        "publishedDate": one.date,
                    }
                    for rank, one in enumerate(found, start=1)
                ],
                "answers": [],
                "corrections": [],
                "infoboxes": [],
                "suggestions": [],
                "unresponsive_engines": [],
            }
        case EngineKind.BRAVE:
            return {
                "type": "search",
                "query": {"original": query, "more_results_available": False},
                "web": {
                    "type": "search",
                    "results": [
                        {
                            "type": "search_result",
                            "title": one.title,
                            "url": one.url,
                            "description": one.snippet,
                            **({"page_age": one.date} if one.date else {}),
                        }
                        for one in found
                    ],
                },
            }
        case EngineKind.TAVILY:
            return {
                "query": query,
                "follow_up_questions": None,
                "answer": None,
                "images": [],
                "results": [
                    {
                        "title": one.title,
                        "url": one.url,
                        "content": one.snippet,
                        "score": 1.0 / rank,
                        "raw_content": None,
                    }
                    for rank, one in enumerate(found, start=1)
                ],
                "response_time": 0.1,
                "request_id": "00000000-0000-4000-8000-000000000000",
            }
