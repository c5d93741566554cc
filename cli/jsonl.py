"""The events of a run as lines of JSON, for a program that follows it: `ask --jsonl`. Pure.

Every line has `event` and `at` (UTC, RFC 3339). The last one is `result`, whole.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import assert_never

from cli.output import JsonPart
from pi.events import Asked, Came, Decided, Finished, Progressed, RunEvent, Started


def line_of(event: RunEvent, at: datetime) -> str:
    """One line, ASCII, without its newline."""
    name, fields = _spelled(event)
    stamp = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"event": name, "at": stamp, **fields}, allow_nan=False)


def _spelled(event: RunEvent) -> tuple[str, Mapping[str, JsonPart]]:
    match event:
        case Started(trace_id=run, question=question, members=members):
            return "started", {"trace_id": run, "question": question, "members": members}
        case Asked():
            return "asked", _asked(event)
        case Progressed():
            return "progress", {
                "researcher": event.researcher,
                "message": event.message,
                "progress": event.progress,
                "total": event.total,
            }
        case Came():
            return "received", _received(event)
        case Decided():
            return "decision", {
                "kind": event.kind,
                "reason": event.reason,
                "researcher": event.researcher,
                "question": event.question,
            }
        case Finished(result=result):
            return "result", {"result": result.model_dump(mode="json")}
    assert_never(event)


def _asked(event: Asked) -> Mapping[str, JsonPart]:
    task = event.task
    return {
        "task": task.key,
        "round": task.round,
        "researcher": task.researcher,
        "question": task.question,
        "why": task.why,
    }


def _received(event: Came) -> Mapping[str, JsonPart]:
    return {
        "task": event.task.key,
        "round": event.task.round,
        "researcher": event.task.researcher,
        "status": event.status.value,
        "failure": event.failure,
        "citations": event.citations,
        "sources_opened": event.sources_opened,
        "tokens": event.tokens,
        "seconds": round(event.seconds, 3),
    }
