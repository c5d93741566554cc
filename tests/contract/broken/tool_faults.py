"""Researchers whose tool is listed wrongly."""

from types import MappingProxyType
from typing import Any

from mcp_types import ToolAnnotations

from tests.contract.broken.good import QUESTION, GoodResearcher


class NamesItsToolAnswer(GoodResearcher):
    caught_by = "tool-present"
    tool_name = "answer"


class HasNoDescription(GoodResearcher):
    caught_by = "tool-described"
    description = ""


class SpeaksVersionNine(GoodResearcher):
    caught_by = "tool-version"
    meta = MappingProxyType({"marchwarden/contract": "v9", "marchwarden/sample-question": QUESTION})


class SaysThatItMayDestroy(GoodResearcher):
    caught_by = "tool-annotations"
    annotations = ToolAnnotations(read_only_hint=True, destructive_hint=True, open_world_hint=False)


class AllowsUnknownKeysInItsSchema(GoodResearcher):
    caught_by = "input-schema"

    def input_schema(self) -> dict[str, Any]:
        schema = super().input_schema()
        del schema["$defs"]["ResearchConstraints"]["additionalProperties"]
        return schema


class RequiresAContext(GoodResearcher):
    caught_by = "input-schema"

    def input_schema(self) -> dict[str, Any]:
        schema = super().input_schema()
        return {**schema, "required": ["question", "context"]}


class PublishesNoOutputSchema(GoodResearcher):
    caught_by = "output-schema"

    def output_schema(self) -> None:
        return None


class PromisesOffsetsAsText(GoodResearcher):
    caught_by = "output-schema"

    def output_schema(self) -> dict[str, Any] | None:
        schema = super().output_schema()
        assert schema is not None
        schema["$defs"]["Citation"]["properties"]["char_start"] = {"type": "string"}
        return schema
