"""Whatever one researcher does, the others' results stand, the answer comes, and nobody is left."""

import anyio
import pytest

from pi.failure import FailureKind
from pi.model import Failed
from pi.pool import Pool
from pi.testing.misbehaving import KINDS
from tests.pi.asking import ANSWER, answer_of, ask
from tests.pi.rude import marked_processes, member, new_mark

pytestmark = pytest.mark.anyio

PATIENCE = 15.0
"""For those who answer or fail by themselves; a busy machine needs longer than they do."""
SHORT = 2.5
"""For those who use up their deadline."""
CLOSING = 6.0

ANSWERS = frozenset(
    "good answer-twice bad-bytes borrow-trace changing-tools cut-trace deep environment flood "
    "forge-trace hide-one-of-two hide-trace sleep some-chatter stubborn talk-on-stderr".split()
)
"""Those whose fault lies beside the answer, and is survived."""

USE_UP_THEIR_TIME = frozenset("another-id cancel-itself half-a-character hang mute work".split())

SILENT = frozenset({"silent-records", "storm"})
"""Those that take some seconds to be found out."""

FAILURES = {
    "another-id": FailureKind.TIMEOUT,
    "big": FailureKind.TOO_LARGE,
    "climbing-trace": FailureKind.CONTRACT,
    "dead-at-start": FailureKind.DIED,
    "die": FailureKind.DIED,
    "endless-line": FailureKind.TOO_LARGE,
    "hide-content": FailureKind.CONTRACT,
    "misquote": FailureKind.UNTRUE,
    "mute": FailureKind.TIMEOUT,
    "numbered-trace": FailureKind.CONTRACT,
    "point-past-the-end": FailureKind.UNTRUE,
    "rpc-error": FailureKind.PROTOCOL,
    "shift-offsets": FailureKind.UNTRUE,
    "silent-records": FailureKind.CONTRACT,
    "storm": FailureKind.PROTOCOL,
    "swap-content": FailureKind.UNTRUE,
    "version": FailureKind.CONTRACT,
}

QUICK = tuple(kind for kind in KINDS if kind not in USE_UP_THEIR_TIME | SILENT)
GROUPS = tuple(QUICK[start : start + 8] for start in range(0, len(QUICK), 8))


def test_there_are_more_than_fifteen_kinds() -> None:
    assert len(KINDS) > 15
    assert {*ANSWERS, *USE_UP_THEIR_TIME, *SILENT, *FAILURES} <= set(KINDS)


@pytest.mark.parametrize("kinds", GROUPS, ids=lambda kinds: kinds[0])
async def test_those_that_misbehave_cost_their_own_part_only(kinds: tuple[str, ...]) -> None:
    await one_round(kinds, PATIENCE)


async def test_those_that_use_up_their_time_do_not_take_that_of_others() -> None:
    await one_round(tuple(sorted(USE_UP_THEIR_TIME)), SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
async def test_each_one_that_misbehaves_costs_its_own_part_only(kind: str) -> None:
    await one_round((kind,), SHORT if kind in USE_UP_THEIR_TIME else 2 * PATIENCE)


@pytest.mark.soak
async def test_all_of_them_at_once_do_not_keep_the_good_ones_from_answering() -> None:
    for kind, failure in (await asked_with_good_ones(KINDS, PATIENCE)).items():
        assert kind not in ANSWERS or failure is None or failure.kind is FailureKind.TIMEOUT


async def one_round(kinds: tuple[str, ...], seconds: float) -> None:
    """Ask them together with two good ones, and see what became of each."""
    for kind, failure in (await asked_with_good_ones(kinds, seconds)).items():
        assert (failure is None) == (kind in ANSWERS), failure
        if failure is not None:
            assert failure.kind is FAILURES.get(kind, failure.kind)
            assert "\n" not in failure.sentence


async def asked_with_good_ones(kinds: tuple[str, ...], seconds: float) -> dict[str, Failed | None]:
    """The failure of each, None for those that answered. The good ones answer, the round and the
    end of the network stay within their bounds, and no process is left."""
    mark = new_mark()
    good = [member("good", name=name, mark=mark) for name in ("first", "last")]
    rude = [member(kind, "/dev/null" if kind == "work" else "", mark=mark) for kind in kinds]
    async with Pool([good[0], *rude, good[1]]) as pool:
        for one in good:
            await pool.use(one.name)  # a busy machine may need the short time for the start alone
        began = anyio.current_time()
        came = await ask(pool, ["first", *kinds, "last"], seconds)
        assert anyio.current_time() - began < seconds + 5
        began = anyio.current_time()
    assert anyio.current_time() - began < CLOSING
    assert marked_processes(mark) == []
    assert [answer_of(came[name]) for name in ("first", "last")] == [ANSWER, ANSWER]
    outcomes = {kind: came[kind].outcome for kind in kinds}
    return {kind: one if isinstance(one, Failed) else None for kind, one in outcomes.items()}
