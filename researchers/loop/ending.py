"""The last lines of a run's trace: what was answered, how it was checked, and the seal."""

from contract import ResearchResult
from evidence.extractive import Synthesis
from researchers.loop.conclude import Conclusion
from researchers.loop.recording import counted, decimal, left_out_data, row_data
from traces.endings import record_open_ends
from traces.sink import Action, SealStatus, TraceSink


def record_end(trace: TraceSink, conclusion: Conclusion, result: ResearchResult) -> None:
    """Record answer, check, gaps and leads, store the result, and seal. Blocks on the disk."""
    if conclusion.synthesis is not None:
        _record_synthesis(trace, conclusion, conclusion.synthesis)
    record_open_ends(trace, result)
    stored = trace.put(result.model_dump_json().encode())
    trace.record(
        Action.ANSWER,
        f"{result.answer_status.value}: {result.stop_reason.value}.",
        {
            "result": stored,
            "answer_status": result.answer_status.value,
            "stop_reason": result.stop_reason.value,
            "confidence": decimal(result.confidence),
            "citations": len(result.citations),
        },
    )
    trace.seal(SealStatus.COMPLETE, answer_hash=stored)


def _record_synthesis(trace: TraceSink, conclusion: Conclusion, synthesis: Synthesis) -> None:
    answer = trace.put(synthesis.answer.encode())
    trace.record(
        Action.SYNTHESIZE,
        f"Selected {counted(len(synthesis.sentences), 'sentence')} "
        f"of {counted(len(synthesis.cited), 'passage')}.",
        {
            "method": "extractive",
            "sentences": len(synthesis.sentences),
            "citations": len(synthesis.cited),
            "rows": [row_data(cited.row) for cited in synthesis.cited],
            "dropped": left_out_data(synthesis.left_out),
            "answer": answer,
        },
    )
    passed = not conclusion.findings
    trace.record(
        Action.VERIFY,
        "Every marker, excerpt, number and name holds." if passed else "The check failed.",
        {
            "passed": passed,
            "checked": len(synthesis.cited),
            "findings": [finding.detail for finding in conclusion.findings],
            "rejected": None if passed else answer,
        },
    )
