"""Checks on the trace of an answered question."""

import json
from collections.abc import Callable
from typing import Final

from contract.conformance.chain import BrokenChainError, TraceFacts, read_chain
from contract.conformance.check import Check, Outcome, failed, judged, passed, unseen
from contract.conformance.observation import Observation, Probe
from contract.version import NON_TEXT_EXCERPT


def _linked(seen: Observation) -> Outcome:
    if seen.evidence is None:
        return unseen("no result names a trace")
    link = f"trace://{seen.evidence.trace_id}"
    if link not in seen.answers[Probe.EVIDENCE].links:
        return failed(f"the answer has no resource link to {link}")
    return passed("the answer links to its trace")


def _readable(seen: Observation) -> Outcome:
    if seen.evidence is None:
        return unseen("no result names a trace")
    if seen.trace is None:
        return failed(seen.trace_failure or "the result names no trace")
    return passed(f"{len(seen.trace):,} bytes")


def _chain(seen: Observation) -> Outcome:
    if seen.trace is None or seen.evidence is None:
        return unseen("the trace can't be read")
    try:
        facts = read_chain(seen.trace)
    except BrokenChainError as error:
        return failed(str(error))
    if facts.run != seen.evidence.trace_id:
        return failed(f"the trace is of run {facts.run}, not {seen.evidence.trace_id}")
    if facts.status != "complete":
        return failed(f"the trace of an answered question is sealed as {facts.status!r}")
    return passed(f"chained, sealed, {facts.status}")


def _of_whole_trace(
    look: Callable[[Observation, TraceFacts], Outcome],
) -> Callable[[Observation], Outcome]:
    def guarded(seen: Observation) -> Outcome:
        if seen.trace is None or seen.evidence is None:
            return unseen("the trace can't be read")
        try:
            facts = read_chain(seen.trace)
        except BrokenChainError:
            return unseen("the trace is not whole")
        return look(seen, facts)

    return guarded


def _evidence(seen: Observation, facts: TraceFacts) -> Outcome:
    assert seen.evidence is not None
    cited = [c for c in seen.evidence.citations if c.raw_excerpt != NON_TEXT_EXCERPT]
    if not cited:
        return unseen("the result cites nothing")
    missing = [
        f"no read or fetch in the trace has the content of {citation.locator}"
        for citation in cited
        if citation.content_hash not in facts.read
    ]
    return judged(missing, f"{len(cited)} citations were read or fetched in this run")


def _result(seen: Observation, facts: TraceFacts) -> Outcome:
    if facts.answer is None:
        return failed("the trace has no answer line with the hash of the result")
    stored = seen.contents.get(facts.answer)
    if stored is None:
        return failed(f"blob:// gives nothing for the result {facts.answer[:20]}…")
    try:
        kept: object = json.loads(stored)
    except ValueError:
        return failed("the stored result is not JSON")
    if kept != seen.answers[Probe.EVIDENCE].structured:
        return failed("the result delivered is not the result in the trace")
    return passed("the result delivered is the one in the trace")


TRACE_CHECKS: Final = (
    Check("trace-linked", "An answer links to its trace as a resource.", _linked),
    Check("trace-readable", "The trace of a result is readable through trace://.", _readable),
    Check("trace-chain", "The trace's chain is whole, and the trace is sealed.", _chain),
    Check(
        "trace-evidence",
        "Every read or fetch behind a citation is in the trace with its hash, or in that of a "
        "researcher that was asked.",
        _of_whole_trace(_evidence),
    ),
    Check(
        "trace-result",
        "The result delivered is the one that the trace keeps.",
        _of_whole_trace(_result),
    ),
)
