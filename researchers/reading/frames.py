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


def frame(message: object) -> memoryview:
    """A message with its length in front. Tuples, strings, numbers, bytes and None only. A large
    body is copied once."""
    framed = io.BytesIO()
    framed.write(_LENGTH.pack(0))
    pickle.dump(message, framed, protocol=5)
    whole = framed.getbuffer()
    _LENGTH.pack_into(whole, 0, len(whole) - _LENGTH.size)
    return whole


class FrameReader:
    """Takes bytes as they arrive, gives messages when they are whole."""

    def __init__(self, longest: int = LONGEST_MESSAGE) -> None:
        self._buffer = bytearray()
        self._longest = longest

    def feed(self, data: bytes | memoryview) -> None:
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
