"""A researcher behind pipes: however it behaves, its caller gets an answer or one sentence."""

import os

import anyio
import pytest

from contract import ResearchRequest
from contract.request import ResearchConstraints
from pi.child import launched
from pi.connection import ProgressUpdate, connect, text_of
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Command, Researcher, child_environment
from tests.pi.rude import rude, run

pytestmark = pytest.mark.anyio

SOON = ResearchRequest(question="When?", constraints=ResearchConstraints(max_seconds=20))
AT_ONCE = ResearchRequest(question="When?", constraints=ResearchConstraints(max_seconds=0.3))


async def failure_of(mode: str, request: ResearchRequest = SOON) -> ResearcherFailure:
    with anyio.fail_after(15), pytest.raises(ResearcherFailure) as caught:
        async with connect(rude(mode)) as connection:
            await connection.research(request, grace_seconds=0.2)
    return caught.value


async def answer_of(mode: str) -> str:
    with anyio.fail_after(15):
        async with connect(rude(mode)) as connection:
            return (await connection.research(SOON)).answer


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("die", FailureKind.DIED, "ended with exit code 3; its last words: the index is locked"),
        ("half-a-message", FailureKind.DIED, "ended with exit code 0"),
        ("endless-line", FailureKind.TOO_LARGE, "sent a message over 16,777,216 bytes"),
        ("chatter", FailureKind.PROTOCOL, "fills stdout with lines that are not MCP: 'thinking 0'"),
        ("big", FailureKind.TOO_LARGE, "over the 524,288 a result may have"),
        ("error", FailureKind.REFUSED, "rude: No notes are set."),
        ("rpc-error", FailureKind.PROTOCOL, "answered with an error: kaput"),
        ("no-structure", FailureKind.CONTRACT, "without structured content"),
        ("bad-result", FailureKind.CONTRACT, "outside contract v1: confidence"),
        ("not-a-result", FailureKind.PROTOCOL, "not valid MCP"),
        ("version", FailureKind.CONTRACT, "offers contract v2; this program speaks v1"),
        ("no-tool", FailureKind.CONTRACT, "has no tool `research`"),
    ],
)
async def test_a_rude_researcher_costs_one_sentence(
    mode: str, kind: FailureKind, words: str
) -> None:
    failure = await failure_of(mode)
    assert (failure.kind, failure.researcher) == (kind, "rude")
    assert words in failure.sentence
    assert "\n" not in failure.sentence


async def test_a_call_that_hangs_ends_at_its_own_limit() -> None:
    begun = anyio.current_time()
    failure = await failure_of("hang", AT_ONCE)
    assert failure.kind is FailureKind.TIMEOUT
    assert "no answer within 0.5 s" in failure.sentence
    assert anyio.current_time() - begun < 5


async def test_a_dead_researcher_is_noticed_although_its_grandchild_holds_the_pipe() -> None:
    begun = anyio.current_time()
    failure = await failure_of("leave-a-grandchild")
    assert failure.kind is FailureKind.DIED
    assert anyio.current_time() - begun < 6


@pytest.mark.parametrize("mode", ["deep", "some-chatter", "flood", "talk-on-stderr"])
async def test_noise_beside_the_answer_is_survived(mode: str) -> None:
    assert await answer_of(mode) == "Rye is sown in September. [1]"


async def test_bytes_that_are_no_text_spoil_only_the_place_where_they_stand() -> None:
    assert await answer_of("bad-bytes") == "\N{REPLACEMENT CHARACTER}( [1]"


@pytest.mark.parametrize(
    ("command", "kind", "words"),
    [
        (("no-such-program",), FailureKind.START_FAILED, "No such file or directory"),
        ((), FailureKind.START_FAILED, "empty command"),
        (("false",), FailureKind.DIED, "ended with exit code 1; ask again"),
        (("cat",), FailureKind.PROTOCOL, "not as an MCP server; check its command"),
        (("sleep", "30"), FailureKind.TIMEOUT, "no answer within 0.4 s; allow it more time"),
        (("yes",), FailureKind.PROTOCOL, "not MCP: 'y'"),
        (("sh", "-c", "echo hello; sleep 30"), FailureKind.PROTOCOL, "not MCP: 'hello'"),
        (
            ("sh", "-c", "echo why >&2; kill -9 $$"),
            FailureKind.DIED,
            "killed by signal 9; its last",
        ),
    ],
)
async def test_a_command_that_is_no_researcher_is_told_apart(
    command: tuple[str, ...], kind: FailureKind, words: str
) -> None:
    with anyio.fail_after(15), pytest.raises(ResearcherFailure) as caught:
        async with connect(run(*command), seconds=0.4):
            pytest.fail("connected to nothing")
    assert caught.value.kind is kind
    assert words in caught.value.sentence


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("empty-handshake", FailureKind.PROTOCOL),
        ("future-handshake", FailureKind.PROTOCOL),
        ("listing-of-numbers", FailureKind.PROTOCOL),
        ("listing-without-tools", FailureKind.PROTOCOL),
        ("endless-listing", FailureKind.CONTRACT),
    ],
)
async def test_a_handshake_gone_wrong_is_one_sentence(mode: str, kind: FailureKind) -> None:
    failure = await failure_of(mode)
    assert failure.kind is kind, failure
    assert "\n" not in failure.sentence


async def test_what_the_caller_raises_comes_out_as_it_is() -> None:
    with pytest.raises(KeyError, match="mine"):
        async with connect(rude("good")):
            raise KeyError("mine")


async def test_progress_reaches_the_caller_in_order() -> None:
    seen: list[float] = []

    async def note(update: ProgressUpdate) -> None:
        seen.append(update.progress)

    async with connect(rude("flood")) as connection:
        await connection.research(SOON, note)
    assert seen == sorted(seen)
    assert seen[-1] == 5_000


async def test_cancelling_the_caller_cancels_the_call_over_there() -> None:
    working = anyio.Event()

    async def note(_: ProgressUpdate) -> None:
        working.set()

    async with connect(rude("hang")) as connection:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(connection.research, SOON, note)
            with anyio.fail_after(5):
                await working.wait()
            tasks.cancel_scope.cancel()
        answer = await connection.call("was_cancelled", {}, 5)
    assert text_of(answer) == "yes"


async def test_a_call_out_of_time_is_cancelled_over_there_and_the_next_one_works() -> None:
    async with connect(rude("hang")) as connection:
        with pytest.raises(ResearcherFailure):
            await connection.research(AT_ONCE, grace_seconds=0)
        assert text_of(await connection.call("was_cancelled", {}, 5)) == "yes"


async def test_two_calls_at_once_share_a_connection() -> None:
    answers: list[str] = []

    async with connect(rude("good")) as connection:

        async def ask() -> None:
            answers.append((await connection.research(SOON)).answer)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            tasks.start_soon(ask)
    assert len(answers) == 2


async def test_a_dead_researcher_ends_all_calls_and_is_not_usable() -> None:
    kinds: list[FailureKind] = []
    async with connect(rude("die")) as connection:

        async def ask() -> None:
            with pytest.raises(ResearcherFailure) as caught:
                await connection.research(SOON)
            kinds.append(caught.value.kind)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            tasks.start_soon(ask)
        await ask()
        assert not connection.is_usable
    assert kinds == [FailureKind.DIED] * 3


async def test_a_child_that_ignores_the_end_is_killed() -> None:
    researcher = rude("stubborn")
    async with launched(researcher) as child:
        assert child is not None
        async with connect(researcher, child) as connection:
            await connection.research(SOON)
        assert child.exit_code == -9


async def test_a_child_sees_nothing_of_the_environment_but_what_it_needs() -> None:
    environ = {**os.environ, "ANTHROPIC_API_KEY": "secret", "MARCHWARDEN_HOME": "/h", "LC_ALL": "C"}
    base = rude("environment").transport
    assert isinstance(base, Command)
    researcher = Researcher("rude", Command(base.arguments, child_environment(environ)))
    async with connect(researcher) as connection:
        names = (await connection.research(SOON)).answer.split()
    assert {"MARCHWARDEN_HOME", "LC_ALL", "PATH"} <= set(names)
    assert "ANTHROPIC_API_KEY" not in names


async def test_a_failed_start_costs_only_its_own_part() -> None:
    """Three researchers in one task group: one can't start, one dies, one answers."""
    outcomes: dict[str, object] = {}

    async def ask(name: str, researcher: Researcher) -> None:
        try:
            async with connect(researcher) as connection:
                outcomes[name] = (await connection.research(SOON)).answer
        except ResearcherFailure as failure:
            outcomes[name] = failure.kind

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask, "missing", run("no-such-program"))
        tasks.start_soon(ask, "dying", rude("die"))
        tasks.start_soon(ask, "good", rude("good"))
    assert outcomes == {
        "missing": FailureKind.START_FAILED,
        "dying": FailureKind.DIED,
        "good": "Rye is sown in September. [1]",
    }
