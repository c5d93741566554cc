"""A researcher's server over a script, as the tests of the shell use it."""

from pathlib import Path

from researchers.scripted import ScriptedResearch
from researchers.server.shell import ResearcherServer, create_server
from traces.home import Home


def scripted_server(research: ScriptedResearch, home: Path) -> ResearcherServer:
    """The shell around a script, with a home of its own."""
    return create_server(
        name="scripted",
        title="Scripted researcher",
        description="Answers from a script.",
        instructions="Ask it what the script holds.",
        version="1.2.3",
        research=research,
        home=Home(home),
        leaves_machine=False,
        sample_question="When does the bakery open?",
    )
