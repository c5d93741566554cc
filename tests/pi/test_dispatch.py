"""One question to one researcher, and who is there."""

import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from contract import ResearchRequest, ResearchResult
from contract.conformance.chain import read_chain
from pi.connection import connect
from pi.dispatch import dispatch
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Command, InProcess, Researcher, child_environment, transport_words
from pi.probe import probe, probe_all
from pi.progress import ProgressUpdate
from tests.contract.broken.good import QUESTION, GoodResearcher
from tests.contract.broken.server import serve
from tests.pi.rude import rude, run
from traces.home import Home
from traces.store import ContentStore
from traces.verify import verify_trace

pytestmark = pytest.mark.anyio

REPOSITORY = Path(__file__).parents[2]


def question() -> ResearchRequest:
    return ResearchRequest(question="When?")


async def test_a_result_is_handed_back() -> None:
    outcome = await dispatch(rude("good"), question)
    assert isinstance(outcome, ResearchResult)
    assert outcome.answer == "Rye is sown in September. [1]"


@pytest.mark.parametrize(
    ("researcher", "kind"),
    [
        (run("no-such-program"), FailureKind.START_FAILED),
        (run("false"), FailureKind.DIED),
        (rude("die"), FailureKind.DIED),
        (rude("error"), FailureKind.REFUSED),
    ],
)
async def test_a_failure_is_a_value(researcher: Researcher, kind: FailureKind) -> None:
    outcome = await dispatch(researcher, question)
    assert isinstance(outcome, ResearcherFailure)
    assert outcome.kind is kind


async def test_a_question_that_can_not_be_made_is_the_callers_own_error() -> None:
    def refuse() -> ResearchRequest:
        raise LookupError("no notes are set")

    with pytest.raises(LookupError, match="no notes"):
        await dispatch(rude("good"), refuse)


async def test_a_caller_that_goes_away_leaves_a_trace_sealed_as_cancelled(tmp_path: Path) -> None:
    arguments = (sys.executable, "-m", "tests.contract.broken", "TakesItsTime", str(tmp_path))
    command = Command(arguments, child_environment(os.environ), REPOSITORY)
    with anyio.fail_after(20):
        with anyio.CancelScope() as scope:

            async def leave(_: ProgressUpdate) -> None:
                scope.cancel()

            await dispatch(Researcher("two-notes", command), question, leave)
    assert scope.cancelled_caught
    traces = [read_chain(path.read_bytes()) for path in Home(tmp_path).traces.glob("*.jsonl")]
    assert [trace.status for trace in traces] == ["cancelled"]


async def test_a_probe_tells_version_transport_and_latency() -> None:
    presence = await probe(rude("good"))
    assert (presence.transport, presence.contract_version, presence.failure) == (
        "stdio",
        "v1",
        None,
    )
    assert presence.latency_seconds is not None
    assert presence.latency_seconds < 5


async def test_the_network_is_probed_at_once_and_the_sick_do_not_hide_the_well() -> None:
    found = await probe_all(
        (run("no-such-program"), rude("good"), rude("version"), rude("no-tool"))
    )
    assert [presence.contract_version for presence in found] == [None, "v1", "v2", None]
    assert [presence.failure is None for presence in found] == [False, True, False, False]


async def test_a_trace_and_its_content_are_read_from_afar(tmp_path: Path) -> None:
    home = Home(tmp_path)
    researcher = Researcher("notes", InProcess(serve(GoodResearcher(home))))
    async with connect(researcher) as connection:
        result = await connection.research(ResearchRequest(question=QUESTION))
        trace = await connection.read_trace(result.trace_id)
        citation = result.citations[0]
        assert citation.content_hash is not None
        content = (await connection.read_blob(citation.content_hash)).decode()
    assert trace == home.trace(result.trace_id).read_bytes()
    assert content[citation.char_start : citation.char_end] == citation.raw_excerpt
    assert verify_trace(home, result.trace_id).exit_code == 0


async def test_large_content_is_read_in_parts_to_the_last_byte(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.ensure()
    large = bytes(range(256)) * 20_000
    name = ContentStore(home.cas).put(large)
    researcher = Researcher("notes", InProcess(serve(GoodResearcher(home))))
    async with connect(researcher) as connection:
        assert await connection.read_blob(name) == large


async def test_content_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    researcher = Researcher("notes", InProcess(serve(GoodResearcher(Home(tmp_path)))))
    async with connect(researcher) as connection:
        with pytest.raises(ResearcherFailure, match="is not in the store"):
            await connection.read_blob("sha256:" + "0" * 64)


def test_dispatching_imports_nothing_heavy_before_the_child_runs() -> None:
    script = (
        "import sys, pi.dispatch; print(sorted({'mcp', 'pydantic', 'httpx2'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout.strip() == "[]"


def test_transports_have_names_for_a_table() -> None:
    assert transport_words(rude("good").transport) == "stdio"


def test_keys_of_hosted_models_do_not_reach_a_child() -> None:
    environ = {"HOME": "/h", "OPENAI_API_KEY": "x", "MARCHWARDEN_TOKEN": "t", "LC_ALL": "C"}
    assert child_environment(environ).keys() == {"HOME", "MARCHWARDEN_TOKEN", "LC_ALL"}
