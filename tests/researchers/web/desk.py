"""The whole researcher of the web over a simulated one: asked over MCP, its records on disk."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
from mcp import Client

from contract import GapCategory, ResearchResult
from researchers.settings import ProviderName, Settings
from researchers.web.assembly import WebParts, WebSetup
from researchers.web.fetching.model import FetchLimits
from researchers.web.search.model import WebResult
from researchers.web.server import web_server
from researchers.web.testing import Engine, EngineKind, SimulatedWeb
from traces.home import Home
from traces.line import Line
from traces.reader import data_of, read_trace
from traces.sink import Action, JsonValue
from traces.store import ContentStore

CALL_SECONDS = 30.0
_CUT = " [...]"
_MARKERS = re.compile(r"(?:\[\d+\])+")
_ENDS_INSIDE = re.compile(r"[.!?]\s+\S")


@dataclass(frozen=True, slots=True)
class Desk:
    """One researcher, and what it left behind."""

    web: SimulatedWeb
    home: Home
    client: Client

    @property
    def store(self) -> ContentStore:
        """The content that its traces refer to."""
        return ContentStore(self.home.cas)

    async def ask(self, question: str, **arguments: object) -> ResearchResult:
        """One call; `arguments` as the tool takes them."""
        with anyio.fail_after(CALL_SECONDS):
            answer = await self.client.call_tool("research", {"question": question, **arguments})
        assert not answer.is_error, answer.content
        return ResearchResult.model_validate(answer.structured_content)

    def lines(self, run: str, action: Action) -> list[Mapping[str, JsonValue]]:
        """The data of a trace's lines of one action."""
        return [data_of(line, self.store) for line in self._trace(run) if line.action is action]

    def runs(self) -> list[str]:
        """The traces in the home."""
        return [path.stem for path in self.home.traces.glob("*.jsonl")]

    async def until_sealed(self, run: str, seconds: float) -> Mapping[str, JsonValue]:
        """What a trace's seal says, as soon as it is written. Raises TimeoutError."""
        with anyio.fail_after(seconds):
            while not (seals := self.lines(run, Action.SEAL)):  # noqa: ASYNC110 - only a file says it
                await anyio.sleep(0.005)
        return seals[0]

    def misquoted(self, result: ResearchResult) -> list[str]:
        """The excerpts that do not stand at their offsets in the stored text."""
        wrong = []
        for citation in result.citations:
            text = self.store.get(citation.content_hash or "").decode()
            quoted = citation.raw_excerpt.removesuffix(_CUT)
            if not quoted or text[citation.char_start : citation.char_end] != quoted:
                wrong.append(citation.raw_excerpt)
        return wrong

    def _trace(self, run: str) -> tuple[Line, ...]:
        return read_trace(self.home, run).lines


@asynccontextmanager
async def desk(
    web: SimulatedWeb,
    home: Path,
    *,
    engines: Sequence[Engine] = (),
    urls: Sequence[str] = (),
    keys: Mapping[ProviderName, str] | None = None,
    limits: FetchLimits | None = None,
    settings: Mapping[str, object] | None = None,
    fresh: bool = False,
) -> AsyncIterator[Desk]:
    """A researcher that asks these engines, in their order, or reads these pages."""
    by_kind = {ProviderName(engine.kind.value): engine.base_url for engine in engines}
    setup = WebSetup(
        Settings.model_validate(
            {
                "searxng_url": by_kind.get(ProviderName.SEARXNG),
                "search_providers": [kind.value for kind in by_kind],
                **(settings or {}),
            }
        ),
        tuple(urls),
        keys=keys or {},
        limits=limits or FetchLimits(),
        fresh=fresh,
        engine_urls=by_kind,
    )
    place = Home(home)
    place.ensure()
    async with WebParts(setup, place, resolver=web.resolver, network=web.network) as parts:
        server = web_server(parts.source, place, settings=setup.told())
        async with Client(server) as client:
            yield Desk(web, place, client)


async def found(web: SimulatedWeb, *urls: str) -> Engine:
    """A SearXNG that leads to these pages, whatever it is asked."""
    results = [WebResult(url, url.rpartition("/")[2].replace("-", " ").title()) for url in urls]
    return await web.engine(EngineKind.SEARXNG, results)


def unmarked(answer: str) -> list[str]:
    """The pieces of an answer, from one marker to the next, in which a sentence ends unmarked."""
    *pieces, rest = _MARKERS.split(answer)
    return [piece for piece in pieces if _ENDS_INSIDE.search(piece.strip())] + rest.split()


def gaps_about(result: ResearchResult, url: str) -> list[tuple[GapCategory, str]]:
    """What a result says about one address: category and detail."""
    return [(gap.category, gap.detail) for gap in result.gaps if gap.topic == url]
