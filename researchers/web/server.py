"""The researcher of the web as an MCP server: the loop over what search engines lead to."""

import logging
from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from evidence.analyze import default_analyzer
from researchers.loop import Researcher
from researchers.source import Source
from serving.shell import ResearcherServer, create_server
from traces.clock import Clock, SystemClock
from traces.errors import TraceError
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.redact import Redactor
from traces.render import write_markdown
from traces.sink import TraceSink
from traces.writer import TraceWriter

NAME: Final = "web"

_LOG: Final = logging.getLogger(__name__)
_INSTRUCTIONS: Final = "instructions.v1.md"


def web_server(
    source: Source,
    home: Home,
    *,
    settings: Mapping[str, str],
    secrets: tuple[str, ...] = (),
    keep_traces: bool = True,
    sample_question: str | None = None,
    clock: Clock | None = None,
) -> ResearcherServer:
    """Wire one researcher. `settings` are written into each trace, `secrets` never are. Nothing is
    asked of anybody before the first call."""
    ticking = clock or SystemClock()
    redactor = Redactor(secrets=secrets)

    def open_trace() -> TraceSink:
        if not keep_traces:
            return MemoryTrace(new_run_id(), NAME, ticking, redactor)
        return TraceWriter.create(home, run=new_run_id(), by=NAME, clock=ticking, redactor=redactor)

    def write_page(run: str) -> None:
        try:
            write_markdown(home, run)
        except (OSError, TraceError) as error:
            _LOG.warning("The readable copy of trace %s was not written: %s", run, error)

    return create_server(
        name=NAME,
        title="Web",
        description="Researches the public web: searches, opens pages, and quotes what it read.",
        instructions=files(f"{__package__}.prompts").joinpath(_INSTRUCTIONS).read_text("utf-8"),
        version=version("marchwarden"),
        research=Researcher(
            source,
            open_trace,
            ticking,
            default_analyzer(),
            settings=settings,
            after_seal=write_page if keep_traces else None,
            keeps_traces=keep_traces,
        ),
        home=home,
        leaves_machine=True,
        sample_question=sample_question,
    )
