"""From a tool's answer to a ResearchResult, or to the failure that it is."""

import json

import mcp_types as types
from pydantic import ValidationError

from contract import META_KEY, ResearchResult
from contract.version import RESULT_MAX_BYTES
from pi.failure import FailureKind, ResearcherFailure

_SENTENCE_CHARS = 500


def result_of(name: str, answer: types.CallToolResult) -> ResearchResult:
    """The result that an answer carries. Raises ResearcherFailure when it carries none."""
    if answer.is_error:
        raise ResearcherFailure(name, FailureKind.REFUSED, f"{name}: {refusal_of(answer)}")
    size = _size_on_the_wire(name, answer)
    if size > RESULT_MAX_BYTES:
        words = f"{name} answered {size:,} bytes, over the {RESULT_MAX_BYTES:,} a result may have."
        raise ResearcherFailure(name, FailureKind.TOO_LARGE, words)
    if answer.structured_content is None:
        words = f"{name} answered without structured content, so its evidence can't be read."
        raise ResearcherFailure(name, FailureKind.CONTRACT, words)
    try:
        return ResearchResult.model_validate(answer.structured_content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "the result"
        words = f"{name} answered outside contract v1: {where}: {first['msg']}."
        raise ResearcherFailure(name, FailureKind.CONTRACT, words) from error


def size_of(answer: types.CallToolResult) -> int:
    """Bytes of an answer on the wire, structured and text together."""
    return len(answer.model_dump_json(by_alias=True, exclude_none=True).encode())


def _size_on_the_wire(name: str, answer: types.CallToolResult) -> int:
    """As `size_of`, for an answer that may hold what no JSON can: half a surrogate pair, NaN."""
    try:
        json.dumps(answer.structured_content, allow_nan=False)
        return size_of(answer)
    except (ValueError, RecursionError) as error:
        words = f"{name} answered with characters or numbers that can't be written as JSON."
        raise ResearcherFailure(name, FailureKind.CONTRACT, words) from error


def refusal_of(answer: types.CallToolResult) -> str:
    """The sentence of a tool error, on one line and cut at 500 characters."""
    texts = [part.text for part in answer.content if isinstance(part, types.TextContent)]
    sentence = " ".join(" ".join(texts).split())
    return sentence[:_SENTENCE_CHARS] or "it refused the request and gave no reason."


def contract_version_of(tool: types.Tool) -> str | None:
    """The contract version in a tool's `_meta`, or None."""
    version = (tool.meta or {}).get(META_KEY)
    return version if isinstance(version, str) else None
