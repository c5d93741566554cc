"""The web as a Source: engines give leads, and only what is opened can be cited."""

import json
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

import anyio
from anyio import to_thread

from contract import GapCategory
from evidence.documents import Document, Hit, Lane, Refusal
from evidence.plan import Query
from researchers.source import SearchOutcome
from researchers.web.search.asked_addresses import addresses_in
from researchers.web.search.canonical import canonical_url
from researchers.web.search.collapse import fuse_results
from researchers.web.search.model import SearchAnswer, SearchFailure, SearchProblem, WebResult
from researchers.web.search.sites import site_of
from researchers.web.search.stack import StackOutcome
from researchers.web.shown_address import shown, shown_in
from traces.clock import SystemClock
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.sink import JsonValue, TraceSink

NAME: Final = "web"
NAMED_PAGES: Final = "urls"
"""The provider whose leads the user chose: no cap of their site holds for them."""
_DENIED: Final = frozenset(
    {
        SearchProblem.NO_KEY,
        SearchProblem.BAD_KEY,
        SearchProblem.QUOTA,
        SearchProblem.RATE_LIMITED,
    }
)


class Engines(Protocol):
    """Where leads come from; see `search.stack.ProviderStack`."""

    async def search(self, query: str, limit: int, trace: TraceSink) -> StackOutcome: ...


class PageOpener(Protocol):
    """Turns a lead into a document; see `opening.Opener`."""

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal: ...


class WebSource:
    """Implements `researchers.source.Source`. `warm` is awaited beside the first search: it loads
    what the first page will need. `named` are addresses that the user gave; they are opened
    as long as sources are left, and before the entries of feeds."""

    name = NAME
    leaves_machine = True

    def __init__(
        self,
        engines: Engines,
        opener: PageOpener,
        *,
        named: tuple[str, ...] = (),
        warm: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        self._engines = engines
        self._opener = opener
        self._named = frozenset(canonical_url(url) for url in named)
        self._warm = warm

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        record = trace if trace is not None else MemoryTrace(new_run_id(), NAME, SystemClock())
        async with anyio.create_task_group() as tasks:
            if self._warm is not None:
                warm, self._warm = self._warm, None
                tasks.start_soon(warm)
            found = await self._engines.search(query.text, limit, record)
        stored = await to_thread.run_sync(record.put, answers_json(found))
        asked = addresses_in(query.text)
        if found.answer is None and not asked:
            return SearchOutcome((), refusal=refusal_of(found.failures), results=stored)
        notes = found.answer.notes if found.answer else ()
        told = (*(failure.detail for failure in found.failures), *notes)
        failures = tuple(map(shown_in, told))
        return SearchOutcome(self._hits(asked, found.answer), failures=failures, results=stored)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        return await self._opener.open(hit, trace)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        """Nothing: where a stranger's page points to is not for the page to choose."""
        return ()

    def _hits(self, asked: tuple[WebResult, ...], answer: SearchAnswer | None) -> tuple[Hit, ...]:
        """The pages that the question names, and then what the engine found."""
        results = (*asked, *(answer.results if answer else ()))
        named = {canonical_url(result.url) for result in asked}
        capped = answer is not None and answer.provider != NAMED_PAGES
        return tuple(
            self._hit(
                rank,
                result,
                capped=capped and canonical_url(result.url) not in named,
                named=canonical_url(result.url) in named | self._named,
            )
            for rank, result in enumerate(fuse_results([results]), start=1)
        )

    def _hit(self, rank: int, result: WebResult, *, capped: bool, named: bool) -> Hit:
        key = canonical_url(result.url)
        locator = shown(result.url)
        return Hit(
            key=key,
            locator=locator,
            title=shown_in(result.title),
            lane=Lane.WEB,
            rank=rank,
            score=1.0 / rank,
            site=site_of(result.url) if capped else None,
            summary=result.snippet,
            named=named,
            address=result.url if locator != result.url else None,
        )


def refusal_of(failures: tuple[SearchFailure, ...]) -> Refusal:
    """Why no engine could be asked, each one's sentence once."""
    denied = all(failure.problem in _DENIED for failure in failures)
    category = GapCategory.ACCESS_DENIED if denied else GapCategory.SOURCE_NOT_FOUND
    said = dict.fromkeys(shown_in(failure.detail) for failure in failures)
    return Refusal("search", category.value, " ".join(said))


def answers_json(found: StackOutcome) -> bytes:
    """What the engines answered, for the record: results in order, and the answer to the letter."""
    answer = found.answer
    document: dict[str, JsonValue] = {
        "failures": [
            {"provider": f.provider, "problem": f.problem.value, "detail": shown_in(f.detail)}
            for f in found.failures
        ],
        "provider": answer.provider if answer else None,
        "results": [
            {"url": shown(r.url), "title": r.title, "snippet": r.snippet, "date": r.date}
            for r in (answer.results if answer else ())
        ],
        "notes": [shown_in(note) for note in answer.notes] if answer else [],
        "raw": answer.raw.decode("utf-8", "replace") if answer else None,
    }
    return json.dumps(document, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()
