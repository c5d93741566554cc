"""The corpus tools as an MCP server offers them."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import BaseModel

from researchers.local_brain.tools import answering, rendering
from researchers.local_brain.tools.answers import (
    FailedLookup,
    GetManyData,
    NoteText,
    RelatedData,
    SearchData,
    StatsData,
    TagsData,
)
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.requests import (
    GetManyRequest,
    GetRequest,
    RelatedRequest,
    SearchRequest,
    StatsRequest,
    TagsRequest,
    ToolRequest,
)
from serving.reporting import ProgressNotifier
from serving.typed_tool import ServerContext, ToolAnswer, typed_tool

Request = TypeVar("Request", bound=ToolRequest)
Data = TypeVar("Data", bound=BaseModel)


def corpus_tools(corpus: Corpus) -> list[Tool]:
    """All read-only tools over the notes."""

    async def stats(corpus: Corpus, _: StatsRequest) -> StatsData:
        return await answering.stats(corpus)

    return [
        corpus_tool(
            corpus,
            "search",
            "Search the notes",
            "Find passages of the user's notes by words, best first, each with its excerpt to the "
            "letter, the words that matched and those that did not. A row is a lead: read the "
            "note with get before relying on it.",
            (SearchRequest, SearchData),
            answering.search,
            rendering.render_search,
        ),
        corpus_tool(
            corpus,
            "get",
            "Read a note",
            "Read one note: in brief, around the words of a query (evidence), or its stored text "
            "in parts (raw).",
            (GetRequest, NoteText),
            answering.get,
            rendering.render_note,
        ),
        corpus_tool(
            corpus,
            "get_many",
            "Read several notes",
            "Read up to 20 notes at once. A lookup that gives no note is listed under errors, and "
            "the others are returned.",
            (GetManyRequest, GetManyData),
            answering.get_many,
            rendering.render_notes,
        ),
        corpus_tool(
            corpus,
            "related",
            "Find related notes",
            "List the notes that a note links to, that link to it, or that share its tags.",
            (RelatedRequest, RelatedData),
            answering.related,
            rendering.render_related,
        ),
        corpus_tool(
            corpus,
            "tags",
            "List tags",
            "List the tags of the notes, most used first, with how many notes carry each.",
            (TagsRequest, TagsData),
            answering.tags,
            rendering.render_tags,
        ),
        corpus_tool(
            corpus,
            "stats",
            "Show what is indexed",
            "Count notes, passages and formats, and say which files are not indexed and why.",
            (StatsRequest, StatsData),
            stats,
            rendering.render_stats,
        ),
    ]


def corpus_tool(
    corpus: Corpus,
    name: str,
    title: str,
    description: str,
    shape: tuple[type[Request], type[Data]],
    answer: Callable[[Corpus, Request], Awaitable[Data | FailedLookup]],
    render: Callable[[Data], str],
) -> Tool:
    """One tool: brings the index up to date, answers, and renders. A lookup that fails as a whole
    is a tool error with its one sentence."""

    async def handle(request: Request, context: ServerContext) -> ToolAnswer:
        await corpus.fresh(ProgressNotifier(context))
        data = await answer(corpus, request)
        if isinstance(data, FailedLookup):
            raise ToolError(data.detail)
        return ToolAnswer(data, render(data))

    return typed_tool(
        name=name,
        title=title,
        description=description,
        request=shape[0],
        result=shape[1],
        handle=handle,
        leaves_machine=False,
    )
