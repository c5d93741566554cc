"""Keeps an answer under the contract's size: the rendering gives way, never the structure."""

from collections.abc import Sequence
from typing import Final

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ResourceLink, TextContent
from pydantic import BaseModel

from contract.version import RESULT_MAX_BYTES

_ENVELOPE_BYTES: Final = 1024
"""Room for the JSON-RPC message around the result."""

_SHORTENED: Final = "\n\n(The text is cut here; the structured result is whole.)"
_SMALLEST_TEXT: Final = 1024


def fitted(
    structured: BaseModel,
    text: str,
    links: Sequence[ResourceLink],
    limit: int = RESULT_MAX_BYTES - _ENVELOPE_BYTES,
) -> CallToolResult:
    """The answer as a tool result of at most `limit` bytes on the wire.

    Raises ToolError when the structured part alone is too large; it names the resource that
    holds the whole.
    """
    result = _result(structured, text, links)
    excess = _wire_bytes(result) - limit
    while excess > 0:
        if len(text) <= _SMALLEST_TEXT:
            raise ToolError(_too_large(links, limit))
        text = text[: max(_SMALLEST_TEXT, len(text) - max(excess // 6, len(text) // 8))]
        result = _result(structured, text + _SHORTENED, links)
        excess = _wire_bytes(result) - limit
    return result


def _result(structured: BaseModel, text: str, links: Sequence[ResourceLink]) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text), *links],
        structured_content=structured.model_dump(mode="json"),
    )


def _wire_bytes(result: CallToolResult) -> int:
    return len(result.model_dump_json(by_alias=True, exclude_none=True).encode())


def _too_large(links: Sequence[ResourceLink], limit: int) -> str:
    where = f"; the whole of it is kept under {links[0].uri}" if links else ""
    return (
        f"The result is larger than the {limit // 1024} KiB that one answer may have{where}. "
        "Ask again for fewer sources."
    )
