"""Fetches bombs and endless bodies; prints its peak of memory before, and its growth, in bytes.

A process of its own, so that the peak is that of the fetches. The server runs beside them and sends
from blocks that it made before the measuring began.
"""

from pathlib import Path

import anyio
from anyio.abc import ByteStream

from researchers.web.fetching.model import FetchFailure, FetchProblem
from researchers.web.simulated.bombs import gzip_of_zeros
from tests.researchers.web.fetching.local_server import local_fetcher, response, serving

_GIGABYTE = 1 << 30
STATUS = Path("/proc/self/status")
"""Where Linux says how large this process has been (`VmHWM`). `getrusage` would tell the size of
the process that started this one."""


async def main() -> None:
    bomb, block = gzip_of_zeros(_GIGABYTE), b"x" * 65_536

    async def talk(stream: ByteStream, path: str) -> None:
        if path == "/bomb":
            head = (
                f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(bomb)}\r\n\r\n"
            )
            await stream.send(head.encode())
            await stream.send(bomb)
            return
        if path == "/small":
            await stream.send(response(b"words"))
            return
        await stream.send(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            await stream.send(block)

    async with serving(talk) as server, local_fetcher(server) as fetch:
        await fetch(server.url("/small"))
        before = peak()
        for path in ("/bomb", "/endless") * 4:
            outcome = await fetch(server.url(path))
            assert isinstance(outcome, FetchFailure)
            assert outcome.problem is FetchProblem.TOO_LARGE, outcome
    print(before, peak() - before)  # noqa: T201 - its result


def peak() -> int:
    """The most that this process has had in memory, in bytes."""
    lines = STATUS.read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    anyio.run(main)
