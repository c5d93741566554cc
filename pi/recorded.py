"""What the lines of an investigation's trace say, as values. Pure but for reading the store.

A trace is kept clean of secrets, so a question that held one comes back without it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from contract import Depth, ResearchConstraints, ResearchRequest, ResearchResult
from pi.failure import FailureKind
from pi.model import (
    Failed,
    InvestigationPlan,
    LeftOut,
    QuestionKind,
    Reach,
    Received,
    SubQuestion,
    Taint,
    Task,
)
from traces.clock import moment_of
from traces.errors import ContentMissing
from traces.line import Line
from traces.reader import data_of, text_of
from traces.sink import Action, JsonValue
from traces.store import ContentStore

Data = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """A finished step and what it cost."""

    received: Received
    tokens: int
    micro_cents: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A recorded step that can't be read back, with the reason in one sentence."""

    key: str
    sentence: str


class NotAnInvestigation(Exception):
    """The lines are not those of a run of the principal investigator."""


def request_in(line: Line, store: ContentStore) -> ResearchRequest:
    """The request that an `open` line holds. Raises NotAnInvestigation when it holds none."""
    data = data_of(line, store)
    limits = _mapping(data, "constraints")
    names = ("max_iterations", "token_budget", "max_sources")
    given: dict[str, JsonValue] = {name: limits[name] for name in names if name in limits}
    milliseconds = count_of(limits, "max_milliseconds")
    constraints: dict[str, object] = {**given}
    if milliseconds:
        constraints["max_seconds"] = milliseconds / 1000
    try:
        return ResearchRequest(
            question=text_of(data, "question"),
            context=text_of(data, "context") or None,
            depth=Depth(text_of(data, "depth")),
            constraints=ResearchConstraints.model_validate(constraints),
        )
    except ValueError as error:
        raise NotAnInvestigation("its first line holds no request") from error


def plan_in(lines: tuple[Line, ...], store: ContentStore) -> InvestigationPlan | None:
    """The plan that a run made; None when it was killed before."""
    for line in lines:
        data = data_of(line, store)
        if line.action is Action.PLAN and data.get("choice") is None:
            return _plan(data)
    return None


def dispatched_in(lines: tuple[Line, ...], store: ContentStore) -> Iterator[Task]:
    """Every task that was sent or taken over, in order."""
    for line in lines:
        if line.action is Action.DISPATCH:
            yield _task(data_of(line, store))


def received_in(
    lines: tuple[Line, ...], tasks: Mapping[str, Task], store: ContentStore
) -> Iterator[RecordedStep | Lost]:
    """Every step that came to an end, in order. `tasks` are those dispatched, by key."""
    for line in lines:
        if line.action is Action.RECEIVE:
            yield _received(data_of(line, store), tasks, store)


def elapsed_in(lines: tuple[Line, ...]) -> float:
    """Seconds from a run's first line to its last."""
    if not lines:
        return 0.0
    return (_moment(lines[-1]) - _moment(lines[0])).total_seconds()


def count_of(data: Data, key: str) -> int:
    """A field that should be a count; 0 when it is not."""
    value = data.get(key)
    return value if isinstance(value, int) else 0


def outcome_of(data: Data, store: ContentStore) -> ResearchResult | Failed:
    """What a `receive` line's data says that came. Raises ContentMissing, and ValueError for a
    result or a failure of another program."""
    failure = text_of(data, "failure")
    if failure:
        return Failed(FailureKind(text_of(data, "failure_kind")), failure)
    return ResearchResult.model_validate_json(store.get(text_of(data, "result")))


def _received(data: Data, tasks: Mapping[str, Task], store: ContentStore) -> RecordedStep | Lost:
    key = text_of(data, "key")
    task = tasks.get(key)
    if task is None:
        return Lost(key, f"An answer of {text_of(data, 'researcher')} belongs to no question.")
    try:
        outcome = outcome_of(data, store)
        reach = Reach(text_of(data, "reach"))
        contents = {name: store.get(name).decode() for name in _texts(data, "contents")}
    except (ContentMissing, ValueError) as error:
        return Lost(key, f"What {task.researcher} answered can't be read back: {_first(error)}")
    received = Received(
        task=task,
        outcome=outcome,
        seconds=count_of(data, "elapsed_ms") / 1000,
        contents=contents,
        reach=reach,
        notices=_texts(data, "notices"),
    )
    return RecordedStep(received, count_of(data, "tokens"), count_of(data, "micro_cents"))


def _plan(data: Data) -> InvestigationPlan | None:
    details = _mapping(data, "details")
    numbers = details.get("numbers")
    texts = _texts(data, "queries")
    if not isinstance(numbers, list) or len(numbers) != len(texts):
        return None
    return InvestigationPlan(
        kind=QuestionKind(text_of(data, "family")),
        sub_questions=tuple(
            SubQuestion(int(str(number)), text) for number, text in zip(numbers, texts, strict=True)
        ),
        tasks=tuple(map(_task, _rows(data, "tasks"))),
        left_out=tuple(
            LeftOut(text_of(row, "researcher"), text_of(row, "reason"))
            for row in _rows(details, "left_out")
        ),
    )


def _task(data: Data) -> Task:
    return Task(
        key=text_of(data, "key"),
        round=count_of(data, "round"),
        researcher=text_of(data, "researcher"),
        question=text_of(data, "question"),
        why=text_of(data, "why"),
        sub_question=count_of(data, "sub_question"),
        taint=Taint(text_of(data, "taint")),
        via=_texts(data, "via"),
        priority=int(text_of(data, "priority") or 0),
        again=count_of(data, "again"),
    )


def _moment(line: Line) -> datetime:
    return moment_of(line.timestamp)


def _mapping(data: Data, key: str) -> Data:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}


def _rows(data: Data, key: str) -> Iterator[Data]:
    value = data.get(key)
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, Mapping))


def _texts(data: Data, key: str) -> tuple[str, ...]:
    value = data.get(key)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return f"{error.error_count()} of its fields are not as the contract has them."
    return str(error)
