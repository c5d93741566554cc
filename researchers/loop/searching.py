"""One pass of searches, side by side, each recorded with all that the source said."""

from collections.abc import Sequence
from typing import Final

import anyio
from anyio import to_thread

from evidence.plan import Query
from researchers.loop.recording import counted, hits_data, record_refusal
from researchers.loop.state import RunState
from researchers.source import SearchOutcome, Source
from traces.sink import Action, TraceSink

SEARCH_SECONDS: Final = 20.0
_AT_ONCE: Final = 8
_HITS_PER_QUERY: Final = 40


class Searcher:
    """Asks one source, and remembers in the state what it can't do."""

    def __init__(self, source: Source, trace: TraceSink) -> None:
        self._source = source
        self._trace = trace

    async def search_all(self, state: RunState, queries: Sequence[Query]) -> list[SearchOutcome]:
        """The outcomes in the order of the queries."""
        outcomes: list[SearchOutcome | None] = [None] * len(queries)
        limiter = anyio.CapacityLimiter(_AT_ONCE)

        async def search(place: int, query: Query) -> None:
            async with limiter:
                with anyio.move_on_after(SEARCH_SECONDS):
                    outcomes[place] = await self._source.search(query, _HITS_PER_QUERY, self._trace)

        async with anyio.create_task_group() as group:
            for place, query in enumerate(queries):
                group.start_soon(search, place, query)
        found: list[SearchOutcome] = []
        for query, answered in zip(queries, outcomes, strict=True):
            outcome = answered or SearchOutcome(
                (), failures=(f"No answer in {SEARCH_SECONDS:g} s.",)
            )
            await to_thread.run_sync(self._record_search, query, outcome)
            state.failures.extend(f for f in outcome.failures if f not in state.failures)
            state.weights.update(outcome.term_weights)
            state.weighs_terms = state.weighs_terms or bool(outcome.term_weights)
            state.searched = outcome.searched if outcome.searched is not None else state.searched
            state.incomplete = outcome.incomplete or state.incomplete
            found.append(outcome)
        self._note_unsearched(state, found)
        return found

    def _note_unsearched(self, state: RunState, outcomes: Sequence[SearchOutcome]) -> None:
        """Remember why nothing could be searched, unless something could."""
        refusals = [outcome.refusal for outcome in outcomes if outcome.refusal is not None]
        if len(refusals) < len(outcomes):
            state.unsearched = []
            return
        for refusal in refusals:
            if refusal not in state.unsearched:
                state.unsearched.append(refusal)
                record_refusal(self._trace, refusal, "search")

    def _record_search(self, query: Query, outcome: SearchOutcome) -> None:
        """Everything the source said, so that the run can be gone through again without it. Many
        leads don't fit a line and go to the store, so this blocks on the disk."""
        self._trace.record(
            Action.SEARCH,
            f"{counted(len(outcome.hits), 'lead')} for: {query.text[:200]}",
            {
                "query": query.text,
                "kind": query.kind.value,
                "terms": list(query.terms),
                "tags": list(query.tags),
                "limit": _HITS_PER_QUERY,
                "found": len(outcome.hits),
                "hits": hits_data(outcome.hits),
                "term_weights": {term: repr(w) for term, w in sorted(outcome.term_weights.items())},
                "failures": list(outcome.failures),
                "results": outcome.results,
                "details": {"searched": outcome.searched, "incomplete": outcome.incomplete},
            },
        )
