"""A small vault on disk, and local-brain's server over it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from mcp import Client
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from researchers.local_brain.index_place import index_path
from researchers.local_brain.library import Library
from researchers.local_brain.roots import make_roots
from researchers.local_brain.server import local_brain_server
from traces.home import Home

Data = TypeVar("Data", bound=BaseModel)

NOTES = {
    "baking/rye.md": (
        "---\ntitle: Rye with seeds\ntags: [baking, rye]\ncreated: 2024-05-01\n---\n"
        "# Rye with seeds\n\nBake the rye loaf at 210 degrees for 55 minutes. See [[oven]].\n\n"
        "## Storage\n\nRye keeps for six days in a linen bag.\n"
    ),
    "baking/oven.md": (
        "# The oven\n\nThe deck oven heats up in 75 minutes.\n\nIts door seal was changed. #oven\n"
    ),
    "garden/herbs.md": (
        "---\ntags: garden\n---\n# Herbs\n\nThyme and rosemary stand by the south wall.\n"
    ),
    "garden/oven.md": "# Outdoor oven\n\nThe clay oven in the garden takes three hours to heat.\n",
    "long.txt": "Line of a long file that says little.\n" * 2_000 + "The safe code is 4711.\n",
    "broken.md": "\x00\x01\x02 not text \x00",
}


def write_vault(folder: Path) -> Path:
    """The notes as files."""
    for name, text in NOTES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@asynccontextmanager
async def vault_client(folder: Path) -> AsyncIterator[Client]:
    """A client of local-brain over a fresh vault below `folder`."""
    home = Home(folder / "home")
    home.ensure()
    roots = make_roots([("home", write_vault(folder / "notes"))])
    with Library(index_path(home, roots), roots) as library:
        async with Client(local_brain_server(library, home)) as client:
            yield client


def data_of(kind: type[Data], result: CallToolResult) -> Data:
    """The structured answer, which must stand."""
    assert not result.is_error, text_of(result)
    return kind.model_validate(result.structured_content)


def text_of(result: CallToolResult) -> str:
    """The rendered answer."""
    first = result.content[0]
    assert isinstance(first, TextContent)
    return first.text
