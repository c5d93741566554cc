"""Bringing a researcher's trace home: its lines, the content that they name, and the traces of
those whom it asked itself. Bounded in time and bytes; what does not verify stays outside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.to_thread
from pydantic import ValidationError

from contract import ResearchResult
from pi.checking import Unavailable
from pi.failure import ResearcherFailure
from pi.model import Failed, Received
from pi.pool import Pool
from pi.pulling import ContentPull, Records
from traces.adoption import AdoptionRefused, adopt, is_here
from traces.chain_rules import ChainCheck, check_chain
from traces.errors import TraceError
from traces.home import Home
from traces.ids import is_run_id
from traces.line import Line
from traces.shape_check import named_in, restore
from traces.sink import Action
from traces.store import ContentStore

COLLECT_SECONDS: Final = 10.0
_TRACE_MAX_BYTES: Final = 16 * 1024 * 1024
_MOST_TRACES: Final = 64
_MOST_CONTENTS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Collected:
    """What became of one researcher's trace. `end` is the hash of its seal line, None when it was
    not taken; `problem` is then a sentence that says why."""

    run: str
    end: str | None
    problem: str | None = None


class _NotTaken(Exception):
    """The message is the end of a sentence that starts with "it"."""


async def collect_trace(
    records: Records,
    home: Home,
    received: Received,
    result: ResearchResult,
    seconds: float = COLLECT_SECONDS,
) -> Collected:
    """Bring the trace of what was received into the home, unless it is there. Never raises."""
    run = result.trace_id
    whole = None if received.notices else result
    reason = f"did not come within {seconds:g} s"
    with anyio.move_on_after(seconds):
        try:
            end = await _Collection(records, home).collect(run, whole)
            return Collected(run, end)
        except (_NotTaken, AdoptionRefused) as refusal:
            reason = str(refusal)
        except (ResearcherFailure, TraceError) as error:
            reason = f"can't be had ({str(error).rstrip('.')})"
    words = f"The trace {run} of {received.task.researcher} was not taken over: it {reason}."
    return Collected(run, None, words)


async def collect_all(
    pool: Pool, home: Home, received: Sequence[Received], seconds: float = COLLECT_SECONDS
) -> tuple[Collected, ...]:
    """The traces of all that answered, at once, in the order given. Never raises."""
    found: dict[int, Collected] = {}

    async def collect(place: int, one: Received, result: ResearchResult) -> None:
        connection = await pool.use(one.task.researcher, seconds)
        if isinstance(connection, Failed):
            words = f"The trace {result.trace_id} was not taken over: {connection.sentence}"
            found[place] = Collected(result.trace_id, None, words)
        else:
            found[place] = await collect_trace(connection, home, one, result, seconds)

    async with anyio.create_task_group() as tasks:
        for place, one in enumerate(received):
            if not isinstance(one.outcome, Failed):
                tasks.start_soon(collect, place, one, one.outcome)
    return tuple(found[place] for place in sorted(found))


class _Collection:
    """One run and everything below it."""

    def __init__(self, records: Records, home: Home) -> None:
        self._records = records
        self._home = home
        self._store = ContentStore(home.cas)
        self._pull = ContentPull(records, self._store)
        self._contents_left = _MOST_CONTENTS

    async def collect(self, run: str, result: ResearchResult | None) -> str:
        """The end of the trace. `result` is what its answer has to be, where that is known."""
        if not is_run_id(run):
            raise _NotTaken("has an id that is no UUID")
        data = await self._records.read_trace(run, _TRACE_MAX_BYTES)
        chain = _sealed(run, data)
        assert chain.end is not None
        if await anyio.to_thread.run_sync(is_here, self._home, run, data):
            return chain.end
        traces = {run: data}
        await self._with_all_below(chain, traces)
        if result is not None:
            await anyio.to_thread.run_sync(_refuse_other_answer, chain.lines, result, self._store)
        await anyio.to_thread.run_sync(adopt, self._home, run, traces)
        return chain.end

    async def _with_all_below(self, chain: ChainCheck, traces: dict[str, bytes]) -> None:
        """Pull what the lines name, and the traces of children that are not here."""
        await self._pull_named(chain.lines)
        for child in _children(chain.lines):
            if child in traces or self._home.trace(child).exists():
                continue
            if len(traces) >= _MOST_TRACES:
                raise _NotTaken(f"rests on more than {_MOST_TRACES} other traces")
            try:
                data = await self._records.read_trace(child, _TRACE_MAX_BYTES)
            except ResearcherFailure:
                continue  # kept elsewhere: the verifier says so, and it is no fault of this one
            traces[child] = data
            await self._with_all_below(check_chain(child, data), traces)

    async def _pull_named(self, lines: Sequence[Line]) -> None:
        """First what lines name themselves; then what is named in values that were moved away."""
        await self._pull_all({name for line in lines for name in named_in(line.action, line.data)})
        within = await anyio.to_thread.run_sync(_named_in_moved, lines, self._store)
        await self._pull_all(within)

    async def _pull_all(self, names: set[str]) -> None:
        wanted = sorted(names)
        self._contents_left -= len(wanted)
        if self._contents_left < 0:
            raise _NotTaken(f"names more than {_MOST_CONTENTS:,} pieces of content")
        for name, content in (await self._pull.all(wanted, COLLECT_SECONDS)).items():
            if isinstance(content, Unavailable):
                raise _NotTaken(f"names {name[:19]}…, and {content.reason}")


def _sealed(run: str, data: bytes) -> ChainCheck:
    chain = check_chain(run, data)
    if chain.findings:
        raise _NotTaken(f"does not verify: {chain.findings[0].sentence.rstrip('.')}")
    return chain


def _refuse_other_answer(
    lines: Sequence[Line], result: ResearchResult, store: ContentStore
) -> None:
    """Raises _NotTaken when the trace ends in another result than the one that came."""
    answers = [line.data["result"] for line in lines if line.action is Action.ANSWER]
    try:
        kept = ResearchResult.model_validate_json(store.get(str(answers[-1]))) if answers else None
    except ValidationError:
        kept = None
    if kept != result:
        raise _NotTaken("ends in another result than the one that came")


def _children(lines: Sequence[Line]) -> Iterator[str]:
    named = (
        line.data.get("child") for line in lines if line.action in (Action.DISPATCH, Action.RECEIVE)
    )
    yield from dict.fromkeys(run for run in named if isinstance(run, str))


def _named_in_moved(lines: Sequence[Line], store: ContentStore) -> set[str]:
    found: set[str] = set()
    for line in lines:
        restored = restore(line.data, store.get)
        found |= named_in(line.action, restored) - named_in(line.action, line.data)
    return found
