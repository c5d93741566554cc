"""What a check is: an id, the clause of the contract it stands for, and a pure function."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from contract.conformance.observation import Observation


class Status(StrEnum):
    """How a check came out."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    FAIL = "fail"
    NOT_OBSERVED = "not observed"
    """Nothing was seen that could hold or break the clause; not a pass."""
    NOT_APPLICABLE = "not applicable"
    """The clause says nothing about this transport."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status, and one sentence: what was seen."""

    status: Status
    sentence: str


@dataclass(frozen=True, slots=True)
class Check:
    """One row of the table. `clause` is what the contract says, in one sentence."""

    id: str
    clause: str
    look: Callable[[Observation], Outcome]


def passed(sentence: str) -> Outcome:
    """The clause holds."""
    return Outcome(Status.PASS, sentence)


def failed(sentence: str) -> Outcome:
    """The clause is broken."""
    return Outcome(Status.FAIL, sentence)


def unseen(sentence: str) -> Outcome:
    """There was nothing to look at."""
    return Outcome(Status.NOT_OBSERVED, sentence)


def inapplicable(sentence: str) -> Outcome:
    """There can be nothing to look at."""
    return Outcome(Status.NOT_APPLICABLE, sentence)


def judged(defects: list[str], holds: str) -> Outcome:
    """Fail with the first defect and the count of the others, or pass."""
    if not defects:
        return passed(holds)
    more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
    return failed(f"{defects[0]}{more}")
