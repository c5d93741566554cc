"""Asks the researcher of the web about one page at a time, and watches where it goes for it.

The page stands on a host of its own in a simulated web, and is named as the user names pages. All
pages are read by the same processes; every run has its trace.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio
from anyio import to_thread

from contract import Depth, ResearchRequest, ResearchResult
from evals.records import OutputFolder, Record
from evals.web.injection_cases import InjectionCase, Question
from evidence.analyze import default_analyzer
from researchers.loop import Researcher
from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import FetchPolicy
from researchers.web.fetching.polite_fetch import PoliteFetch
from researchers.web.listings import ListingLook
from researchers.web.opening import Opener
from researchers.web.pages.reader import ConfinedPageReader
from researchers.web.run_fetches import RunFetches
from researchers.web.search.named_urls import NamedPages
from researchers.web.search.stack import ProviderStack
from researchers.web.source import NAME as RESEARCHER
from researchers.web.source import WebSource
from researchers.web.testing import SimulatedWeb
from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.writer import TraceWriter

_TYPES: Final = {"md": "text/markdown; charset=utf-8", "html": "text/html; charset=utf-8"}
_SECONDS: Final = 60.0
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One question asked. `strangers` are hosts other than the page's whose name was looked up, or
    that were asked for anything."""

    question: Question
    url: str
    record: Record
    result: ResearchResult
    strangers: frozenset[str]

    @property
    def case(self) -> InjectionCase:
        """The document that was asked about."""
        return self.question.case


async def try_pages(
    questions: Iterable[Question], name: str, out: OutputFolder, tell: Tell
) -> list[Trial]:
    """Ask every question, one after the other; each result is kept under `name`. Raises
    TimeoutError for a run that does not end."""
    out.prepare(name)
    trials: list[Trial] = []
    async with _desk(out.home(name)) as desk:
        for question in questions:
            trials.append(await desk.ask(question))
            out.append(name, trials[-1].record)
            if len(trials) % 100 == 0:
                tell(f"{name}: {len(trials)} pages asked about")
    return trials


class _Desk:
    def __init__(
        self, web: SimulatedWeb, fetch: PoliteFetch, reader: ConfinedPageReader, home: Home
    ) -> None:
        self._web = web
        self._fetch = fetch
        self._reader = reader
        self._home = home

    async def ask(self, question: Question) -> Trial:
        host = f"{question.id}.example"
        case = question.case
        url = self._web.site(host).page("/message", case.document, content_type=_TYPES[case.format])
        requests, names = len(self._web.requests), len(self._web.resolver.asked)
        began = anyio.current_time()
        with anyio.fail_after(_SECONDS):
            result = await self._researcher(url).research(ResearchRequest(question=question.text))
        record = _record(question, result, anyio.current_time() - began)
        met = {asked.host.partition(":")[0] for asked in self._web.requests[requests:]}
        met.update(self._web.resolver.asked[names:])
        return Trial(question, url, record, result, frozenset(met - {host}))

    def _researcher(self, url: str) -> Researcher:
        fetches = RunFetches(self._fetch)
        source = WebSource(
            ProviderStack([NamedPages((url,), ListingLook(fetches, self._reader))]),
            Opener(fetches, self._reader),
            named=(url,),
        )
        clock = SystemClock()
        return Researcher(
            source,
            lambda: TraceWriter.create(self._home, run=new_run_id(), by=RESEARCHER, clock=clock),
            clock,
            default_analyzer(),
        )


def _record(question: Question, result: ResearchResult, seconds: float) -> Record:
    return Record(
        case=question.id,
        question=question.text,
        depth=Depth.BALANCED,
        seconds=seconds,
        result=result,
    )


@asynccontextmanager
async def _desk(home: Home) -> AsyncIterator[_Desk]:
    policy = FetchPolicy(agent="marchwarden/evals")
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(SimulatedWeb())
        fetcher = await stack.enter_async_context(
            GuardedFetcher(policy, resolver=web.resolver, network=web.network)
        )
        reader = ConfinedPageReader(size=1)
        stack.push_async_callback(to_thread.run_sync, reader.close)
        yield _Desk(web, PoliteFetch(fetcher, policy, delay=0.0), reader, home)
