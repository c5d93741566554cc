"""Sending a question to a researcher. Light to import: the heavy parts wait for the child."""

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from pi.child import launched
from pi.failure import ResearcherFailure
from pi.network import Researcher

if TYPE_CHECKING:
    from contract import ResearchRequest, ResearchResult
    from pi.connection import OnProgress


async def dispatch(
    researcher: Researcher,
    make_request: "Callable[[], ResearchRequest]",
    on_progress: "OnProgress | None" = None,
) -> "ResearchResult | ResearcherFailure":
    """One researcher, one request: its result, or the failure as a value.

    The child process starts first; `make_request` and the MCP client, which cost most of a
    second to import, run while the child does the same. `make_request` may raise what it likes.
    """
    try:
        async with launched(researcher) as child:
            request = make_request()
            from pi.connection import connect

            spare_libraries()
            async with connect(researcher, child) as connection:
                return await connection.research(request, on_progress)
    except ResearcherFailure as failure:
        return failure


def spare_libraries() -> None:
    """Keep what was imported out of garbage collection. It lives as long as the process, and
    searching it at the end takes 0.4 s. Once: what comes later has to be collected."""
    if gc.get_freeze_count() == 0:
        gc.freeze()
