"""A tool whose request and answer are models, and whose every failure is one plain sentence.

The SDK's own tools drop unknown arguments silently and answer a bad one with a validator's dump
that echoes the value; this one validates the raw arguments itself.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ResourceLink, ToolAnnotations
from pydantic import BaseModel, Field, ValidationError

from serving.refusals import refusal
from serving.size import fitted

Request = TypeVar("Request", bound=BaseModel)
ServerContext = Context[Any, Any]

_LINKS_SINCE: Final = "2025-06-18"
"""The first protocol version with links in a tool's result; older clients refuse the whole."""

_MASKED: Final = (
    "The researcher failed because of a fault of its own; its log and its trace hold the details."
)


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool answers. `structured` and `text` are each complete on their own, because some
    hosts show a model only the one and some only the other."""

    structured: BaseModel
    text: str
    links: tuple[ResourceLink, ...] = ()


class TypedTool(Tool):
    """A tool that validates its raw arguments against `request_model`, unknown ones included."""

    request_model: type[BaseModel] = Field(exclude=True)

    async def run(
        self, arguments: dict[str, Any], context: ServerContext, convert_result: bool = False
    ) -> CallToolResult:
        """Validate, run, and fit the answer under the contract's size.

        Raises ToolError with one plain sentence when the call is refused or anticipated to fail,
        and UnexpectedToolError, masked, for everything else.
        """
        request = self._request(arguments)
        try:
            answer: ToolAnswer = await self.fn(request, context)
            links = answer.links if _knows_links(context) else ()
            return fitted(answer.structured, answer.text, links)
        except (ToolError, MCPError):
            raise
        except ResourceError as error:
            raise ToolError(str(error)) from error
        except Exception as error:
            raise UnexpectedToolError(_MASKED) from error

    def _request(self, arguments: Mapping[str, object]) -> BaseModel:
        try:
            return self.request_model.model_validate(_unwrapped(arguments, self.parameters))
        except ValidationError as error:
            raise ToolError(refusal(self.name, self.request_model, error)) from error


def typed_tool(
    *,
    name: str,
    title: str,
    description: str,
    request: type[Request],
    result: type[BaseModel],
    handle: Callable[[Request, ServerContext], Awaitable[ToolAnswer]],
    leaves_machine: bool,
    meta: Mapping[str, str] | None = None,
) -> TypedTool:
    """A read-only tool over a request model that forbids unknown fields."""
    return TypedTool(
        fn=handle,
        name=name,
        title=title,
        description=description,
        parameters=request.model_json_schema(),
        fn_metadata=FuncMetadata(arg_model=ArgModelBase, output_schema=result.model_json_schema()),
        is_async=True,
        context_kwarg=None,
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=False,
            open_world_hint=leaves_machine,
        ),
        meta=dict(meta) if meta else None,
        request_model=request,
    )


def _knows_links(context: ServerContext) -> bool:
    version = context.protocol_version
    return version is None or version >= _LINKS_SINCE


def _unwrapped(arguments: Mapping[str, object], schema: Mapping[str, Any]) -> dict[str, object]:
    """Objects and lists that a host sent as JSON text, unwrapped; some hosts can't do otherwise."""
    properties = schema.get("properties", {})
    return {
        name: _parsed(value) if _is_composite(properties.get(name, {})) else value
        for name, value in arguments.items()
    }


def _is_composite(schema: Mapping[str, Any]) -> bool:
    kinds = [schema, *schema.get("anyOf", ())]
    return any(kind.get("type") in ("array", "object") or "$ref" in kind for kind in kinds)


def _parsed(value: object) -> object:
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
