"""The JSON Schema of the contract, committed beside the models it is made from.

Other languages read the files; `python -m contract.schema` writes them anew after the models
changed on purpose, and a test fails when the two differ.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import BaseModel

from contract.request import ResearchRequest
from contract.result import ResearchResult

Schema: TypeAlias = Mapping[str, object]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_FOLDER: Final = Path(__file__).parent / "v1"
_MODELS: Final[Mapping[str, type[BaseModel]]] = {
    "request.json": ResearchRequest,
    "result.json": ResearchResult,
}


def request_schema() -> Schema:
    """What a v1 researcher takes: the input schema of its tool."""
    return ResearchRequest.model_json_schema()


def result_schema() -> Schema:
    """What a v1 researcher answers: the output schema of its tool."""
    return ResearchResult.model_json_schema()


def spelled(model: type[BaseModel]) -> str:
    """A model's schema as its file holds it: two spaces, keys sorted, one newline at the end."""
    schema = {"$schema": _DIALECT, **model.model_json_schema()}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def files() -> dict[Path, str]:
    """Each committed file and the text that it should hold."""
    return {_FOLDER / name: spelled(model) for name, model in _MODELS.items()}


def write() -> None:
    """Write the files anew."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
