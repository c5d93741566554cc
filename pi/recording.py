"""The lines of an investigation's trace. A dispatch is recorded before it is sent, what came back
before anything is made of it, so that a run that was killed can go on from there.

All functions block briefly: they write to the trace, and those that store a result reach the disk.
"""

from collections.abc import Mapping

from contract import CONTRACT_VERSION, ResearchRequest, ResearchResult
from contract.request import LARGEST_COUNT, LONGEST_SECONDS
from pi.model import Failed, InvestigationPlan, Received, Task
from traces.ids import is_run_id
from traces.sink import Action, JsonValue, TraceSink

Data = dict[str, JsonValue]


def record_open(
    trace: TraceSink,
    request: ResearchRequest,
    *,
    egress: str,
    settings: Mapping[str, str] | None = None,
    resumes: str | None = None,
) -> None:
    """The first line. `resumes` is the run that this one goes on from."""
    decision = f"The run goes on from {resumes}." if resumes else "The network was asked."
    data: Data = {
        "question": request.question,
        "context": request.context,
        "depth": request.depth.value,
        "constraints": constraints_data(request),
        "contract_version": CONTRACT_VERSION,
        "egress": egress,
        "settings": dict(sorted((settings or {}).items())),
        "resumes": resumes,
    }
    trace.record(Action.OPEN, decision, data)


def constraints_data(request: ResearchRequest) -> Data:
    """The limits that the caller set, and no others: a preset applies where none is set. Seconds
    stand as milliseconds, because a trace has no floats."""
    given = request.constraints
    data: Data = {
        name: min(getattr(given, name), LARGEST_COUNT)
        for name in ("max_iterations", "token_budget", "max_sources")
        if name in given.model_fields_set
    }
    if given.max_seconds is not None:
        data["max_milliseconds"] = max(1, round(min(given.max_seconds, LONGEST_SECONDS) * 1000))
    return data


def record_plan(trace: TraceSink, plan: InvestigationPlan) -> None:
    """What is asked first, whole: a run that goes on from here follows this plan."""
    asked = sorted({task.researcher for task in plan.tasks})
    trace.record(
        Action.PLAN,
        f"A question of the kind {plan.kind.value}: {_counted(len(plan.tasks), 'question')} "
        f"to {', '.join(asked) or 'nobody'}.",
        {
            "family": plan.kind.value,
            "queries": [part.text for part in plan.sub_questions],
            "researchers": asked,
            "tasks": [task_data(task) for task in plan.tasks],
            "round": 1,
            "details": {
                "numbers": [part.number for part in plan.sub_questions],
                "left_out": [
                    {"researcher": one.researcher, "reason": one.reason} for one in plan.left_out
                ],
            },
        },
    )


def record_dispatch(
    trace: TraceSink,
    task: Task,
    request: ResearchRequest | None = None,
    *,
    transport: str | None = None,
    kept_from: str | None = None,
) -> None:
    """A question, before it is sent, with the limits that go with it. One that is taken over with
    its answer from another run (`kept_from`) goes to nobody, and has none."""
    decision = f"{task.researcher} is asked: {task.why}" if task.why else f"Ask {task.researcher}."
    data: Data = {
        **task_data(task),
        "transport": transport,
        "constraints": constraints_data(request) if request else None,
        "kept_from": kept_from,
    }
    trace.record(Action.DISPATCH, decision, data)


def record_receive(
    trace: TraceSink,
    received: Received,
    *,
    micro_cents: int = 0,
    child_end: str | None = None,
    kept_from: str | None = None,
) -> None:
    """What one dispatch came to. The result and the texts behind its citations are stored before
    the line names them. `kept_from` is the run in which it was received, when this run only took
    it over."""
    task, outcome = received.task, received.outcome
    data: Data = {
        "researcher": task.researcher,
        "key": task.key,
        "round": task.round,
        "reach": received.reach.value,
        "notices": list(received.notices),
        "micro_cents": micro_cents,
        "elapsed_ms": round(received.seconds * 1000),
        "kept_from": kept_from,
    }
    if isinstance(outcome, Failed):
        data |= {"failure": outcome.sentence, "failure_kind": outcome.kind.value}
        said = f"{task.researcher} failed: {outcome.sentence}"
    else:
        data |= _result_data(trace, outcome, received.contents) | {"child_end": child_end}
        said = (
            f"{task.researcher} answered ({outcome.answer_status.value}) with "
            f"{_counted(len(outcome.citations), 'citation')}."
        )
    trace.record(Action.RECEIVE, said, data)


def record_decision(
    trace: TraceSink,
    choice: str,
    reason: str,
    *,
    round_number: int,
    task: Task | None = None,
    details: Mapping[str, JsonValue] | None = None,
) -> None:
    """One decision of the policy: its kind, its reason in a sentence, and the question that it
    leads to, if it leads to one."""
    data: Data = {"choice": choice, "round": round_number, "details": dict(details or {})}
    if task is not None:
        data["tasks"] = [task_data(task)]
    trace.record(Action.PLAN, reason.strip() or choice, data)


def record_budget(trace: TraceSink, what: str, *, used: int, limit: int) -> None:
    """What a run has used of one of its limits: tokens, milliseconds, micro_cents, dispatches or
    rounds. Together with what the runs before had used."""
    data: Data = {
        "what": what,
        "used": used,
        "limit": limit,
        "left": max(0, limit - used),
        "exhausted": used >= limit,
    }
    trace.record(Action.BUDGET, f"Used {used:,} of {limit:,} {what}.", data)


def record_answer(trace: TraceSink, result: ResearchResult) -> str:
    """Store the result and record it as the answer. Returns its hash, for the seal."""
    stored = trace.put(result_bytes(result))
    data: Data = {
        "result": stored,
        "answer_status": result.answer_status.value,
        "stop_reason": result.stop_reason.value,
        "confidence": f"{result.confidence:.4f}",
        "citations": len(result.citations),
    }
    trace.record(Action.ANSWER, f"The answer: {result.answer_status.value}.", data)
    return stored


def result_bytes(result: ResearchResult) -> bytes:
    """A result as it is stored."""
    return result.model_dump_json().encode()


def child_of(run: str, result: ResearchResult) -> str | None:
    """The trace that a result rests on; None where a researcher names none, or the asker's own."""
    named = result.trace_id
    return named if is_run_id(named) and named != run else None


def task_data(task: Task) -> Data:
    """A task as a line holds it."""
    return {
        "key": task.key,
        "round": task.round,
        "researcher": task.researcher,
        "question": task.question,
        "sub_question": task.sub_question,
        "why": task.why,
        "taint": task.taint.value,
        "via": list(task.via),
        "priority": str(task.priority),
        "again": task.again,
    }


def _result_data(trace: TraceSink, result: ResearchResult, contents: Mapping[str, str]) -> Data:
    stored = (trace.put(text.encode("utf-8", "replace")) for text in contents.values())
    return {
        "result": trace.put(result_bytes(result)),
        "contents": sorted(set(stored) & contents.keys()),
        "child": child_of(trace.run, result),
        "answer_status": result.answer_status.value,
        "stop_reason": result.stop_reason.value,
        "citations": len(result.citations),
        "gaps": len(result.gaps),
        "tokens": result.cost_metadata.tokens_used,
    }


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
