"""The three engines as the tests ask them, each against a server on loopback."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from researchers.web.search.brave import BraveSearch
from researchers.web.search.engine_client import EngineLimits
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProvider
from researchers.web.search.searxng import SearxngSearch
from researchers.web.search.tavily import TavilySearch
from tests.researchers.web.search.engine_server import EngineServer, Reply
from traces.memory import MemoryTrace

KEY: Final = "tvly-test-4f9d2c7ae1b06538"
QUICK: Final = EngineLimits(seconds=0.3)
"""For tests of a server that says nothing."""

Make = Callable[[str, EngineLimits | None], SearchProvider]


@dataclass(frozen=True)
class Engine:
    """One engine: how it is made for an address, and its recorded answers."""

    name: str
    make: Make
    nothing: str
    """The name of a recorded answer, or its text, when nothing was found."""

    def __str__(self) -> str:
        return self.name


TAVILY: Final = Engine(
    "tavily",
    lambda url, limits: TavilySearch(KEY, base_url=url, limits=limits),
    '{"query": "x", "results": [], "response_time": 0.2}',
)
SEARXNG: Final = Engine(
    "searxng",
    lambda url, limits: SearxngSearch(url, limits=limits),
    '{"query": "x", "results": [], "answers": [], "unresponsive_engines": []}',
)
BRAVE: Final = Engine(
    "brave",
    lambda url, limits: BraveSearch(KEY, base_url=url, limits=limits),
    '{"type": "search", "query": {"original": "x"}, "mixed": {"type": "mixed", "main": []}}',
)
ENGINES: Final = (TAVILY, SEARXNG, BRAVE)


async def ask(
    engine: Engine,
    reply: Reply,
    *,
    query: str = "when does the lighthouse museum open",
    limit: int = 10,
    limits: EngineLimits | None = None,
) -> tuple[SearchAnswer | SearchFailure, EngineServer]:
    """One question to an engine whose server gives this reply."""
    server = EngineServer(reply)
    async with server.running():
        provider = engine.make(server.url, limits)
        return await provider.search(query, limit, MemoryTrace()), server


async def answered(engine: Engine, reply: Reply) -> SearchAnswer:
    """The answer; fails when there is none."""
    answer, _ = await ask(engine, reply)
    assert isinstance(answer, SearchAnswer), answer
    return answer


async def failed(
    engine: Engine, reply: Reply, *, limits: EngineLimits | None = None
) -> SearchFailure:
    """The failure; fails when there was an answer."""
    failure, _ = await ask(engine, reply, limits=limits)
    assert isinstance(failure, SearchFailure), failure
    return failure
