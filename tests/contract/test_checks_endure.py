"""Whatever a server sends, the checks judge it: one row a check, never an exception."""

import copy
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from contract import ResearchRequest
from contract.conformance import (
    Answer,
    Cancellation,
    Observation,
    Probe,
    Status,
    ToolFacts,
    render_table,
    run_checks,
)
from contract.conformance.rows import ALL_CHECKS
from contract.conformance.schema_match import Direction, differences
from contract.schema import request_schema, result_schema
from tests.contract.broken.good import NOTES, QUESTION, GoodResearcher
from traces.digest import content_name
from traces.home import Home

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def a_result() -> dict[str, Any]:
    """A good result; nothing is written for it."""
    researcher = GoodResearcher(Home(Path("unused")))
    return researcher.compose(ResearchRequest(question=QUESTION), NOTES, "run")


def seen(structured: object, trace: bytes | None = None) -> Observation:
    """An observation in which every call gave the same."""
    answer = Answer(text="x", structured=structured, progress=(1.0, 2.0))
    return Observation(
        tool=ToolFacts("t", "d", request_schema(), result_schema(), {}, True, False, False),
        answers=dict.fromkeys(Probe, answer),
        trace=trace,
        contents={content_name(note.text.encode()): note.text.encode() for note in NOTES},
        cancellation=Cancellation(True, 0.0, 0.0),
    )


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*path, index))
    return found


PLACES = places(a_result())[1:]


@given(st.sampled_from(PLACES), JSON)
@settings(max_examples=60, deadline=None)
def test_any_value_at_any_place_of_a_result_is_judged(
    place: tuple[str | int, ...], value: object
) -> None:
    changed = copy.deepcopy(a_result())
    node: Any = changed
    for step in place[:-1]:
        node = node[step]
    node[place[-1]] = value
    rows = run_checks(seen(changed))
    assert [row.id for row in rows] == [check.id for check in ALL_CHECKS]
    assert len(render_table(rows).splitlines()) == len(ALL_CHECKS) + 2


@given(JSON, st.binary(max_size=200))
@settings(max_examples=50, deadline=None)
def test_any_structured_content_and_any_trace_are_judged(value: object, trace: bytes) -> None:
    assert len(run_checks(seen(value, trace))) == len(ALL_CHECKS)


@given(JSON, JSON)
@settings(max_examples=60, deadline=None)
def test_any_published_schema_is_compared(value: object, properties: object) -> None:
    schema = {"type": "object", "properties": properties, "anyOf": value, "required": value}
    for direction, ours in (
        (Direction.INPUT, request_schema()),
        (Direction.OUTPUT, result_schema()),
    ):
        assert list(differences(ours, schema, direction)) is not None
        assert list(differences(ours, {"properties": {"question": value}}, direction))


def test_a_choice_that_leads_back_to_itself_ends() -> None:
    looped = {"anyOf": [{"$ref": "#"}, {"$ref": "#"}], "type": "object"}
    assert list(differences(request_schema(), looped, Direction.INPUT))


def test_nothing_seen_is_nothing_passed() -> None:
    rows = run_checks(Observation(tool=None))
    assert {row.status for row in rows} <= {
        Status.FAIL,
        Status.NOT_OBSERVED,
        Status.NOT_APPLICABLE,
    }
