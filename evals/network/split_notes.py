"""The notes of a multi-hop set parted among three servers: what the investigator cites of all, and
what one server cites that has them all.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from contract import ResearchConstraints, ResearchRequest, ResearchResult
from evals.case import Case, GoldSet
from evals.figures import Figure
from evals.integrity import Share
from evals.network.asking import network
from evals.records import OutputFolder, Record
from evals.report import SetReport
from evals.run import local_brain
from evals.scorers import all_files
from pi.model import Member
from pi.network import Researcher
from traces.home import Home

NAME: Final = "multihoprag-network"
SERVERS: Final = 3
MOST_LOST: Final = 0.03
_INDEXING_SECONDS: Final = 600.0
_ANY: Final = 1_000


async def measure_split(
    gold: GoldSet,
    out: OutputFolder,
    environment: Mapping[str, str],
    one_server: Mapping[str, Record],
    tell: Callable[[str], None],
) -> SetReport:
    """Ask every answerable question of the network; `one_server` are the records of the same
    questions to one researcher with all the notes."""
    cases = [case for case in gold.cases if case.is_answerable]
    folder = out.path / NAME
    parts = part_notes(gold.vault, folder / "parts")
    members = [_member(gold, part, folder, environment) for part in parts]
    cited: list[tuple[Case, ResearchResult]] = []
    async with network(members, Home(folder / "home")) as ask:
        warm = ResearchConstraints(max_seconds=_INDEXING_SECONDS)
        await ask(ResearchRequest(question=cases[0].question, constraints=warm))
        for number, case in enumerate(cases, start=1):
            request = ResearchRequest(question=case.question, depth=gold.depth)
            cited.append((case, await ask(request)))
            if number % 50 == 0 or number == len(cases):
                tell(f"{NAME}: {number} of {len(cases)} questions asked")
    return SetReport(figures_of(cited, one_server), None, ())


def part_notes(vault: Path, into: Path) -> list[Path]:
    """Every third note to each server, in the order of their names, as links."""
    parts = [into / f"part-{number}" for number in range(1, SERVERS + 1)]
    notes = sorted(path for path in vault.rglob("*") if path.is_file())
    for place, note in enumerate(notes):
        target = parts[place % SERVERS] / note.relative_to(vault)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            target.write_bytes(note.read_bytes())
    return parts


def figures_of(
    cited: list[tuple[Case, ResearchResult]], one_server: Mapping[str, Record]
) -> tuple[Figure, ...]:
    """All gold notes cited, by the network and by the one server, among ten and at all; both have
    to reach what the one server does within the margin."""
    rows: list[Figure] = []
    for words, among in (("among 10 citations", 10), ("cited at all", _ANY)):
        of_all = [all_files(case, result, among) for case, result in cited]
        of_one = [
            all_files(case, record.result, among)
            for case, _ in cited
            if (record := one_server.get(case.id)) is not None and record.result is not None
        ]
        least = sum(of_one) / len(of_one) - MOST_LOST if of_one else None
        rows.append(Figure(NAME, f"all gold notes {words}", Share(sum(of_all), len(of_all)), least))
        rows.append(
            Figure(
                NAME, f"one server: all gold notes {words}", Share(sum(of_one), len(of_one)), None
            )
        )
    return tuple(rows)


def _member(gold: GoldSet, part: Path, folder: Path, environment: Mapping[str, str]) -> Member:
    """A local-brain over one part, with a home of its own."""
    own = GoldSet(gold.name, part, ())
    started = local_brain(own, Home(folder / f"home-{part.name}"), environment)
    return Member(Researcher(part.name, started.transport))
