"""The research_pack tool."""

from mcp.server.mcpserver.tools import Tool

from evidence.plan import plan_question
from researchers.local_brain.pack.building import build_pack
from researchers.local_brain.pack.gathering import gather
from researchers.local_brain.pack.model import ResearchPack
from researchers.local_brain.pack.rendering import render_pack
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.registration import corpus_tool
from researchers.local_brain.tools.requests import PackRequest


def pack_tool(corpus: Corpus) -> Tool:
    """Evidence for a question, with no answer and no trace."""
    return corpus_tool(
        corpus,
        "research_pack",
        "Gather evidence",
        "Gather ranked evidence for a question from the user's notes: what was searched for, how "
        "much of the notes it covers, each row with its signals and its excerpt to the letter, "
        "and next steps. It writes no answer; research does.",
        (PackRequest, ResearchPack),
        research_pack,
        render_pack,
    )


async def research_pack(corpus: Corpus, request: PackRequest) -> ResearchPack:
    """Plan, gather and build."""
    plan = plan_question(request.question, corpus.analyzer)
    return build_pack(await gather(corpus, plan, request), request)
