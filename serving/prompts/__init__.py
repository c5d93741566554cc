"""Prompts that hosts can offer their users; the words stand in versioned Markdown files."""

from importlib.resources import files
from typing import Annotated, Final

from mcp.server.mcpserver import MCPServer
from pydantic import Field

_RESEARCH: Final = "research.v1.md"


def research_prompt(question: str, researcher: str) -> str:
    """The words of the research prompt for one question."""
    template = files(__package__).joinpath(_RESEARCH).read_text(encoding="utf-8")
    return template.replace("{researcher}", researcher).replace("{question}", question)


def add_research_prompt(server: MCPServer, researcher: str) -> None:
    """Offer the `research` prompt on a server."""

    @server.prompt(
        name="research",
        title="Research with citations",
        description=f"Ask {researcher} a question and report its answer with its sources.",
    )
    def research(
        question: Annotated[str, Field(description="What you want to know.")],
    ) -> str:
        return research_prompt(question, researcher)
