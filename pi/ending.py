"""The last lines of an investigation's trace: the answer, its check, what stayed open, the seal.

Blocks on the disk.
"""

from contract import ResearchResult
from pi.budget import RunBudget
from pi.conclude import Conclusion
from pi.recording import record_answer, record_budget
from traces.endings import record_open_ends
from traces.sink import Action, SealStatus, TraceSink


def record_conclusion(
    trace: TraceSink, conclusion: Conclusion, result: ResearchResult, budget: RunBudget
) -> None:
    """Record how the answer came to be, and seal the run as complete."""
    _record_budget(trace, budget)
    _record_synthesis(trace, conclusion)
    record_open_ends(trace, result)
    answer = record_answer(trace, result)
    trace.seal(SealStatus.COMPLETE, answer_hash=answer)


def _record_budget(trace: TraceSink, budget: RunBudget) -> None:
    limits, used = budget.limits, budget.used
    for what, taken, limit in (
        ("tokens", used.tokens, limits.tokens),
        ("milliseconds", round(used.seconds * 1000), round(limits.seconds * 1000)),
        ("dispatches", used.dispatches, limits.dispatches),
        ("rounds", used.rounds, limits.rounds),
        ("micro_cents", used.micro_cents, limits.micro_cents),
    ):
        if limit is not None:
            record_budget(trace, what, used=taken, limit=limit)


def _record_synthesis(trace: TraceSink, conclusion: Conclusion) -> None:
    rejected = conclusion.rejected
    answer = trace.put((rejected or conclusion.answer).encode())
    trace.record(
        Action.SYNTHESIZE,
        f"Bound {conclusion.sentences} sentences to {len(conclusion.citations)} citations.",
        {
            "method": "extractive",
            "sentences": conclusion.sentences,
            "citations": len(conclusion.citations),
            "answer": answer,
            "details": {
                "omitted": [
                    {"researcher": one.researcher, "reason": one.reason}
                    for one in conclusion.omitted[:200]
                ],
            },
        },
    )
    passed = not conclusion.findings
    trace.record(
        Action.VERIFY,
        "Every marker, excerpt, number and name holds." if passed else "The check failed.",
        {
            "passed": passed,
            "checked": len(conclusion.citations),
            "findings": [finding.detail for finding in conclusion.findings],
            "rejected": None if passed else answer,
        },
    )
