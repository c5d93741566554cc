"""Two schemas promise the same when a caller could not tell them apart."""

import copy
from typing import Any

import pytest

from contract.conformance.schema_match import Direction, differences
from contract.schema import request_schema, result_schema

_INPUT: dict[str, Any] = {
    "type": "object",
    "required": ["question"],
    "additionalProperties": False,
    "properties": {
        "question": {"type": "string", "minLength": 1},
        "context": {"type": ["string", "null"]},
        "depth": {"enum": ["shallow", "balanced", "deep"], "type": "string"},
        "constraints": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "max_iterations": {"type": "integer"},
                "token_budget": {"type": "integer"},
                "max_sources": {"type": "integer"},
                "max_seconds": {"oneOf": [{"type": "number"}, {"type": "null"}]},
            },
        },
    },
}


def found_in(published: dict[str, Any], direction: Direction = Direction.INPUT) -> list[str]:
    required = request_schema() if direction is Direction.INPUT else result_schema()
    return list(differences(required, published, direction))


def test_a_schema_written_by_hand_in_another_style_matches() -> None:
    assert found_in(_INPUT) == []


def test_our_own_schemas_match_themselves() -> None:
    assert found_in(dict(request_schema())) == []
    assert found_in(dict(result_schema()), Direction.OUTPUT) == []


def test_more_optional_properties_are_free() -> None:
    grown = copy.deepcopy(_INPUT)
    grown["properties"]["language"] = {"type": "string"}
    assert found_in(grown) == []


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("required",), ["question", "depth"], "depth is required, which v1 does not do"),
        (("required",), [], "question is not required"),
        (("additionalProperties",), True, "the whole does not refuse unknown keys"),
        (("properties", "question"), {"type": "array"}, "question is array where v1 has string"),
        (("properties", "question"), {}, "question is untyped where v1 has string"),
        (("properties", "context"), {"type": "string"}, "context is string where v1 has null or"),
        (("properties", "depth", "enum"), ["deep"], "depth does not take balanced or shallow"),
        (
            ("properties", "constraints", "properties", "max_sources"),
            {"$ref": "#/nowhere"},
            "constraints.max_sources is untyped",
        ),
    ],
)
def test_what_a_caller_would_notice_is_told(
    path: tuple[str, ...], value: object, words: str
) -> None:
    changed = copy.deepcopy(_INPUT)
    node: Any = changed
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    assert any(words in difference for difference in found_in(changed)), found_in(changed)


def test_a_result_may_promise_less_variety_but_no_more() -> None:
    narrower, wider = (copy.deepcopy(dict(result_schema())) for _ in range(2))
    statuses: Any = narrower["$defs"]
    statuses["AnswerStatus"]["enum"] = ["ok", "no_evidence"]
    more: Any = wider["$defs"]
    more["AnswerStatus"]["enum"].append("perhaps")
    assert found_in(narrower, Direction.OUTPUT) == []
    assert "answer_status may be perhaps" in found_in(wider, Direction.OUTPUT)[0]


def test_a_schema_that_refers_to_itself_ends() -> None:
    looped = {"type": "object", "properties": {"question": {"$ref": "#/properties/question"}}}
    assert found_in(looped)
