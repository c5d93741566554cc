"""Asks the questions of a set, one after the other, of one local-brain that is kept warm."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import anyio

from contract import ResearchConstraints, ResearchRequest
from evals.case import Case, GoldSet
from evals.records import OutputFolder, Record
from pi.connection import ResearcherConnection, connect
from pi.failure import ResearcherFailure
from pi.network import Command, Researcher
from traces.home import Home

_INDEXING_SECONDS: Final = 600.0
Tell = Callable[[str], None]


async def run(
    gold: GoldSet, out: OutputFolder, environment: Mapping[str, str], tell: Tell
) -> dict[str, Record]:
    """Ask what `out` does not hold a result for yet, and return the records of all cases.

    `environment` is what the researcher's process gets, beside its home. `tell` is called with a
    sentence of progress every 50 questions.
    """
    out.prepare(gold.name)
    researcher = local_brain(gold, out.home(gold.name), environment)
    waiting = _unanswered(gold, out)
    before = len(waiting) + 1
    while waiting and len(waiting) < before:  # a server that answered nothing isn't started again
        before = len(waiting)
        try:
            async with connect(researcher) as connection:
                await _warm_up(connection, waiting[0], gold)
                await _ask(connection, waiting, gold, out, tell)
        except ResearcherFailure as failure:
            tell(f"{gold.name}: {failure.sentence}")
        waiting = _unanswered(gold, out)
    kept = out.kept(gold.name)
    return {case.id: kept.get(case.id) or _never_asked(case, gold) for case in gold.cases}


def local_brain(gold: GoldSet, home: Home, environment: Mapping[str, str]) -> Researcher:
    """The researcher of a set's notes, with a home of its own and settings as they come."""
    arguments = (sys.executable, "-m", "researchers.local_brain.main", "--notes", str(gold.vault))
    own = {name: value for name, value in environment.items() if not _is_setting(name)}
    return Researcher("local-brain", Command(arguments, own | {"MARCHWARDEN_HOME": str(home.path)}))


def _is_setting(name: str) -> bool:
    return name.startswith("MARCHWARDEN_")


def _unanswered(gold: GoldSet, out: OutputFolder) -> list[Case]:
    kept = out.kept(gold.name)
    answered = {
        record.case
        for record in kept.values()
        if record.result is not None and record.depth == gold.depth
    }
    return [case for case in gold.cases if case.id not in answered]


async def _warm_up(connection: ResearcherConnection, case: Case, gold: GoldSet) -> None:
    """One call that indexes the notes and loads what is loaded late; nobody counts it."""
    limits = ResearchConstraints(max_seconds=_INDEXING_SECONDS)
    await connection.research(
        ResearchRequest(question=case.question, depth=gold.depth, constraints=limits)
    )


async def _ask(
    connection: ResearcherConnection,
    cases: Sequence[Case],
    gold: GoldSet,
    out: OutputFolder,
    tell: Tell,
) -> None:
    for number, case in enumerate(cases, start=1):
        out.append(gold.name, await _record(connection, case, gold))
        if number % 50 == 0 or number == len(cases):
            tell(f"{gold.name}: {number} of {len(cases)} questions asked")
        if not connection.is_usable:
            return


async def _record(connection: ResearcherConnection, case: Case, gold: GoldSet) -> Record:
    request = ResearchRequest(question=case.question, depth=gold.depth)
    began = anyio.current_time()
    try:
        result, failure = await connection.research(request), None
    except ResearcherFailure as error:
        result, failure = None, error.sentence
    seconds = anyio.current_time() - began
    return Record(
        case=case.id,
        question=case.question,
        depth=gold.depth,
        seconds=seconds,
        result=result,
        failure=failure,
    )


def _never_asked(case: Case, gold: GoldSet) -> Record:
    return Record(
        case=case.id,
        question=case.question,
        depth=gold.depth,
        seconds=0.0,
        failure="The question was never asked.",
    )
