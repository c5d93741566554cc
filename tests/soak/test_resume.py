"""kill -9 at random points of `marchwarden ask`, and `ask --resume` after it: nothing that was
finished is asked again, and the answer is the one of a run that nobody killed.

The researchers run in this process, so that every question that reaches one is counted.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

import anyio
import pytest
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from contract import ResearchResult
from pi.resuming import finished_steps
from tests.cli.process import clean_environment
from tests.house.checkout import ROOT
from tests.pi.kitchen import REQUEST, Kitchen, essence
from tests.serving.serving import over_http
from tests.soak.conftest import Report
from traces.home import Home
from traces.listing import list_traces
from traces.verification import VerifyStatus
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio
PROGRAM = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; main()"
ERRORS = "stderr"
SECONDS = 0.2
"""What the slower researcher takes for an answer."""
MOST_KILLS_OF_ONE_RUN = 4


@dataclass(frozen=True)
class Scene:
    """A user's home with a network, and what the question comes to when nobody kills the run."""

    home: Home
    kitchen: Kitchen
    wanted: ResearchResult
    questions: int
    seconds: float
    """From a run's first event to its last."""


@asynccontextmanager
async def command(scene_home: Home, *arguments: str) -> AsyncIterator[Process]:
    """`marchwarden ask`, killed at the end if it still runs."""
    user = scene_home.path.parent
    with (user / ERRORS).open("wb") as errors:
        process = await anyio.open_process(
            [sys.executable, "-c", PROGRAM, "ask", "--jsonl", *arguments],
            cwd=user,
            env=clean_environment(user, MARCHWARDEN_HOME=str(scene_home.path)),
            stdout=PIPE,
            stderr=errors,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.aclose()


async def answered(home: Home, *arguments: str) -> tuple[ResearchResult, float]:
    """Let the command come to its end. Also returns the seconds after its first event."""
    async with command(home, *arguments) as process:
        lines = _lines_of(process)
        with anyio.fail_after(60):
            began, last = anyio.current_time(), b"null"
            with suppress(anyio.IncompleteRead):
                last = await lines.receive_until(b"\n", 2**24)
                began = anyio.current_time()
                while True:
                    last = await lines.receive_until(b"\n", 2**24)
    event = json.loads(last)
    assert event, (home.path.parent / ERRORS).read_text()
    assert event["event"] == "result"
    return ResearchResult.model_validate(event["result"]), anyio.current_time() - began


async def killed(home: Home, after: float | None, *arguments: str) -> None:
    """Kill the command so many seconds after its first event; None: before it, at once."""
    async with command(home, *arguments) as process:
        with anyio.fail_after(60):
            if after is None:
                return
            with suppress(anyio.IncompleteRead):  # it may end with one line
                await _lines_of(process).receive_until(b"\n", 2**24)
            with anyio.move_on_after(after):
                await process.wait()


def _lines_of(process: Process) -> BufferedByteReceiveStream:
    assert process.stdout is not None
    return BufferedByteReceiveStream(process.stdout)


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    home = Home(folder / "home")
    home.ensure()
    kitchen = Kitchen(home, seconds=SECONDS)
    async with (
        over_http(kitchen.servers["notes"]) as notes,
        over_http(kitchen.servers["papers"]) as papers,
    ):
        rows = [
            f'[[researchers]]\nname = "{name}"\nurl = "{url}"\n'
            for name, url in (("notes", notes), ("papers", papers))
        ]
        home.config.write_text("".join(rows))
        wanted, seconds = await answered(home, *_question())
        yield Scene(home, kitchen, wanted, kitchen.asked, seconds)


def _question() -> Sequence[str]:
    limits = REQUEST.constraints
    return ("--max-seconds", str(limits.max_seconds), REQUEST.question)


def _newest(home: Home, known: set[str]) -> str | None:
    """The investigation that was begun last, if one has its first line."""
    new = [one.run for one in list_traces(home) if one.run not in known and one.by == "pi"]
    return new[0] if new else None


async def kill_and_go_on(at: Scene, chance: random.Random) -> Counter[str]:
    """Kill a run, and then perhaps those that go on from it; then let one come to its end."""
    seen: Counter[str] = Counter()
    arguments: Sequence[str] = _question()
    known = {one.run for one in list_traces(at.home)}
    for _ in range(MOST_KILLS_OF_ONE_RUN):
        point = None if chance.random() < 0.05 else chance.random() * at.seconds * 1.1
        await killed(at.home, point, *arguments)
        seen["killed"] += 1
        run = _newest(at.home, known)
        if run is None:
            seen["before its first line"] += 1
        else:
            known.add(run)
            arguments = ("--resume", run)
            verdict = verify_trace(at.home, run)
            seen[verdict.status.value] += 1
            assert verdict.status is not VerifyStatus.TAMPERED, verdict
        if chance.random() < 0.6:
            break
    done = 0
    if arguments[0] == "--resume":
        steps = finished_steps(at.home, arguments[1])
        done = len(steps.received)
    asked_before = at.kitchen.asked
    result, _ = await answered(at.home, *arguments)
    assert at.kitchen.asked - asked_before == at.questions - done
    seen["questions not asked again"] += done
    assert essence(result) == essence(at.wanted)
    assert verify_trace(at.home, result.trace_id, read_data=True).status is VerifyStatus.OK
    return seen


async def kill_many(folder: Path, times: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    total: Counter[str] = Counter()
    async with scene(folder) as at:
        while total["killed"] < times:
            total += await kill_and_go_on(at, chance)
    return total


async def test_a_killed_ask_goes_on(tmp_path: Path) -> None:
    seen = await kill_many(tmp_path, 1, seed=7)
    assert seen["killed"] >= 1


@pytest.mark.soak
async def test_an_ask_killed_at_a_hundred_points_goes_on(tmp_path: Path, report: Report) -> None:
    seen = await kill_many(tmp_path, 100, seed=1)
    report(f"kill -9 of ask x {seen['killed']}: {dict(seen)}")
    assert seen["questions not asked again"] > 50
