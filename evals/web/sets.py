"""The sets that the researcher of the web is measured on, by the name of the folder they lie in."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evals.integrity import stored_in
from evals.records import OutputFolder
from evals.report import SetReport, failures_of, timing_of
from evals.run import Tell, run
from evals.web import extraction, injection_cases, robots
from evals.web.injection import injection_figures
from evals.web.injection_notes import note_figures, notes_of
from evals.web.page_trials import try_pages


@dataclass(frozen=True, slots=True)
class Measuring:
    """Where the sets lie and the results go; at most `limit` cases, pages or documents of a set.
    `environment` is what a researcher's process gets."""

    data: Path
    out: OutputFolder
    environment: Mapping[str, str]
    limit: int | None
    tell: Tell


async def measure_robots(at: Measuring) -> list[SetReport]:
    """Raises GoldUnreadable, as all of these."""
    return [robots.measure_robots(at.data, at.limit)]


async def measure_extraction(at: Measuring) -> list[SetReport]:
    """Every page is read in the processes that read pages."""
    return [await extraction.measure_extraction(at.data, at.limit)]


async def measure_injection(at: Measuring) -> list[SetReport]:
    """Over a simulated web, and over local-brain with the same documents as notes. What was asked
    of the web before is asked again: what was seen of the network isn't kept."""
    gold = injection_cases.injection_set(at.data, at.limit)
    name = injection_cases.NAME
    trials = await try_pages(gold.questions(), name, at.out, at.tell)
    web = injection_figures(gold, trials, stored_in(at.out.home(name)))
    notes = notes_of(gold, at.out.path / "injection-notes")
    records = await run(notes, at.out, at.environment, at.tell)
    asked = list(records.values())
    return [
        SetReport(tuple(web), timing_of(name, [trial.record for trial in trials]), ()),
        SetReport(
            tuple(note_figures(gold, records)), timing_of(notes.name, asked), failures_of(asked)
        ),
    ]


WEB_SETS: Final[Mapping[str, Callable[[Measuring], Awaitable[list[SetReport]]]]] = {
    robots.NAME: measure_robots,
    extraction.NAME: measure_extraction,
    injection_cases.NAME: measure_injection,
}
