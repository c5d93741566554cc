"""Gathering evidence: passes of search and open, a verdict after each, one retry, one expansion."""

from collections.abc import Sequence
from typing import Final, assert_never

import anyio
from anyio import to_thread

from evidence.analyze import Analyzer
from evidence.documents import Document, Hit, Lane, Refusal
from evidence.judge import FocusedRetry, Judgement, NextLeads, RelatedExpansion, judge
from evidence.plan import Query
from evidence.rows import ScoredRow, merge_rows
from evidence.weights import weights_by_documents
from researchers.loop.admission import kept_out
from researchers.loop.choosing import choose, may_choose
from researchers.loop.leads import Lead, leads_of, merge_hits
from researchers.loop.recording import (
    counted,
    hits_data,
    judgement_data,
    record_refusal,
    row_data,
)
from researchers.loop.rows import rows_of
from researchers.loop.searching import SEARCH_SECONDS, Searcher
from researchers.loop.state import RunState
from researchers.source import Source
from traces.sink import Action, TraceSink

OPEN_SECONDS: Final = 20.0
LAST_VERDICT_SECONDS: Final = 2.0
"""For weighing what was gathered before time ran out; it takes milliseconds."""
_AT_ONCE: Final = 8


class Gatherer:
    """Runs passes over one source until the judge is content or the budget is not."""

    def __init__(self, source: Source, trace: TraceSink, analyzer: Analyzer) -> None:
        self._source = source
        self._trace = trace
        self._analyzer = analyzer
        self._searcher = Searcher(source, trace)

    async def gather(self, state: RunState) -> None:
        """Fill `state.rows`; when time runs out, with what there is by then."""
        with anyio.move_on_after(state.budget.gathering_seconds) as scope:
            await self._passes(state)
        if scope.cancelled_caught:
            state.timed_out = True
            self._trace.record(
                Action.BUDGET,
                "Time for gathering is up; going on with what is there.",
                {"what": "seconds", "exhausted": True},
            )
            with anyio.move_on_after(LAST_VERDICT_SECONDS):
                await self._weigh_what_is_there(state)

    async def _weigh_what_is_there(self, state: RunState) -> None:
        """Keep what was opened and not looked into yet, and give the last verdict."""
        unseen = bool(state.leads)
        if unseen:
            await self._keep(state)
        if state.rows and (unseen or state.judgement is None):
            await self._judge(state, is_last=True)

    async def _passes(self, state: RunState) -> None:
        if not state.plan.terms:
            self._trace.record(
                Action.JUDGE,
                "The question has no word that can be searched for.",
                {"verdict": "no_evidence", "next": "synthesize"},
            )
            return
        state.budget.charge_pass()
        await self._search_pass(state, state.plan.queries)
        state.first_pass_rows = len(state.rows)
        while True:
            judgement = await self._judge(state)
            match judgement.action:
                case None:
                    return
                case FocusedRetry(query):
                    state.budget.charge_pass()
                    self._trace.record(
                        Action.RETRY,
                        f"Searching once more, for {query.text}.",
                        {"query": query.text, "terms": list(query.terms)},
                    )
                    await self._search_pass(state, (query,))
                case RelatedExpansion(row):
                    state.budget.charge_expansion()
                    await self._expand(state, row)
                case NextLeads():
                    state.budget.charge_pass()
                    await self._go_on(state)
                case _ as never:
                    assert_never(never)

    async def _search_pass(self, state: RunState, queries: Sequence[Query]) -> None:
        await state.say(f"Searching {self._source.name}: {queries[0].text[:80]}")
        outcomes = await self._searcher.search_all(state, queries)
        await self._inspect(state, merge_hits(outcomes, state.plan.family))

    async def _go_on(self, state: RunState) -> None:
        """Open the next leads of what was searched before."""
        self._trace.record(
            Action.RETRY,
            f"Going on with the next of {counted(len(state.unread), 'unread lead')}.",
            {"query": state.plan.queries[0].text},
        )
        await state.say("Going on with the next leads")
        state.goes_on = True
        await self._inspect(state, state.unread)
        state.goes_on = False

    async def _expand(self, state: RunState, row: ScoredRow) -> None:
        await state.say(f"Following what {row.row.document.title} is linked with")
        hits: tuple[Hit, ...] = ()
        with anyio.move_on_after(SEARCH_SECONDS):
            limit = state.budget.limits.related_rows
            hits = await self._source.related(row.row.document, limit)
        self._trace.record(
            Action.EXPAND,
            f"{counted(len(hits), 'row')} found that {row.row.document.title} is linked with.",
            {"locator": row.row.locator, "found": len(hits), "hits": hits_data(hits)},
        )
        await self._inspect(state, leads_of(hits))

    async def _inspect(self, state: RunState, leads: Sequence[Lead]) -> None:
        """Open the documents of the best leads and keep their passages as rows."""
        wanted = choose(state, [lead.hit for lead in leads])
        state.unread = _unread(state, (*leads, *state.unread))
        state.leads = (*state.read, *leads) if state.goes_on else tuple(leads)
        await self._open_all(state, wanted)
        state.finds_new = any(hit.key in state.documents for hit in wanted)
        await self._keep(state)

    async def _keep(self, state: RunState) -> None:
        """Make rows of the opened documents among the leads of this pass. Where it went on with
        the leads of the one before, all that was read so far is ranked together."""
        opened = [lead for lead in state.leads if lead.hit.key in state.documents]
        if not state.weighs_terms:
            await self._weigh_terms(state)
        new = await to_thread.run_sync(
            rows_of,
            opened,
            dict(state.documents),
            state.plan,
            dict(state.weights),
            self._analyzer,
            abandon_on_cancel=True,
        )
        documents = len({lead.hit.key for lead in opened})
        before = len(state.rows)
        if state.goes_on:
            state.rows, state.first_pass_rows = merge_rows(new, state.rows), len(new)
        else:
            state.rows = merge_rows(state.rows, new)
        state.read = tuple(dict.fromkeys((*state.read, *opened)))
        state.leads = ()
        state.kept_out = await to_thread.run_sync(
            kept_out, list(state.rows), abandon_on_cancel=True
        )
        self._trace.record(
            Action.INSPECT,
            f"Kept {counted(len(state.rows) - before, 'new row')} "
            f"of {counted(documents, 'opened document')}.",
            {
                "passages": len(new),
                "kept": len(state.rows) - before,
                "rows": [row_data(row) for row in new[:10]],
                "details": {"kept_out": state.kept_out},
            },
        )

    async def _weigh_terms(self, state: RunState) -> None:
        weights = await to_thread.run_sync(
            weights_by_documents,
            list(state.documents.values()),
            state.plan.terms,
            self._analyzer,
            abandon_on_cancel=True,
        )
        state.weights.update(weights)

    async def _open_all(self, state: RunState, hits: Sequence[Hit]) -> None:
        if hits:
            await state.say(f"Reading {counted(len(hits), 'document')}")
        limiter = anyio.CapacityLimiter(_AT_ONCE)

        async def open_one(hit: Hit) -> None:
            async with limiter:
                answer: Document | Refusal = Refusal(
                    hit.locator, "access_denied", f"It could not be read within {OPEN_SECONDS:g} s."
                )
                with anyio.move_on_after(OPEN_SECONDS):
                    answer = await self._source.open(hit, self._trace)
                if isinstance(answer, Document):
                    state.documents[hit.key] = answer
                else:
                    self._refused(state, answer)

        async with anyio.create_task_group() as group:
            for hit in hits:
                group.start_soon(open_one, hit)

    def _refused(self, state: RunState, refusal: Refusal) -> None:
        state.refusals.append(refusal)
        record_refusal(self._trace, refusal, "open")

    async def _judge(self, state: RunState, *, is_last: bool = False) -> Judgement:
        await state.say("Weighing the evidence")
        ranked = sorted(state.quotable, key=lambda row: -row.score.saturation)

        def weigh() -> Judgement:
            return judge(
                state.plan,
                ranked,
                state.weights,
                self._analyzer,
                may_retry=state.may_retry and not is_last,
                may_expand=state.budget.may_expand and not is_last,
                may_go_on=_may_go_on(state) and not is_last,
            )

        judgement = await to_thread.run_sync(weigh, abandon_on_cancel=True)
        state.judgement = judgement
        self._trace.record(Action.JUDGE, judgement.reason, judgement_data(judgement, ranked))
        return judgement


def _unread(state: RunState, leads: Sequence[Lead]) -> tuple[Lead, ...]:
    """Those that stand for whole documents and were not asked for, each document once. A note's
    lead is a passage, and its search has looked through all of them."""
    first: dict[str, Lead] = {}
    for lead in leads:
        if Lane.WEB in lead.lanes and lead.hit.key not in state.tried:
            first.setdefault(lead.hit.key, lead)
    return tuple(first.values())


def _may_go_on(state: RunState) -> bool:
    return state.budget.may_retry and any(may_choose(state, lead.hit) for lead in state.unread)
