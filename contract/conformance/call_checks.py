"""Checks on calls: limits, refusals, progress, cancellation, two at once, the wire."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from contract.conformance.check import Check, Outcome, failed, inapplicable, passed, unseen
from contract.conformance.loose import LooseResult
from contract.conformance.observation import Answer, Observation, Probe

LIMITED_CONSTRAINTS: Final = {"max_iterations": 1, "max_sources": 1, "token_budget": 0}
HURRIED_SECONDS: Final = 1.0
SECONDS_GRACE: Final = 2.0
"""What a call may take over its max_seconds: to seal its trace, and to travel."""

UNKNOWN_NAME: Final = "colour_of_the_sky"
"""The name of an argument, and of a constraint, that no version has."""

_REFUSAL_CHARS: Final = 500
_DUMPS: Final = ("Traceback", "validation error", 'File "', "input_value=")


def _limit(
    words: str, value_of: Callable[[LooseResult], int | None], limit: int
) -> Callable[[Observation], Outcome]:
    def look(seen: Observation) -> Outcome:
        answer = seen.answers.get(Probe.LIMITED)
        result = answer.result if answer is not None else None
        if result is None:
            return unseen("the call with tight limits gave no result that can be read")
        value = value_of(result)
        if value is None:
            return failed(f"the result does not say how many {words} there were")
        if value > limit:
            return failed(f"{value} {words} where {limit} were allowed")
        return passed(f"{value} {words} of {limit} allowed")

    return look


def _sources(result: LooseResult) -> int:
    return len({citation.locator.partition("#")[0] for citation in result.citations})


def _seconds(seen: Observation) -> Outcome:
    answer = seen.answers.get(Probe.HURRIED)
    if answer is None:
        return unseen("no call was made with max_seconds")
    if answer.failure is not None or answer.is_error:
        return failed(f"max_seconds = 1 gave no result: {answer.failure or answer.text[:120]}")
    if answer.seconds > HURRIED_SECONDS + SECONDS_GRACE:
        return failed(f"took {answer.seconds:.1f} s where max_seconds was {HURRIED_SECONDS:g}")
    return passed(f"answered in {answer.seconds:.2f} s")


def _refused(probe: Probe, *mentions: str) -> Callable[[Observation], Outcome]:
    def look(seen: Observation) -> Outcome:
        answer = seen.answers.get(probe)
        if answer is None:
            return unseen("the call was not made")
        return _refusal(answer, probe, mentions)

    return look


def _refusal(answer: Answer, probe: Probe, mentions: tuple[str, ...]) -> Outcome:
    text = answer.text.strip()
    if answer.failure is not None:
        return failed(f"{probe.value} broke the call: {answer.failure}")
    if not answer.is_error:
        return failed(f"{probe.value} was accepted")
    if any(dump in text for dump in _DUMPS) or len(text.splitlines()) > 1:
        return failed(f"{probe.value} is refused with a dump: {text[:80]!r}")
    if len(text) > _REFUSAL_CHARS:
        return failed(f"{probe.value} is refused in {len(text)} characters, not one sentence")
    if not any(word in text.lower() for word in mentions):
        return failed(f"{probe.value} is refused without a reason: {text[:120]!r}")
    return passed(text[:120])


def _long(seen: Observation) -> Outcome:
    answer = seen.answers.get(Probe.LONG)
    if answer is None:
        return unseen("the call was not made")
    if answer.failure is not None:
        return failed(answer.failure)
    if answer.is_error:
        return failed(f"refused: {answer.text[:120]}")
    return passed(f"answered in {answer.seconds:.1f} s")


def _progress(seen: Observation) -> Outcome:
    answer = seen.answers.get(Probe.EVIDENCE)
    if answer is None or answer.failure is not None or answer.is_error:
        return unseen("the question was not answered")
    steps = answer.progress
    if not steps:
        return failed("no progress was reported")
    for before, after in pairwise(steps):
        if after <= before:
            return failed(f"progress went from {before:g} to {after:g}")
    return passed(f"{len(steps)} steps, increasing")


def _cancellation(seen: Observation) -> Outcome:
    cancelled = seen.cancellation
    if cancelled is None:
        return unseen("no call was cancelled")
    if cancelled.caller_free_after > seen.prompt_seconds:
        return failed(f"the cancelled call went on for {cancelled.caller_free_after:.1f} s")
    if cancelled.tools_listed_after is None:
        return failed("after a cancelled call the server answers nothing any more")
    if cancelled.tools_listed_after > seen.prompt_seconds:
        return failed(f"busy for {cancelled.tools_listed_after:.1f} s after a cancelled call")
    next_call = seen.answers.get(Probe.AFTER_CANCEL)
    if next_call is None:
        return unseen("no call followed the cancelled one")
    if next_call.failure is not None:
        return failed(f"the next call: {next_call.failure}")
    usual = seen.answers[Probe.EVIDENCE].seconds if Probe.EVIDENCE in seen.answers else 0.0
    if next_call.seconds > 2 * usual + seen.prompt_seconds:
        return failed(f"the next call took {next_call.seconds:.1f} s, usually {usual:.1f} s")
    when = "while it ran" if cancelled.started else "too late to end it early"
    return passed(f"cancelled {when}; the next call took {next_call.seconds:.1f} s")


def _concurrency(seen: Observation) -> Outcome:
    pair = [seen.answers.get(probe) for probe in (Probe.TWIN_A, Probe.TWIN_B)]
    results: list[LooseResult] = []
    for answer in pair:
        if answer is None:
            return unseen("two calls were not made at once")
        if answer.failure is not None or answer.is_error:
            return failed(f"one of two calls at once: {answer.failure or answer.text[:120]}")
        if answer.result is None:
            return unseen("one of the two results can't be read")
        results.append(answer.result)
    if not results[0].trace_id or results[0].trace_id == results[1].trace_id:
        return failed(f"two calls at once share the trace id {results[0].trace_id!r}")
    return passed("two calls at once, two results, two traces")


def _clean_stdout(seen: Observation) -> Outcome:
    stray = seen.stray_output
    if stray is None:
        return inapplicable("this transport has no stdout")
    if stray.lines:
        return failed(f"{stray.lines} lines on stdout are no messages: {stray.sample[:80]!r}")
    return passed("nothing but messages")


CALL_CHECKS: Final = (
    Check(
        "limit-iterations",
        "max_iterations is a hard limit, and the passes are reported.",
        _limit("iterations", lambda r: r.cost_metadata.iterations_run, 1),
    ),
    Check(
        "limit-sources",
        "max_sources is a hard limit on distinct sources.",
        _limit("sources", _sources, 1),
    ),
    Check(
        "limit-tokens",
        "token_budget is a hard limit: with 0 no model is called.",
        _limit("tokens", lambda r: r.cost_metadata.tokens_used, 0),
    ),
    Check("limit-seconds", "max_seconds bounds the whole call.", _seconds),
    Check(
        "refuse-empty",
        "An empty question is a tool error with one plain sentence.",
        _refused(Probe.EMPTY, "question", "empty"),
    ),
    Check(
        "refuse-argument",
        "An unknown argument is refused with one plain sentence that names it.",
        _refused(Probe.UNKNOWN_ARGUMENT, UNKNOWN_NAME),
    ),
    Check(
        "refuse-constraint",
        "An unknown key in constraints is refused with one plain sentence that names it.",
        _refused(Probe.UNKNOWN_CONSTRAINT, UNKNOWN_NAME),
    ),
    Check(
        "refuse-overlong",
        "A question over 8,000 characters is refused with one plain sentence.",
        _refused(Probe.OVERLONG, "question", "8,000", "8000", "long"),
    ),
    Check("long-question", "A question of 8,000 characters is answered.", _long),
    Check("progress", "Progress is reported and increases.", _progress),
    Check("cancellation", "A cancelled call ends at once, and the next one works.", _cancellation),
    Check("concurrency", "Two calls at once give two results with two traces.", _concurrency),
    Check("stdout-clean", "Over stdio, stdout carries messages alone.", _clean_stdout),
)
