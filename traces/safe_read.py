"""Reading a file without trusting that it is one: no waiting on a pipe, no endless device."""

import os
import stat
from pathlib import Path


def read_regular(path: Path, max_bytes: int | None = None) -> bytes:
    """All bytes of a regular file. Raises FileNotFoundError, and OSError for anything that is no
    file, may not be read, or is longer than `max_bytes`."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(f"{path.name} is not a file.")
        if max_bytes is None:
            return file.read()
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(f"{path.name} is longer than {max_bytes} bytes.")
    return data
