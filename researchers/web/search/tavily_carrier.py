"""Where tavily-python meets our own HTTP client. Imported only when Tavily is asked."""

from contextlib import suppress
from typing import Final

import httpx
from tavily import AsyncTavilyClient

from researchers.web.search.engine_client import EngineClient, EngineReply
from researchers.web.search.model import SearchFailure

_ANYWHERE: Final = "https://tavily.invalid"
"""What the SDK takes for its address; requests go to the engine's own, whatever stands here."""

_SENT: Final = ("authorization", "content-type", "x-client-source")
"""Headers of the SDK that are passed on. It adds a project and an organisation from variables of
the environment, which nobody has asked to be sent."""


class _Delivered(httpx.TransportError):
    """The engine has spoken, and the SDK need not read it: it merges statuses that we tell apart,
    drops Retry-After, and takes an answer without results for one with none."""


class _OwnTransport(httpx.AsyncBaseTransport):
    """Takes the SDK's requests to the engine client."""

    def __init__(self, engine: EngineClient) -> None:
        self._engine = engine
        self.reply: EngineReply | SearchFailure | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        headers = {name: request.headers[name] for name in _SENT if name in request.headers}
        content = await request.aread()
        self.reply = await self._engine.ask(request.url.path, content=content, headers=headers)
        raise _Delivered("taken by the engine client")


class Carrier:
    """One question through the SDK."""

    def __init__(self, engine: EngineClient, key: str) -> None:
        self._engine = engine
        self._key = key

    async def search(self, query: str, results: int) -> EngineReply | SearchFailure:
        """The SDK's own request, and the engine's answer to it."""
        transport = _OwnTransport(self._engine)
        async with httpx.AsyncClient(
            transport=transport, base_url=_ANYWHERE, trust_env=False
        ) as http:
            client = AsyncTavilyClient(api_key=self._key, client=http)
            with suppress(_Delivered):
                await client.search(
                    query,
                    search_depth="basic",
                    max_results=results,
                    include_answer=False,
                    include_raw_content=False,
                    include_images=False,
                )
        return transport.reply or self._engine.unreadable()
