"""local-brain as an MCP server: the loop over the notes, the corpus tools, the notes themselves."""

import logging
from functools import partial
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from evidence.analyze import default_analyzer
from researchers.local_brain.freshness import Freshness, FreshResearch, FreshSource
from researchers.local_brain.library import Library
from researchers.local_brain.pack.registration import pack_tool
from researchers.local_brain.resources import add_notes
from researchers.local_brain.sample import sample_question
from researchers.local_brain.source import NoteSource
from researchers.local_brain.tools.corpus import Corpus
from researchers.local_brain.tools.registration import corpus_tools
from researchers.loop import Researcher
from serving.shell import ResearcherServer, create_server
from traces.clock import SystemClock
from traces.errors import TraceError
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.redact import Redactor
from traces.render import write_markdown
from traces.sink import TraceSink
from traces.writer import TraceWriter

NAME: Final = "local-brain"
_TOOL_REFRESH_SECONDS: Final = 30.0
"""Half of what common hosts wait for a tool; what is indexed by then is what is searched."""

_LOG: Final = logging.getLogger(__name__)
_INSTRUCTIONS: Final = "instructions.v1.md"


def local_brain_server(
    library: Library, home: Home, *, keep_traces: bool = True
) -> ResearcherServer:
    """Wire one researcher. Nothing is read or indexed before the first call."""
    clock = SystemClock()
    analyzer = default_analyzer()
    freshness = Freshness(library.refresh, clock)
    source = FreshSource(NoteSource(library.index, library), freshness)

    redactor = Redactor(roots=tuple(root.path for root in library.roots))

    def open_trace() -> TraceSink:
        if not keep_traces:
            return MemoryTrace(new_run_id(), NAME, clock, redactor)
        return TraceWriter.create(home, run=new_run_id(), by=NAME, clock=clock, redactor=redactor)

    def write_page(run: str) -> None:
        try:
            write_markdown(home, run)
        except (OSError, TraceError) as error:
            _LOG.warning("The readable copy of trace %s was not written: %s", run, error)

    fresh = partial(freshness.ensure, seconds=_TOOL_REFRESH_SECONDS)
    corpus = Corpus(source, library.index, library.read, analyzer, fresh, library.coverage)
    server = create_server(
        name=NAME,
        title="Local brain",
        description="Researches the user's own notes on this machine, and nothing else.",
        instructions=files(f"{__package__}.prompts").joinpath(_INSTRUCTIONS).read_text("utf-8"),
        version=version("marchwarden"),
        research=FreshResearch(
            Researcher(
                source,
                open_trace,
                clock,
                analyzer,
                after_seal=write_page if keep_traces else None,
                keeps_traces=keep_traces,
            ),
            freshness,
            clock,
        ),
        home=home,
        leaves_machine=False,
        sample_question=sample_question(library.roots),
        tools=[*corpus_tools(corpus), pack_tool(corpus)],
    )
    add_notes(server, corpus)
    return server
