"""Messages between the indexer and its workers: a length, then a pickle that names no class."""

import io
import pickle
import struct
from typing import Any, Final

_LENGTH: Final = struct.Struct("<Q")
LONGEST_MESSAGE: Final = 1 << 31


class FrameError(Exception):
    """What arrived is not one of our messages."""


class _NoClasses(pickle.Unpickler):
    """A worker has parsed hostile files: nothing that it sends may name code to run."""

    def find_class(self, module: str, name: str) -> Any:
        raise FrameError(f"a worker's message names {module}.{name}")


def frame(message: object) -> bytes:
    """A message with its length in front. Tuples, strings, numbers, bytes and None only."""
    body = pickle.dumps(message, protocol=5)
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """Takes bytes as they arrive, gives messages when they are whole."""

    def __init__(self, longest: int = LONGEST_MESSAGE) -> None:
        self._buffer = bytearray()
        self._longest = longest

    def feed(self, data: bytes) -> None:
        """Add what has arrived."""
        self._buffer += data

    def next(self) -> Any | None:
        """The next whole message; None when more has to arrive. Raises FrameError."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > self._longest:
            raise FrameError("a worker announces a message that is too long")
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        body = bytes(memoryview(self._buffer)[_LENGTH.size : end])
        del self._buffer[:end]
        try:
            return _NoClasses(io.BytesIO(body)).load()
        except (pickle.UnpicklingError, EOFError, ValueError, IndexError) as error:
            raise FrameError("a worker's message can't be read") from error
