"""Checks on the tool as it is listed."""

from typing import Final

from contract.conformance.check import Check, Outcome, failed, judged, passed, unseen
from contract.conformance.observation import Observation, ToolFacts
from contract.conformance.schema_match import Direction, differences
from contract.schema import request_schema, result_schema
from contract.version import CONTRACT_VERSION, META_KEY

_NO_TOOL: Final = unseen("there is no tool to look at")


def _present(seen: Observation) -> Outcome:
    if seen.tool is None:
        return failed("no tool named `research` is listed")
    return passed("`research` is listed")


def _described(seen: Observation) -> Outcome:
    if seen.tool is None:
        return _NO_TOOL
    missing = [
        f"the tool has no {name}"
        for name, text in (("title", seen.tool.title), ("description", seen.tool.description))
        if not (text or "").strip()
    ]
    return judged(missing, "title and description are there")


def _version(seen: Observation) -> Outcome:
    if seen.tool is None:
        return _NO_TOOL
    version = seen.tool.meta.get(META_KEY)
    if version != CONTRACT_VERSION:
        return failed(f"`_meta` has {META_KEY} = {version!r}, not {CONTRACT_VERSION!r}")
    return passed(f"`_meta` says {CONTRACT_VERSION}")


def _annotations(seen: Observation) -> Outcome:
    if seen.tool is None:
        return _NO_TOOL
    return judged(list(_annotation_defects(seen.tool)), "read-only, not destructive")


def _annotation_defects(tool: ToolFacts) -> list[str]:
    defects = []
    if tool.read_only is not True:
        defects.append("readOnlyHint is not true")
    if tool.destructive is not False:
        defects.append("destructiveHint is not false")
    if tool.open_world is None:
        defects.append("openWorldHint is not given")
    return defects


def _input_schema(seen: Observation) -> Outcome:
    if seen.tool is None:
        return _NO_TOOL
    found = differences(request_schema(), seen.tool.input_schema, Direction.INPUT)
    return judged(list(found), "takes what v1 allows, and nothing unknown")


def _output_schema(seen: Observation) -> Outcome:
    if seen.tool is None:
        return _NO_TOOL
    if seen.tool.output_schema is None:
        return failed("no output schema is published")
    found = differences(result_schema(), seen.tool.output_schema, Direction.OUTPUT)
    return judged(list(found), "promises what v1 requires")


TOOL_CHECKS: Final = (
    Check("tool-present", "A researcher offers the tool `research`.", _present),
    Check("tool-described", "The tool has a title and a description.", _described),
    Check("tool-version", f"The tool's `_meta` has {META_KEY}: v1.", _version),
    Check(
        "tool-annotations",
        "The tool is read-only, not destructive, and says whether it leaves the machine.",
        _annotations,
    ),
    Check(
        "input-schema",
        "The input schema requires the question alone and refuses unknown keys.",
        _input_schema,
    ),
    Check("output-schema", "The output schema promises what v1 requires.", _output_schema),
)
