"""Events as lines: each one JSON object with its name and time, the last one the result."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from cli.jsonl import line_of
from contract import DispatchStatus
from pi.events import Asked, Came, Decided, Finished, Progressed, RunEvent, Started
from pi.model import Task
from tests.cli.networked import ANSWER, QUESTION, TRACE

AT = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=timezone(timedelta(hours=2)))
TASK = Task("1:web", 1, "web", QUESTION, "It covers all.")


def told(event: RunEvent) -> dict[str, Any]:
    line = line_of(event, AT)
    assert line.isascii()
    assert "\n" not in line
    row: dict[str, Any] = json.loads(line)
    assert row.pop("at") == "2026-03-01T10:00:00.250Z"
    return row


def test_every_event_has_its_name_and_what_it_says() -> None:
    assert told(Started(TRACE, QUESTION, ("local-brain", "web"))) == {
        "event": "started",
        "trace_id": TRACE,
        "question": QUESTION,
        "members": ["local-brain", "web"],
    }
    assert told(Asked(TASK)) == {
        "event": "asked",
        "task": "1:web",
        "round": 1,
        "researcher": "web",
        "question": QUESTION,
        "why": "It covers all.",
    }
    assert told(Progressed("web", "Liest\n\u202eweiter", 2.0)) == {
        "event": "progress",
        "researcher": "web",
        "message": "Liest\n\u202eweiter",
        "progress": 2.0,
        "total": None,
    }
    assert told(Decided("ask_another", "Notes may hold it.", "local-brain", "mill hours")) == {
        "event": "decision",
        "kind": "ask_another",
        "reason": "Notes may hold it.",
        "researcher": "local-brain",
        "question": "mill hours",
    }


def test_what_came_is_counted_or_says_why_it_failed() -> None:
    row = told(Came(TASK, DispatchStatus.ANSWERED, 1.23456, 2, 5, 100))
    assert (row["status"], row["citations"], row["seconds"]) == ("answered", 2, 1.235)
    failed = told(Came(TASK, DispatchStatus.FAILED, 1.0, failure="web hangs."))
    assert (failed["event"], failed["failure"]) == ("received", "web hangs.")


def test_the_last_line_is_the_whole_result() -> None:
    row = told(Finished(ANSWER))
    assert row == {"event": "result", "result": ANSWER.model_dump(mode="json")}


def test_times_are_told_in_utc() -> None:
    line = line_of(Decided("ignore", "why"), datetime(2026, 1, 1, tzinfo=UTC))
    assert json.loads(line)["at"] == "2026-01-01T00:00:00.000Z"
