"""Serving over stdin and stdout, for a host that starts the server itself."""

import gc
import os
import signal
from typing import Final

import anyio

from serving.shell import ResearcherServer

_GRACE_SECONDS: Final = 3.0
"""Time for running calls to seal their traces after a signal. Hosts kill after a few seconds."""


async def serve_stdio(server: ResearcherServer) -> None:
    """Serve until the client closes stdin or goes away, or until SIGTERM or SIGINT.

    A signal cancels the running calls, waits until they have ended, and then ends the process by
    that same signal, because the thread that reads stdin can't be interrupted.
    """
    gc.freeze()  # what is loaded stays loaded: searching it at exit would take half a second
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_on_signal, server)
            await server.run_stdio_async()
            tasks.cancel_scope.cancel()
    except* BrokenPipeError:
        _say_nothing_more()


def _say_nothing_more() -> None:
    """Keep the interpreter from flushing stdout, which nobody reads, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


async def _end_on_signal(server: ResearcherServer) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for received in signals:
            await server.calls.stop(_GRACE_SECONDS)
            signal.signal(received, signal.SIG_DFL)
            os.kill(os.getpid(), received)
