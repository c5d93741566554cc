"""Live lines: what is known of each researcher, how it looks, and how it is drawn."""

import io
import re
from collections.abc import Iterator

import anyio
import pytest

from cli.live_lines import LiveLines, LiveState, after, lines
from contract import DispatchStatus
from pi.events import Asked, Came, Decided, Progressed, RunEvent, Started
from pi.model import Task
from tests.cli.screen import drawn_on

TERMINAL = {"TERM": "xterm"}


def task(name: str, key: str = "1") -> Task:
    return Task(key, 1, name, "When?", "It knows.")


def state_after(*timed: tuple[float, RunEvent]) -> LiveState:
    state: LiveState = ()
    for now, event in timed:
        state = after(state, event, now)
    return state


BEGUN = (0.0, Started("run", "When?", ("local-brain", "web")))


def test_each_researcher_has_a_line_from_the_start() -> None:
    shown = lines(state_after(BEGUN), 80, 1.0)
    assert [line.split()[:2] for line in shown] == [["local-brain", "waiting"], ["web", "waiting"]]


def test_a_line_shows_stage_seconds_sources_and_tokens() -> None:
    state = state_after(
        BEGUN,
        (1.0, Asked(task("web"))),
        (1.5, Progressed("web", "Reading 5 documents", 2.0)),
    )
    assert "Reading 5 documents" in lines(state, 80, 3.5)[1]
    assert lines(state, 80, 3.5)[1].endswith("2.5 s")
    ended = after(state, Came(task("web"), DispatchStatus.ANSWERED, 3.0, 2, 5, 1200), 4.0)
    (line,) = lines(ended, 80, 99.0)[1:]
    assert re.search(r"answered +3\.0 s  5 sources  1,200 tokens$", line)


def test_two_questions_to_one_researcher_end_with_the_second() -> None:
    state = state_after(
        BEGUN,
        (0.0, Asked(task("web", "1"))),
        (0.0, Asked(task("web", "2"))),
        (1.0, Came(task("web", "1"), DispatchStatus.FAILED, 1.0)),
    )
    assert "failed" not in lines(state, 80, 1.0)[1]
    state = after(state, Came(task("web", "2"), DispatchStatus.ANSWERED, 2.0), 2.0)
    assert "answered" in lines(state, 80, 9.0)[1]
    assert lines(state, 80, 9.0)[1].endswith("2.0 s")


def test_time_between_two_rounds_is_not_counted() -> None:
    state = state_after(
        BEGUN,
        (0.0, Asked(task("web"))),
        (1.0, Came(task("web"), DispatchStatus.NO_EVIDENCE, 1.0)),
        (10.0, Asked(task("web"))),
    )
    assert lines(state, 80, 12.0)[1].endswith("3.0 s")


def test_somebody_who_joins_later_gets_a_line_too() -> None:
    state = after(state_after(BEGUN), Progressed("papers", "Planning", 1.0), 1.0)
    assert [row.name for row in state] == ["local-brain", "web", "papers"]


def test_what_no_line_shows_changes_nothing() -> None:
    state = state_after(BEGUN)
    assert after(state, Decided("ignore", "why"), 1.0) == state


@pytest.mark.parametrize("width", [20, 40, 79, 200])
def test_no_line_is_wider_than_the_terminal_and_none_steers_it(width: int) -> None:
    evil = "\x1b[2J\r\n\u202eabc " + "\u5b57" * 200 + "\u0301" * 9
    state = state_after(
        (0.0, Started("run", "?", ("local-brain", evil))),
        (0.0, Progressed(evil, evil, 1.0)),
        (0.0, Came(task(evil), DispatchStatus.ANSWERED, 1.0, 1, 10**9, 10**9)),
    )
    for line in lines(state, width, 100_000.0):
        wide = sum(2 if letter == "\u5b57" else 1 for letter in line if letter != "\u0301")
        assert wide <= width
        assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e]", line)


def test_more_researchers_than_the_screen_has_lines_are_counted() -> None:
    state = state_after((0.0, Started("run", "?", tuple(f"r{n}" for n in range(64)))))
    shown = lines(state, 80, 0.0, height=24)
    assert len(shown) == 22
    assert shown[-1] == "and 43 more"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def run_through(stream: io.StringIO, events: Iterator[RunEvent]) -> str:
    """Runs the lines over events and a note; returns what was written before the note."""

    async def run() -> None:
        for event in events:
            await live.on_event(event)

    with LiveLines(stream, TERMINAL, clock=lambda: 0.0) as live:
        anyio.run(run)
        written = stream.getvalue()
        live.note("Stopping.")
    return written


def _events() -> Iterator[RunEvent]:
    yield BEGUN[1]
    yield Asked(task("local-brain"))
    yield Asked(task("web"))
    yield Came(task("web"), DispatchStatus.ANSWERED, 1.0)


def test_lines_are_redrawn_in_place_and_leave_only_what_was_noted() -> None:
    terminal = Terminal()
    during = drawn_on(run_through(terminal, _events()))
    assert [line.split()[0] for line in during if line] == ["local-brain", "web"]
    assert [line for line in drawn_on(terminal.getvalue()) if line] == ["Stopping."]


def test_researchers_are_shown_while_they_start() -> None:
    terminal = Terminal()
    with LiveLines(terminal, TERMINAL, ("web",)) as live:
        live.note("Hello.")
        shown = drawn_on(terminal.getvalue())
    assert shown[0] == "Hello."
    assert shown[1].split()[:2] == ["web", "starting"]
    assert [line for line in drawn_on(terminal.getvalue()) if line] == ["Hello."]


def test_a_pipe_gets_the_notes_and_nothing_else() -> None:
    pipe = io.StringIO()
    run_through(pipe, _events())
    assert pipe.getvalue() == "Stopping.\n"


def test_a_terminal_that_goes_away_costs_no_answer() -> None:
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    run_through(Gone(), _events())
