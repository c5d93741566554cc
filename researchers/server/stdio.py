"""Serving over stdin and stdout, for a host that starts the server itself."""

import os
import signal
from typing import Final

import anyio

from researchers.server.shell import ResearcherServer

_GRACE_SECONDS: Final = 3.0
"""Time for running calls to seal their traces after a signal. Hosts kill after a few seconds."""


async def serve_stdio(server: ResearcherServer) -> None:
    """Serve until the client closes stdin, or until SIGTERM or SIGINT.

    A signal cancels the running calls, waits until they have ended, and then ends the process by
    that same signal, because the thread that reads stdin can't be interrupted.
    """
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_on_signal, server)
        await server.run_stdio_async()
        tasks.cancel_scope.cancel()


async def _end_on_signal(server: ResearcherServer) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for received in signals:
            await server.calls.stop(_GRACE_SECONDS)
            signal.signal(received, signal.SIG_DFL)
            os.kill(os.getpid(), received)
