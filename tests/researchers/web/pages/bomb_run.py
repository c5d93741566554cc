"""Reads every bomb through a reader, one after the other, and prints what became of each and how
much memory that took in this process, as JSON."""

import json
import sys
import time

import anyio

from researchers.reading.confinement import peak_bytes
from researchers.web.pages.model import Page, PageLimits, Unread
from researchers.web.pages.reader import ConfinedPageReader
from tests.researchers.web.pages.bombs import all_bombs
from tests.researchers.web.pages.pages import article, fetched

SECONDS = 1.5


async def main() -> None:
    """Two bombs at a time."""
    reader = ConfinedPageReader(PageLimits(seconds=SECONDS), size=2)
    outcomes: dict[str, str] = {}
    took: dict[str, float] = {}
    turns = anyio.Semaphore(2)
    await reader.warm()

    async def run(name: str) -> None:
        async with turns:
            response = bombs[name]()
            started = time.monotonic()
            found = await reader(response)
            took[name] = time.monotonic() - started
            outcomes[name] = found.reason if isinstance(found, Unread) else "page"

    bombs = all_bombs()
    async with anyio.create_task_group() as group:
        for name in list(bombs):
            group.start_soon(run, name)
    after = await reader(fetched(article()))
    reader.close()
    peak = peak_bytes()
    usable = isinstance(after, Page)
    json.dump({"outcomes": outcomes, "took": took, "peak": peak, "usable": usable}, sys.stdout)


if __name__ == "__main__":
    anyio.run(main)
