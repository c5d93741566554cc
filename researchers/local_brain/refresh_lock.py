"""One refresh at a time, over all processes that share an index file."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_TICK_SECONDS: Final = 0.05


@contextmanager
def refresh_lock(
    index_path: Path, wait_seconds: float, stopped: Callable[[], bool]
) -> Iterator[bool]:
    """True when the lock is ours; False when another process kept it for longer than we wait.

    The system frees it when its holder dies.
    """
    index_path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = index_path.with_name(index_path.name + ".lock")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield _acquire(handle, time.monotonic() + wait_seconds, stopped)
    finally:
        os.close(handle)


def _acquire(handle: int, deadline: float, stopped: Callable[[], bool]) -> bool:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if stopped() or time.monotonic() >= deadline:
                return False
            time.sleep(_TICK_SECONDS)
        else:
            return True
