"""The committed JSON Schema and the models say the same."""

import jsonschema
import pytest

from contract import ResearchRequest
from contract.schema import files, request_schema, result_schema
from tests.contract.results import a_result


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_the_committed_schema_is_what_the_models_say(path: object) -> None:
    texts = {str(file): text for file, text in files().items()}
    with open(str(path), encoding="utf-8") as committed:
        assert committed.read() == texts[str(path)], "run `python -m contract.schema`"


def test_a_result_is_valid_against_the_schema_that_others_read() -> None:
    jsonschema.validate(a_result().model_dump(mode="json"), result_schema())


def test_a_request_is_valid_against_the_schema_that_others_read() -> None:
    request = ResearchRequest(question="When is rye sown?")
    jsonschema.validate(request.model_dump(mode="json"), request_schema())


def test_the_schema_refuses_what_the_models_refuse() -> None:
    with pytest.raises(jsonschema.ValidationError, match="unexpected"):
        jsonschema.validate({"question": "q", "constraints": {"max_tokens": 1}}, request_schema())
