"""Runs the principal investigator for one question of the command line, with Ctrl-C honoured."""

import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import anyio
import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.jsonl import line_of
from cli.live_lines import LiveLines

if TYPE_CHECKING:
    from cli.invited import Invited
    from cli.surroundings import Surroundings
    from contract import ResearchRequest, ResearchResult
    from pi.events import OnEvent, RunEvent
    from pi.pool import Pool
    from pi.resuming import Steps


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of whom, and how the run is shown. `steps` are those of a run to go on from;
    `as_lines` prints every event as a line of JSON."""

    make_request: "Callable[[], ResearchRequest]"
    invited: "Invited"
    settings: dict[str, str]
    steps: "Steps | None" = None
    as_lines: bool = False


def investigate(question: Question, surroundings: "Surroundings") -> "ResearchResult":
    """Ask the network, and wait for its one answer. Ctrl-C once: an answer from what is there;
    twice: stop now. Raises CommandError when the disk refuses the trace."""
    from traces.errors import TraceWriteError

    with ExitStack() as stack:
        on_event: OnEvent = _print_line
        names = () if question.as_lines else [one.name for one in question.invited.members]
        live = stack.enter_context(LiveLines(sys.stderr, surroundings.environ, names))
        if not question.as_lines:
            on_event = live.on_event
        try:
            return anyio.run(_run, question, surroundings, on_event, live.note)
        except TraceWriteError as error:
            raise CommandError(
                str(error), code="trace_write", exit_code=ExitCode.FAILURE
            ) from error


async def _run(
    question: Question,
    surroundings: "Surroundings",
    on_event: "OnEvent",
    note: Callable[[str], None],
) -> "ResearchResult":
    """The children start first; the heavy imports run while they do the same."""
    from pi.pins import PinFile
    from pi.pool import Pool

    pins = PinFile(surroundings.home / "pins.json")
    stop = anyio.Event()
    result: ResearchResult | None = None
    raised: Exception | None = None
    async with Pool(question.invited.members, pins) as pool, anyio.create_task_group() as tasks:
        tasks.start_soon(_heed_interrupts, stop, tasks.cancel_scope, note)
        try:
            result = await _asked(question, surroundings, pool, on_event, stop)
        except Exception as error:  # raised again below, outside the group that would wrap it
            raised = error
        for notice in pool.notices:
            note(f"Note: {notice}")
        tasks.cancel_scope.cancel()
    if raised is not None:
        raise raised
    if result is None:
        raise click.Abort  # interrupted twice
    return result


async def _asked(
    question: Question,
    surroundings: "Surroundings",
    pool: "Pool",
    on_event: "OnEvent",
    stop: anyio.Event,
) -> "ResearchResult":
    request = question.make_request()
    from evidence.analyze import default_analyzer
    from pi.investigate import Investigator, Terms, Watch
    from traces.clock import SystemClock
    from traces.home import Home
    from traces.ids import new_run_id
    from traces.redact import Redactor
    from traces.render import write_markdown
    from traces.sink import TraceSink
    from traces.writer import TraceWriter

    home, clock = Home(surroundings.home), SystemClock()
    try:
        home.ensure()
    except OSError as error:
        raise CommandError(
            f"{home.path} can't be used as a home: {error.strerror}.",
            code="system",
            exit_code=ExitCode.FAILURE,
        ) from error
    redactor = Redactor(secrets=question.invited.secrets)

    def open_trace() -> TraceSink:
        return TraceWriter.create(home, run=new_run_id(), by="pi", clock=clock, redactor=redactor)

    def write_page(run: str) -> None:
        try:
            write_markdown(home, run)
        except OSError as error:
            click.echo(f"Note: the readable copy of trace {run} was not written: {error}", err=True)

    investigator = Investigator(
        pool,
        open_trace,
        home,
        clock,
        default_analyzer(),
        Terms(question.invited.may_leave, settings=question.settings),
        after_seal=write_page,
    )
    return await investigator.investigate(
        request, watch=Watch(on_event=on_event, stop=stop, steps=question.steps)
    )


async def _heed_interrupts(
    stop: anyio.Event, scope: anyio.CancelScope, note: Callable[[str], None]
) -> None:
    """The first asks for an answer from what is there, the second ends everything."""
    with anyio.open_signal_receiver(signal.SIGINT) as signals:
        async for _ in signals:
            if stop.is_set():
                scope.cancel()
                return
            stop.set()
            note("Stopping: answering from what is there; Ctrl-C again stops now.")


async def _print_line(event: "RunEvent") -> None:
    sys.stdout.write(line_of(event, datetime.now(UTC)) + "\n")
    sys.stdout.flush()


def print_last_line(result: "ResearchResult") -> None:
    """The only event of a question that went to one researcher directly: its result."""
    from pi.events import Finished

    sys.stdout.write(line_of(Finished(result), datetime.now(UTC)) + "\n")
