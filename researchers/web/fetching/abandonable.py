"""Blocking work that nobody has to wait for.

A name server that never answers holds its thread for half a minute. The loop's own threads are
few, so a handful of such names would stop every other look-up; and all threads that are no daemons
are waited for when the process ends. So each piece of work has a daemon thread of its own.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

import anyio
from anyio import from_thread
from anyio.lowlevel import current_token

Result = TypeVar("Result")


async def run_abandonable(work: Callable[[], Result]) -> Result:
    """The result of a blocking function, or its exception. A cancelled caller returns at once;
    the thread goes on alone, and what it brings is dropped."""
    loop, done = current_token(), anyio.Event()
    results: list[Result] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:
            errors.append(error)
        with suppress(RuntimeError):  # the loop has ended meanwhile
            from_thread.run_sync(done.set, token=loop)

    Thread(target=run, name="abandonable work", daemon=True).start()
    await done.wait()
    for error in errors:
        raise error
    return results[0]
