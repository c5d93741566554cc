"""What keeps v1 together as it grows: unknown fields of a result survive, of a request do not."""

import json

import pytest
from pydantic import ValidationError

from contract import Depth, ResearchRequest, ResearchResult, limits_of
from contract.request import ResearchConstraints
from tests.contract.results import a_result


def _with_fields_of_a_later_minor() -> dict[str, object]:
    data = json.loads(a_result().model_dump_json())
    data["answer_language"] = {"code": "en", "certain": [True, None, 1.5]}
    data["citations"][0]["page_label"] = "iv"
    data["gaps"][0]["severity"] = 2
    data["discovery_events"][0]["weight"] = 0.25
    data["confidence_factors"]["freshness"] = "x"
    data["cost_metadata"]["money"] = "0.00"
    data["warnings"][0]["since"] = "2026"
    return dict(data)


def test_unknown_fields_of_a_result_survive_a_round_trip_everywhere() -> None:
    data = _with_fields_of_a_later_minor()
    again = ResearchResult.model_validate_json(json.dumps(data)).model_dump_json()
    assert json.loads(again) == data


def test_a_round_trip_changes_no_byte() -> None:
    text = a_result().model_dump_json()
    assert ResearchResult.model_validate_json(text).model_dump_json() == text


@pytest.mark.parametrize(
    "request_data",
    [
        {"question": "q", "language": "en"},
        {"question": "q", "constraints": {"max_tokens": 1}},
        {"question": "   "},
        {"question": "x" * 8_001},
        {"question": "q", "constraints": {"max_iterations": 0}},
        {"question": "q", "constraints": {"max_seconds": 0}},
        {"question": "q", "depth": "abyssal"},
    ],
)
def test_a_request_outside_the_contract_is_refused(request_data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ResearchRequest.model_validate(request_data)


def test_a_question_is_measured_after_trimming() -> None:
    assert len(ResearchRequest(question="  " + "x" * 8_000 + "\n").question) == 8_000


def test_an_explicit_limit_wins_over_the_depth() -> None:
    shallow = limits_of(ResearchRequest(question="q", depth=Depth.SHALLOW))
    asked = ResearchConstraints(max_iterations=7, max_seconds=3)
    limits = limits_of(ResearchRequest(question="q", depth=Depth.SHALLOW, constraints=asked))
    assert (shallow.passes, limits.passes, limits.max_seconds) == (1, 7, 3)
    assert limits.documents_per_pass == shallow.documents_per_pass
