"""Which steps of a run are finished, so that a run that was killed goes on and does none twice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from contract import ResearchRequest
from pi.model import InvestigationPlan, Received, Task
from pi.recorded import (
    Lost,
    NotAnInvestigation,
    RecordedStep,
    dispatched_in,
    elapsed_in,
    plan_in,
    received_in,
    request_in,
)
from traces.chain_rules import check_chain, check_head
from traces.errors import TraceNotFound
from traces.heads import heads_bytes, read_heads
from traces.home import Home
from traces.ids import is_run_id
from traces.line import Line
from traces.listing import is_running
from traces.reader import data_of, read_bytes, text_of
from traces.sink import Action, SealStatus
from traces.store import ContentStore
from traces.verification import VerifyStatus

INVESTIGATOR: Final = "pi"
LONGEST_CHAIN: Final = 64
"""Runs that were resumed one after the other; more are somebody's circle."""


class ResumeRefused(Exception):
    """The run can't be gone on with. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What finished steps have cost, over a run and those that it went on from. `seconds` is the
    time in which one of them was running."""

    tokens: int = 0
    micro_cents: int = 0
    dispatches: int = 0
    rounds: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Steps:
    """A run as far as it came.

    `received` are the finished steps in the order in which they ended; `unanswered` were sent, and
    no answer was recorded: whatever they cost is not in `spent`. `sealed` is how the run ended,
    None when it was killed. `notices` are sentences on recorded steps that can't be read back and
    have to be done again.
    """

    run: str
    request: ResearchRequest
    egress: str
    settings: Mapping[str, str] = field(default_factory=dict)
    plan: InvestigationPlan | None = None
    received: tuple[Received, ...] = ()
    unanswered: tuple[Task, ...] = ()
    spent: Spent = Spent()
    sealed: SealStatus | None = None
    notices: tuple[str, ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, Received]:
        """The finished steps by their tasks' keys."""
        return {received.task.key: received for received in self.received}


def finished_steps(home: Home, run: str) -> Steps:
    """Read a run's trace, sealed or not, and those of the runs that it went on from. A torn last
    line is no harm. Blocks. Raises TraceNotFound, OSError, and ResumeRefused for a trace that was
    tampered with, is still being written, or is not an investigation's."""
    chain = _ancestry(home, run)
    store = ContentStore(home.cas)
    found = _Found()
    for lines in reversed(chain):
        found.add(lines, store)
    return found.steps(run, chain[0], store)


def _ancestry(home: Home, run: str) -> list[tuple[Line, ...]]:
    """The lines of a run, of the one it goes on from, and so on."""
    chain: list[tuple[Line, ...]] = []
    seen: set[str] = set()
    current = run
    while current:
        if current in seen or len(seen) >= LONGEST_CHAIN:
            raise ResumeRefused(f"The runs before {run} go on from each other without end.")
        seen.add(current)
        lines = _sound_lines(home, current)
        chain.append(lines)
        current = text_of(lines[0].data, "resumes")
    return chain


def _sound_lines(home: Home, run: str) -> tuple[Line, ...]:
    if is_run_id(run) and home.trace(run).exists() and is_running(home, run):
        raise ResumeRefused(f"The run {run} is still going on; wait for it, or end it first.")
    checked = check_chain(run, read_bytes(home, run))
    findings = (*checked.findings, *check_head(run, checked, read_heads(heads_bytes(home.heads))))
    bad = next((one for one in findings if one.status is VerifyStatus.TAMPERED), None)
    if bad is not None:
        raise ResumeRefused(
            f"The trace {run} is not as it was written ({bad.sentence.rstrip('.')}); ask anew."
        )
    if not checked.lines:
        raise TraceNotFound(f"The run {run} was killed before its first line; ask anew.")
    first = checked.lines[0]
    if first.by != INVESTIGATOR:
        raise ResumeRefused(f"{run} is a run of {first.by}; only an investigation can go on.")
    return checked.lines


@dataclass(slots=True)
class _Found:
    """What the runs of a chain hold, the oldest added first."""

    tasks: dict[str, Task] = field(default_factory=dict)
    finished: dict[str, RecordedStep] = field(default_factory=dict)
    lost: dict[str, Lost] = field(default_factory=dict)
    plan: InvestigationPlan | None = None
    seconds: float = 0.0

    def add(self, lines: tuple[Line, ...], store: ContentStore) -> None:
        try:
            self.tasks |= {task.key: task for task in dispatched_in(lines, store)}
            self.plan = plan_in(lines, store) or self.plan
        except ValueError as error:
            raise ResumeRefused(f"A newer program wrote this run ({error}); ask anew.") from error
        for step in received_in(lines, self.tasks, store):
            if isinstance(step, Lost):
                self.lost[step.key] = step
            else:
                self.finished.setdefault(step.received.task.key, step)
        self.seconds += elapsed_in(lines)

    def steps(self, run: str, lines: tuple[Line, ...], store: ContentStore) -> Steps:
        opening = data_of(lines[0], store)
        settings = opening.get("settings")
        try:
            request = request_in(lines[0], store)
        except NotAnInvestigation as error:
            raise ResumeRefused(f"{run} can't be gone on with: {error}; ask anew.") from error
        done = self.finished.values()
        return Steps(
            run=run,
            request=request,
            egress=text_of(opening, "egress"),
            settings={key: str(value) for key, value in settings.items()}
            if isinstance(settings, Mapping)
            else {},
            plan=self.plan,
            received=tuple(step.received for step in done),
            unanswered=tuple(task for key, task in self.tasks.items() if key not in self.finished),
            spent=self._spent(),
            sealed=_seal_of(lines),
            notices=tuple(
                lost.sentence for key, lost in self.lost.items() if key not in self.finished
            ),
        )

    def _spent(self) -> Spent:
        done = tuple(self.finished.values())
        return Spent(
            tokens=sum(step.tokens for step in done),
            micro_cents=sum(step.micro_cents for step in done),
            dispatches=len(done),
            rounds=max((step.received.task.round for step in done), default=0),
            seconds=self.seconds,
        )


def _seal_of(lines: tuple[Line, ...]) -> SealStatus | None:
    last = lines[-1]
    return SealStatus(text_of(last.data, "status")) if last.action is Action.SEAL else None
