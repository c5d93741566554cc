"""The conformance checks: what v1 promises, held against what a researcher was seen to do.

Pure. `pi.conformance` makes the calls and collects an `Observation`; `run_checks` judges it.
"""

from contract.conformance.check import Check, Outcome, Status
from contract.conformance.observation import (
    Answer,
    Cancellation,
    Observation,
    Probe,
    StrayOutput,
    ToolFacts,
)
from contract.conformance.rows import Row, conforms, render_table, run_checks

__all__ = [
    "Answer",
    "Cancellation",
    "Check",
    "Observation",
    "Outcome",
    "Probe",
    "Row",
    "Status",
    "StrayOutput",
    "ToolFacts",
    "conforms",
    "render_table",
    "run_checks",
]
