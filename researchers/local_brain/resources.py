"""Notes as read-only resources: `note://ROOT/path`, as their locators stand in citations."""

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from researchers.local_brain.tools.answers import FailedLookup
from researchers.local_brain.tools.corpus import Corpus
from serving.progress import no_progress

LARGEST_NOTE_CHARS = 1_000_000


def add_notes(server: MCPServer, corpus: Corpus) -> None:
    """Serve the stored text of each note. A very large one is refused with the way to its parts."""

    @server.resource(
        "note://{root}/{+path}",
        name="note",
        title="A note",
        description="The stored text of a note, by the locator that citations give (without the "
        "part behind #).",
        mime_type="text/plain",
    )
    async def note(root: str, path: str) -> str:
        await corpus.fresh(no_progress)
        document = await corpus.look_up(f"note://{root}/{path}")
        if isinstance(document, FailedLookup):
            raise ResourceNotFoundError(document.detail)
        if len(document.text) > LARGEST_NOTE_CHARS:
            raise ResourceError(
                f"This note has {len(document.text):,} characters; read it in parts with the tool "
                "get and content_mode raw."
            )
        return document.text
