"""What fails costs its own part, or ends the run with one clear error and a sealed trace."""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from contract import GapCategory, ResearchRequest, StopReason, WarningCode
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from researchers.loop import Researcher
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome
from tests.researchers.loop.asking import (
    OVEN,
    OVEN_QUESTION,
    RYE,
    WEAK_QUESTION,
    Desk,
    WatchedSource,
    memory,
)
from traces.clock import ScriptedClock
from traces.errors import TraceWriteError
from traces.faulty import After, Fault, FaultyFileSystem
from traces.home import Home
from traces.ids import new_run_id
from traces.reader import read_trace
from traces.sink import Action, TraceSink
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter

pytestmark = pytest.mark.anyio


class Failing(WatchedSource):
    """Raises at one of its calls, as a source with a bug does."""

    def __init__(self, source: MemorySource, call: str) -> None:
        super().__init__(source)
        self._call = call

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        self._raise_in("search")
        return await super().search(query, limit, trace)

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        self._raise_in("open")
        return await super().open(hit, trace)

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        self._raise_in("related")
        return await super().related(document, limit)

    def _raise_in(self, call: str) -> None:
        if call == self._call:
            raise ZeroDivisionError(f"a bug in {call}")


@pytest.mark.parametrize("call", ["search", "open", "related"])
async def test_a_bug_in_a_source_reaches_the_caller_and_stands_in_the_trace(call: str) -> None:
    desk = Desk(Failing(memory([OVEN]), call))
    with pytest.raises(ZeroDivisionError, match=f"a bug in {call}"):
        await desk.ask(WEAK_QUESTION)
    (error,) = desk.data(Action.ERROR)
    assert error["message"] == f"ZeroDivisionError: a bug in {call}"
    assert desk.seal_status() == "failed"


async def test_a_bug_in_the_progress_of_the_caller_ends_the_run_as_failed() -> None:
    async def broken(event: object) -> None:
        raise ZeroDivisionError("a bug in the caller")

    desk = Desk(memory())
    with pytest.raises(ZeroDivisionError):
        await desk.ask(OVEN_QUESTION, progress=broken)
    assert desk.seal_status() == "failed"


async def test_a_document_that_is_refused_is_a_gap_and_the_others_stand() -> None:
    refusal = Refusal("note://secret.md", "access_denied", "secret.md may not be read.")
    secret = document("secret.md", "The secret deck oven heat is baking away.")
    source = MemorySource([OVEN, secret], default_analyzer(), refused={"secret.md": refusal})
    desk = Desk(source)
    result = await desk.ask(OVEN_QUESTION)
    assert result.stop_reason is StopReason.ENOUGH_EVIDENCE
    assert [citation.locator for citation in result.citations] == [OVEN.locator]
    gaps = [gap for gap in result.gaps if gap.category is GapCategory.ACCESS_DENIED]
    assert [(gap.topic, gap.detail) for gap in gaps] == [
        ("note://secret.md", "secret.md may not be read.")
    ]
    (error,) = desk.data(Action.ERROR)
    assert error["locator"] == "note://secret.md"


async def test_a_refused_document_is_asked_for_once() -> None:
    refusal = Refusal(OVEN.locator, "access_denied", "No.")
    source = WatchedSource(
        MemorySource([OVEN, RYE], default_analyzer(), refused={OVEN.key: refusal})
    )
    result = await Desk(source).ask(WEAK_QUESTION)
    assert source.opened.count(OVEN.key) == 1
    assert [gap.category.value for gap in result.gaps].count("access_denied") == 1


async def test_every_kind_of_gap_is_told_however_many_there_are_of_one() -> None:
    notes = [document(f"{n}.md", f"The deck oven heat, baking, {n}.") for n in range(9)]
    refused = {
        note.key: Refusal(note.locator, "access_denied", "It may not be read.") for note in notes
    }
    source = MemorySource([*notes, OVEN], default_analyzer(), refused=refused)
    result = await Desk(source).ask("Which deck oven heat has the Amsterdam bakery?")
    categories = [gap.category for gap in result.gaps]
    assert GapCategory.SOURCE_NOT_FOUND in categories
    assert GapCategory.ACCESS_DENIED in categories
    assert len(categories) <= 6


class HalfBlind(WatchedSource):
    """Answers, and says what it could not look into."""

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        outcome = await super().search(query, limit, trace)
        return replace(outcome, failures=("The attic was not searched.",))


async def test_a_partial_failure_of_a_search_is_a_warning_beside_the_answer() -> None:
    result = await Desk(HalfBlind(memory([OVEN]))).ask(WEAK_QUESTION)
    warnings = [w.detail for w in result.warnings if w.code is WarningCode.SOURCE_FAILED]
    assert warnings == ["The attic was not searched."]
    assert result.citations


async def test_calls_at_once_keep_their_traces_apart() -> None:
    desk = Desk(memory())
    ids: dict[str, str] = {}

    async def ask(question: str) -> None:
        ids[question] = (await desk.ask(question)).trace_id

    async with anyio.create_task_group() as tasks:
        for question in (OVEN_QUESTION, WEAK_QUESTION, "Which rye bread rests?"):
            tasks.start_soon(ask, question)
    by_run = {trace.run: trace for trace in desk.traces}
    assert len(by_run) == 3
    for question, run in ids.items():
        lines = by_run[run].recorded
        assert lines[0].data["question"] == question
        assert [line.step for line in lines] == list(range(len(lines)))
        assert [line.action for line in lines].count(Action.SEAL) == 1


def on_disk(home: Home, disk: FaultyFileSystem | None = None) -> Callable[[], TraceWriter]:
    return lambda: TraceWriter.create(
        home, run=new_run_id(), by="memory", clock=ScriptedClock(), filesystem=disk
    )


def researcher(writer: Callable[[], TraceSink]) -> Researcher:
    return Researcher(memory(), writer, ScriptedClock(), default_analyzer())


@pytest.mark.parametrize(
    "question",
    [OVEN_QUESTION, WEAK_QUESTION, "Who fishes?", "What is it?", "\U0001f642 oven \x00"],
)
async def test_a_trace_on_disk_verifies_with_every_excerpt(tmp_path: Path, question: str) -> None:
    home = Home(tmp_path)
    result = await researcher(on_disk(home)).research(ResearchRequest(question=question))
    verdict = verify_trace(home, result.trace_id, read_data=True)
    assert (verdict.status, verdict.findings) == (VerifyStatus.OK, ())
    assert verdict.citations == len(result.citations)


async def test_a_full_disk_at_any_call_is_one_clear_error(tmp_path: Path) -> None:
    whole = FaultyFileSystem()
    await researcher(on_disk(Home(tmp_path / "whole"), whole)).research(
        ResearchRequest(question=WEAK_QUESTION)
    )
    outcomes: set[str] = set()
    for call in range(0, len(whole.calls), 3):
        home = Home(tmp_path / str(call))
        disk = FaultyFileSystem(Fault(call, After.FULL, short=True))
        with anyio.fail_after(5):
            outcomes.add(await outcome_on(home, disk))
        for path in home.traces.glob("*.jsonl"):
            assert read_trace(home, path.stem).unreadable == 0
    told = outcomes - {"whole"}
    assert told
    assert all(os.strerror(errno.ENOSPC) in sentence for sentence in told)


async def outcome_on(home: Home, disk: FaultyFileSystem) -> str:
    """Run a call on a failing disk; what the caller was told, or `whole` when it had its answer."""
    try:
        result = await researcher(on_disk(home, disk)).research(
            ResearchRequest(question=WEAK_QUESTION)
        )
    except TraceWriteError as error:
        return str(error)
    assert verify_trace(home, result.trace_id).status is VerifyStatus.OK
    return "whole"
