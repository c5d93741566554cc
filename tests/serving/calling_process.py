"""A client as a process of its own, to be killed in the middle of a call: `URL MODE`."""

import sys
from typing import Literal

import anyio
from mcp import Client


async def _call(url: str, mode: Literal["legacy", "auto"]) -> None:
    async with Client(url, mode=mode) as client:
        await client.call_tool("research", {"question": "q"})


if __name__ == "__main__":
    anyio.run(_call, sys.argv[1], "legacy" if sys.argv[2] == "legacy" else "auto")
