"""The investigator keeps the contract that it asks of its researchers."""

from pathlib import Path

import pytest

from contract.conformance import conforms, render_table
from pi.conformance import check_conformance
from pi.network import InProcess, Researcher
from pi.server import pi_server
from tests.contract.broken.good import QUESTION, GoodResearcher
from tests.contract.broken.server import serve
from tests.pi.networks import investigator, member
from traces.home import Home
from traces.listing import list_traces


@pytest.mark.anyio
async def test_the_investigator_passes_every_check_of_the_contract(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.ensure()
    notes = member("two-notes", serve(GoodResearcher(home)))
    async with investigator([notes], home) as top:
        server = pi_server(top, home, version="1", leaves_machine=False)
        async with server.jobs:
            rows = await check_conformance(Researcher("pi", InProcess(server)), question=QUESTION)
    assert conforms(rows), render_table(rows)
    assert {one.state.value for one in list_traces(home)} <= {"complete", "cancelled"}
