"""The table: one row for each check, in the order in which a reader wants them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from contract.conformance.call_checks import CALL_CHECKS
from contract.conformance.check import Check, Status
from contract.conformance.evidence_checks import EVIDENCE_CHECKS
from contract.conformance.observation import Observation
from contract.conformance.result_checks import RESULT_CHECKS
from contract.conformance.tool_checks import TOOL_CHECKS
from contract.conformance.trace_checks import TRACE_CHECKS

ALL_CHECKS: Final[tuple[Check, ...]] = (
    *TOOL_CHECKS,
    *RESULT_CHECKS,
    *EVIDENCE_CHECKS,
    *TRACE_CHECKS,
    *CALL_CHECKS,
)

_SIGNS: Final = {
    Status.PASS: "ok",
    Status.FAIL: "FAIL",
    Status.NOT_OBSERVED: "not seen",
    Status.NOT_APPLICABLE: "-",
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one check found."""

    id: str
    clause: str
    status: Status
    sentence: str


def run_checks(seen: Observation) -> tuple[Row, ...]:
    """Judge one observation by every check."""
    outcomes = ((check, check.look(seen)) for check in ALL_CHECKS)
    return tuple(Row(c.id, c.clause, out.status, out.sentence) for c, out in outcomes)


def conforms(rows: Sequence[Row]) -> bool:
    """Whether every check that applies was observed to hold."""
    held = (Status.PASS, Status.NOT_APPLICABLE)
    return bool(rows) and all(row.status in held for row in rows)


def render_table(rows: Sequence[Row]) -> str:
    """The rows as text for a terminal, one line each, and a closing line with the counts."""
    id_width = max((len(row.id) for row in rows), default=0)
    sign_width = max(map(len, _SIGNS.values()))
    lines = [
        f"{_SIGNS[row.status]:<{sign_width}}  {row.id:<{id_width}}  {_told(row)}" for row in rows
    ]
    counts = ", ".join(
        f"{sum(row.status is status for row in rows)} {status.value}" for status in Status
    )
    return "\n".join([*lines, "", counts])


def _told(row: Row) -> str:
    """What was seen; where a clause is broken, the clause as well."""
    seen = " ".join(row.sentence.split())
    return f"{seen} ({row.clause})" if row.status is Status.FAIL else seen
