"""What data a line may have."""

import pytest

from traces.clock import ScriptedClock
from traces.errors import ContentMissing, TraceShapeError
from traces.fields import Kind
from traces.memory import MemoryTrace
from traces.shape_check import references, restore
from traces.shapes import SHAPES
from traces.sink import Action, JsonValue


def started() -> MemoryTrace:
    trace = MemoryTrace(clock=ScriptedClock())
    trace.record(Action.OPEN, "A question came in.", {"question": "Why?"})
    return trace


def test_every_action_has_a_shape() -> None:
    assert set(SHAPES) == set(Action)


@pytest.mark.parametrize(
    ("action", "data", "says"),
    [
        (Action.GAP, {"topic": "x"}, "needs `category`"),
        (Action.GAP, {"topic": None, "category": "c", "detail": "d"}, "needs `topic`"),
        (Action.SEARCH, {"query": "x", "hitz": []}, "no field `hitz`"),
        (Action.SEARCH, {"query": 5}, "takes text"),
        (Action.SEARCH, {"query": "x", "found": -1}, "integer of zero or more"),
        (Action.SEARCH, {"query": "x", "found": True}, "integer of zero or more"),
        (Action.SEARCH, {"query": "x", "terms": "one"}, "takes a list"),
        (Action.SEARCH, {"query": "x", "hits": ["one"]}, "list of objects"),
        (Action.SEARCH, {"query": "x", "hits": [{"rang": 1}]}, "no field `rang`"),
        (Action.VERIFY, {"passed": 1}, "true or false"),
        (Action.ANSWER, {"answer_status": "ok"}, "needs `result`"),
        (Action.ANSWER, {"result": "sha256:1"}, "`answer.result` takes sha256"),
        (Action.DISPATCH, {"researcher": "web", "question": "x", "child": "y"}, "trace id"),
        (Action.JUDGE, {"verdict": "x" * 300}, "at most 256"),
        (
            Action.JUDGE,
            {
                "verdict": "ok",
                "details": {"content_hash": "sha256:" + "0" * 64, "content_length": 1},
            },
            "may not name stored content",
        ),
    ],
)
def test_data_of_another_shape_is_refused_by_name(
    action: Action, data: dict[str, JsonValue], says: str
) -> None:
    trace = started()
    with pytest.raises(TraceShapeError, match=says):
        trace.record(action, "A decision.", data)
    assert trace.lines == 1


def test_a_line_may_only_name_content_that_was_stored() -> None:
    trace = started()
    missing = "sha256:" + "0" * 64
    data: dict[str, JsonValue] = {"path": "a.md", "content_hash": missing, "content_length": 3}
    with pytest.raises(ContentMissing):
        trace.record(Action.READ_FILE, "Opened.", data)
    with pytest.raises(ContentMissing):
        trace.record(Action.INSPECT, "Looked.", {"rows": [{"content_hash": missing}]})


def test_the_hash_of_an_original_file_needs_no_stored_content() -> None:
    trace = started()
    text = trace.put(b"extracted")
    trace.record(
        Action.READ_FILE,
        "Opened a PDF.",
        {
            "path": "a.pdf",
            "content_hash": text,
            "content_length": 9,
            "file_hash": "sha256:" + "0" * 64,
        },
    )
    line = trace.recorded[-1]
    assert list(references(line.action, line.data)) == [(text, 9)]


def test_a_long_value_moves_to_the_store_and_comes_back() -> None:
    trace = started()
    queries = [f"query number {i}" for i in range(500)]
    trace.record(Action.PLAN, "Many queries.", {"queries": queries, "family": "list"})
    line = trace.recorded[-1]
    assert line.data["family"] == "list"
    assert line.data["queries"] != queries
    assert restore(line.data, trace.get)["queries"] == queries


def test_many_middling_values_still_fit_into_one_line() -> None:
    trace = started()
    shape = SHAPES[Action.PLAN]
    wide: dict[str, JsonValue] = {
        key: ["x" * 4_000] for key, field in shape.items() if field.kind is Kind.QUOTED
    }
    wide["details"] = {str(i): "y" * 40 for i in range(60)}
    trace.record(Action.PLAN, "A wide line.", wide)
    assert restore(trace.recorded[-1].data, trace.get) == wide


def test_a_hash_inside_a_moved_value_is_still_a_reference() -> None:
    trace = started()
    name = trace.put(b"content")
    rows: list[JsonValue] = [{"content_hash": name, "reason": "r" * 50} for _ in range(100)]
    trace.record(Action.INSPECT, "Looked.", {"rows": rows})
    line = trace.recorded[-1]
    direct = {one for one, _ in references(line.action, line.data)}
    assert name not in direct
    restored = restore(line.data, trace.get)
    assert name in {one for one, _ in references(line.action, restored)}


def test_a_trace_starts_with_one_open_line() -> None:
    with pytest.raises(TraceShapeError):
        MemoryTrace().record(Action.PLAN, "Too early.")
    with pytest.raises(TraceShapeError):
        started().record(Action.OPEN, "Again.", {"question": "Why?"})


def test_a_line_needs_a_decision_and_a_long_one_is_cut() -> None:
    trace = started()
    with pytest.raises(TraceShapeError):
        trace.record(Action.PLAN, "  ")
    trace.record(Action.PLAN, "because " * 1_000)
    assert len(trace.recorded[-1].decision) == 1_000
