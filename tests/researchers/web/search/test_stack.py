"""Several engines as one."""

from collections.abc import Iterable

import pytest

from researchers.web.search.model import (
    SearchAnswer,
    SearchFailure,
    SearchProblem,
    SearchProvider,
    WebResult,
)
from researchers.web.search.stack import ProviderStack, StackOutcome
from traces.memory import MemoryTrace
from traces.sink import TraceSink

pytestmark = pytest.mark.anyio


class ScriptedEngine:
    """Answers as told, one after another; the last one again and again."""

    def __init__(self, name: str, *script: SearchAnswer | SearchFailure) -> None:
        self.name = name
        self.asked: list[str] = []
        self._script = list(script)

    async def search(
        self, query: str, limit: int, trace: TraceSink
    ) -> SearchAnswer | SearchFailure:
        self.asked.append(query)
        return self._script.pop(0) if len(self._script) > 1 else self._script[0]


class Time:
    """A clock that goes on only when somebody sleeps, or by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def found(name: str, *urls: str) -> SearchAnswer:
    return SearchAnswer(name, tuple(WebResult(url, url) for url in urls))


def failure(
    name: str, problem: SearchProblem = SearchProblem.UNREACHABLE, retry_after: float | None = None
) -> SearchFailure:
    return SearchFailure(name, problem, f"{name} failed.", retry_after)


def limited(name: str, retry_after: float | None) -> SearchFailure:
    return failure(name, SearchProblem.RATE_LIMITED, retry_after)


def stack(time: Time, engines: Iterable[SearchProvider]) -> ProviderStack:
    return ProviderStack(tuple(engines), clock=time, sleep=time.sleep)


async def ask(asked: ProviderStack, query: str = "x") -> StackOutcome:
    return await asked.search(query, 5, MemoryTrace())


async def test_the_first_engine_that_answers_is_enough() -> None:
    first, second = ScriptedEngine("a", found("a", "https://a.example/")), ScriptedEngine("b")

    outcome = await ask(stack(Time(), [first, second]))

    assert outcome == StackOutcome(found("a", "https://a.example/"))
    assert second.asked == []


async def test_nothing_found_is_an_answer_and_the_next_is_not_asked() -> None:
    second = ScriptedEngine("b", found("b", "https://b.example/"))

    outcome = await ask(stack(Time(), [ScriptedEngine("a", found("a")), second]))

    assert outcome.answer == found("a")
    assert second.asked == []


@pytest.mark.parametrize("problem", SearchProblem)
async def test_the_next_is_asked_when_one_fails_and_the_result_says_so(
    problem: SearchProblem,
) -> None:
    engines = [
        ScriptedEngine("a", failure("a", problem)),
        ScriptedEngine("b", failure("b")),
        ScriptedEngine("c", found("c", "https://c.example/")),
    ]

    outcome = await ask(stack(Time(), engines))

    assert outcome.answer == found("c", "https://c.example/")
    assert outcome.failures == (failure("a", problem), failure("b"))


async def test_when_all_fail_every_failure_is_told() -> None:
    time = Time()
    engines = [ScriptedEngine("a", failure("a")), ScriptedEngine("b", failure("b"))]

    outcome = await ask(stack(time, engines))

    assert outcome == StackOutcome(None, (failure("a"), failure("b")))
    assert time.slept == []


async def test_without_any_engine_the_missing_settings_are_named() -> None:
    outcome = await ask(ProviderStack(()))

    assert outcome.answer is None
    [told] = outcome.failures
    assert told.problem is SearchProblem.NO_KEY
    for setting in ("searxng_url", "TAVILY_API_KEY", "BRAVE_API_KEY", "--url"):
        assert setting in told.detail


async def test_an_engine_is_left_alone_until_its_delay_is_over() -> None:
    time = Time()
    first = ScriptedEngine("a", limited("a", 30), found("a"))
    asked = stack(time, [first, ScriptedEngine("b", found("b"))])
    await ask(asked)
    time.now += 20
    outcome = await ask(asked)
    assert outcome.answer == found("b")
    assert outcome.failures == (limited("a", 10),)
    assert len(first.asked) == 1

    time.now += 11
    outcome = await ask(asked)

    assert outcome == StackOutcome(found("a"))


async def test_a_delay_that_was_not_told_is_short() -> None:
    time = Time()
    first = ScriptedEngine("a", limited("a", None), found("a"))
    asked = stack(time, [first, ScriptedEngine("b", found("b"))])
    await ask(asked)
    time.now += 4
    assert (await ask(asked)).answer == found("b")

    time.now += 2

    assert (await ask(asked)).answer == found("a")


async def test_a_quota_is_tried_again_after_an_hour_at_the_latest() -> None:
    time = Time()
    spent = failure("a", SearchProblem.QUOTA, 1_400_000)
    first = ScriptedEngine("a", spent, found("a"))
    asked = stack(time, [first, ScriptedEngine("b", found("b"))])
    await ask(asked)
    time.now += 3_599
    assert (await ask(asked)).answer == found("b")

    time.now += 2

    assert (await ask(asked)).answer == found("a")


@pytest.mark.parametrize("seconds", [0, 1, 2])
async def test_a_moment_is_waited_when_nobody_else_answers(seconds: float) -> None:
    time = Time()
    engines = [
        ScriptedEngine("a", failure("a")),
        ScriptedEngine("b", limited("b", seconds), found("b", "https://b.example/")),
    ]

    outcome = await ask(stack(time, engines))

    assert outcome == StackOutcome(found("b", "https://b.example/"), (failure("a"),))
    assert time.slept == [seconds]


async def test_a_moment_is_waited_only_once() -> None:
    time = Time()
    engine = ScriptedEngine("a", limited("a", 1))

    outcome = await ask(stack(time, [engine]))

    assert outcome == StackOutcome(None, (limited("a", 1),))
    assert len(engine.asked) == 2
    assert time.slept == [1]


@pytest.mark.parametrize(
    "told", [limited("a", 2.1), limited("a", None), failure("a", SearchProblem.QUOTA, 1)]
)
async def test_longer_than_a_moment_is_not_waited(told: SearchFailure) -> None:
    time = Time()

    outcome = await ask(stack(time, [ScriptedEngine("a", told)]))

    assert outcome == StackOutcome(None, (told,))
    assert time.slept == []
