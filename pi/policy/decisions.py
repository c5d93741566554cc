"""What the PI may decide about one thing that a researcher reported."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from contract import DiscoveryType, GapCategory
from pi.model import Task


class Urgency(IntEnum):
    """What goes first where the budget does not reach for all; smaller is more urgent."""

    NOT_FOUND = 10
    CUT_SHORT = 20
    OUT_OF_SCOPE = 30
    CONTRADICTION = 40
    DENIED = 50
    ASPECT = 60
    RELATED = 70
    NEW_SOURCE = 80
    LEFT_OVER = 90


@dataclass(frozen=True, slots=True)
class Cause:
    """What a decision is about: the `position`-th gap or discovery event of one result. `kind` is
    None for a researcher that failed. `about` is its topic or query, safe to show, and `reported`
    the same to the letter."""

    task_key: str
    researcher: str
    kind: GapCategory | DiscoveryType | None
    position: int
    about: str
    reported: str


@dataclass(frozen=True, slots=True)
class _Decision:
    """Every decision has its cause, and its reason in one sentence."""

    cause: Cause
    reason: str
    priority: int


@dataclass(frozen=True, slots=True)
class AskAnother(_Decision):
    """Somebody else is asked what the first one could not answer."""

    task: Task


@dataclass(frozen=True, slots=True)
class AskAgainWithMore(_Decision):
    """The same researcher is asked the same again, with more of the budget."""

    task: Task


@dataclass(frozen=True, slots=True)
class Follow(_Decision):
    """A lead goes to the researcher that it belongs to."""

    task: Task


@dataclass(frozen=True, slots=True)
class LayOut(_Decision):
    """Excerpts that disagree are shown side by side. `citations` are 1-based positions in the
    result of the cause; empty where it does not say which."""

    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TellReader(_Decision):
    """Nothing can be done here; the reader is told, in the words of the reason."""


@dataclass(frozen=True, slots=True)
class Ignore(_Decision):
    """Nothing is done. `told` says whether the reader should hear why: not for repetitions."""

    told: bool


Decision: TypeAlias = AskAnother | AskAgainWithMore | Follow | LayOut | TellReader | Ignore


def task_of(decision: Decision) -> Task | None:
    """The task that a decision makes, if any."""
    if isinstance(decision, AskAnother | AskAgainWithMore | Follow):
        return decision.task
    return None


def is_told(decision: Decision) -> bool:
    """Whether it belongs in front of the reader as a lead or gap that was not followed."""
    return isinstance(decision, TellReader) or (isinstance(decision, Ignore) and decision.told)
