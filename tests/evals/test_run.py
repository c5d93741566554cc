"""A researcher that can't be had costs its questions, and nothing else."""

from pathlib import Path

import pytest

from evals.case import Case, GoldSet, Kind
from evals.layouts import examples
from evals.records import OutputFolder
from evals.run import local_brain, run
from pi.network import Command
from traces.home import Home

CASES = (Case("a", "What is rye?", Kind.OFF_TOPIC), Case("b", "Who is Ann?", Kind.OFF_TOPIC))


@pytest.mark.anyio
async def test_a_researcher_that_will_not_start_fails_each_case(tmp_path: Path) -> None:
    told: list[str] = []
    gold = GoldSet("squad2", tmp_path / "no such folder", CASES)
    records = await run(gold, OutputFolder(tmp_path / "out"), {}, told.append)
    assert set(records) == {"a", "b"}
    assert all(record.result is None and record.failure for record in records.values())
    assert told
    assert all(sentence.startswith("squad2: ") for sentence in told)


def test_settings_of_the_caller_do_not_reach_the_researcher(tmp_path: Path) -> None:
    home = Home(tmp_path)
    environment = {"PATH": "/bin", "MARCHWARDEN_DEPTH": "deep", "MARCHWARDEN_HOME": "/elsewhere"}
    transport = local_brain(examples(), home, environment).transport
    assert isinstance(transport, Command)
    assert transport.environment == {"PATH": "/bin", "MARCHWARDEN_HOME": str(tmp_path)}
