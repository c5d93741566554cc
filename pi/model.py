"""The values of an investigation: who can be asked, what is asked of whom, what came back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from contract import ResearchResult
from pi.failure import FailureKind
from pi.network import Researcher


class Reach(StrEnum):
    """How far a researcher carries what it is told: nowhere, to search engines and sites, or to
    whoever runs a hosted model."""

    LOCAL = "local"
    SEARCH = "search"
    HOSTED = "hosted"

    def allows(self, wanted: "Reach") -> bool:
        """Whether what may go this far may go as far as `wanted`."""
        order = list(Reach)
        return order.index(wanted) <= order.index(self)


@dataclass(frozen=True, slots=True)
class Member:
    """One researcher of the network as the PI knows it: by the user's own settings, and never by
    what the researcher says of itself. `covers` are words for what it knows about."""

    researcher: Researcher
    reach: Reach = Reach.LOCAL
    covers: tuple[str, ...] = ()
    max_seconds: float | None = None

    @property
    def name(self) -> str:
        """As in the settings."""
        return self.researcher.name


class QuestionKind(StrEnum):
    """What a question asks for, as far as it decides how it is divided."""

    LOOKUP = "lookup"
    COMPARISON = "comparison"
    TIMELINE = "timeline"
    LIST = "list"
    YES_NO = "yes_no"
    MULTI_HOP = "multi_hop"


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A part of the question that can be asked by itself. The first one is the whole question."""

    number: int
    text: str


class Taint(StrEnum):
    """Where the words of a question come from. A researcher that leaves the machine gets only
    those of the user and of the web, unless the user said otherwise."""

    QUESTION = "question"
    WEB = "web"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Task:
    """One question for one researcher. `key` is unique in a run and the same in every run of the
    same plan. `via` are the researchers whose reports led to it, the first one first."""

    key: str
    round: int
    researcher: str
    question: str
    why: str
    sub_question: int = 0
    taint: Taint = Taint.QUESTION
    via: tuple[str, ...] = ()
    priority: int = 0
    """Smaller goes first where the budget does not reach for all."""
    again: int = 0
    """How often this researcher was asked the same before; it gets more of the budget then."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A researcher of the network that a plan asks nothing, with the reason in one sentence."""

    researcher: str
    reason: str


@dataclass(frozen=True, slots=True)
class InvestigationPlan:
    """What is asked first."""

    kind: QuestionKind
    sub_questions: tuple[SubQuestion, ...]
    tasks: tuple[Task, ...]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A researcher's part of the run that failed; it costs nobody else anything."""

    kind: FailureKind
    sentence: str


@dataclass(frozen=True, slots=True)
class Received:
    """What one task came to. `contents` are the stored texts behind the result's citations, by
    hash, as far as they could be had; `notices` are sentences on what was left out of it."""

    task: Task
    outcome: ResearchResult | Failed
    seconds: float
    contents: Mapping[str, str] = field(default_factory=dict)
    reach: Reach = Reach.LOCAL
    notices: tuple[str, ...] = ()
