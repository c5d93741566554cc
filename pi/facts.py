"""What a researcher says about itself when it is met."""

from dataclasses import dataclass
from typing import Final

import mcp_types as types
from mcp import Client

from contract import TOOL_NAME
from pi.answer import contract_version_of

_TOOL_PAGES: Final = 20


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a researcher says about itself when it is met."""

    server_name: str | None
    server_version: str | None
    protocol_version: str
    tools: tuple[types.Tool, ...]

    @property
    def research_tool(self) -> types.Tool | None:
        """The tool of the contract, if it is there."""
        return next((tool for tool in self.tools if tool.name == TOOL_NAME), None)

    @property
    def contract_version(self) -> str | None:
        """The contract version that the tool's `_meta` names."""
        tool = self.research_tool
        return contract_version_of(tool) if tool is not None else None


async def facts_of(client: Client) -> ServerFacts:
    """Ask a fresh client for all of it."""
    info = client.server_info
    return ServerFacts(
        server_name=info.name if info else None,
        server_version=info.version if info else None,
        protocol_version=client.protocol_version,
        tools=await all_tools(client),
    )


async def all_tools(client: Client) -> tuple[types.Tool, ...]:
    """Every page of the list of tools, up to 20."""
    tools: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(_TOOL_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools.extend(page.tools)
        cursor = page.next_cursor
        if cursor is None:
            break
    return tuple(tools)
