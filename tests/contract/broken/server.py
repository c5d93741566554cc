"""Any of these researchers as an MCP server."""

from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, ResourceLink, TextContent
from pydantic import Field, InstanceOf

from serving.records import add_records
from serving.shell import ResearcherServer
from tests.contract.broken.good import GoodResearcher


class ScriptedTool(Tool):
    """The `research` tool, with its raw arguments and raw result in the researcher's hands."""

    researcher: InstanceOf[GoodResearcher] = Field(exclude=True)

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> CallToolResult:
        request = self.researcher.parse(arguments)
        progress = self.researcher.notifier(context)
        result = await self.researcher.run(request, progress)
        return CallToolResult(
            content=[
                TextContent(type="text", text=self.researcher.text(result)),
                *(ResourceLink(uri=uri, name="trace") for uri in self.researcher.links(result)),
            ],
            structured_content=result,
        )


def serve(researcher: GoodResearcher) -> ResearcherServer:
    """A server around a researcher; nothing runs before a transport serves it."""
    tool = ScriptedTool(
        fn=researcher.run,
        name=researcher.tool_name,
        title=researcher.title,
        description=researcher.description,
        parameters=researcher.input_schema(),
        fn_metadata=FuncMetadata(arg_model=ArgModelBase, output_schema=researcher.output_schema()),
        is_async=True,
        context_kwarg=None,
        annotations=researcher.annotations,
        meta=dict(researcher.meta),
        researcher=researcher,
    )
    server = ResearcherServer(name="two-notes", version="1", log_level="ERROR", tools=[tool])
    if researcher.gives_records:
        add_records(server, researcher.home)
    return server
