"""Starting a scripted researcher as a process, and waiting for what it tells on stderr."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

COMMAND = [sys.executable, "-m", "tests.serving.scripted_process"]


class ToldLines:
    """The lines a process writes to stderr, in order."""

    def __init__(self, process: Process) -> None:
        assert process.stderr
        self._stream = BufferedByteReceiveStream(process.stderr)

    async def until(self, start: str) -> str:
        """Read on until a line that starts so, and return the rest of it."""
        with anyio.fail_after(20):
            while True:
                line = (await self._stream.receive_until(b"\n", 65_536)).decode()
                if line.startswith(start):
                    return line.removeprefix(start).strip()


@asynccontextmanager
async def scripted_process(
    transport: str, home: Path, *options: str
) -> AsyncIterator[tuple[Process, ToldLines]]:
    """Run the server; it is killed at the end if it still runs."""
    process = await anyio.open_process([*COMMAND, transport, str(home), *options])
    try:
        yield process, ToldLines(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.aclose()
