"""Where the pins of researchers are kept (`pi.pinning` makes them)."""

import json
import os
import secrets
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

from traces.filesystem import FILE_MODE, try_quietly
from traces.safe_read import read_regular

_MAX_BYTES: Final = 1024 * 1024


class Pins(Protocol):
    """Both methods may reach the disk, and neither ever raises: a lost pin costs one warning."""

    def get(self, researcher: str) -> str | None:
        """The pin of the last meeting; None when there was none."""
        ...

    def put(self, researcher: str, pin: str) -> None:
        """Remember a pin."""
        ...


class MemoryPins:
    """For as long as the process lives."""

    def __init__(self) -> None:
        self._pins: dict[str, str] = {}

    def get(self, researcher: str) -> str | None:
        return self._pins.get(researcher)

    def put(self, researcher: str, pin: str) -> None:
        self._pins[researcher] = pin


class PinFile:
    """`pins.json` in the user's home: an object of researcher and pin, 0600. Written whole under
    another name and renamed, so that no reader meets half of it; of two processes that write at
    once the later one's stands."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def get(self, researcher: str) -> str | None:
        return self._read().get(researcher)

    def put(self, researcher: str, pin: str) -> None:
        temporary = self._path.with_name(f".{self._path.name}.{secrets.token_hex(6)}")
        with self._lock:
            pins = {**self._read(), researcher: pin}
            text = json.dumps(pins, indent=2, sort_keys=True) + "\n"
            try_quietly(lambda: self._replace(temporary, text.encode()))
        try_quietly(lambda: temporary.unlink(missing_ok=True))

    def _replace(self, temporary: Path, content: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with os.fdopen(os.open(temporary, flags, FILE_MODE), "wb") as file:
            file.write(content)
        temporary.rename(self._path)

    def _read(self) -> Mapping[str, str]:
        """What stands there; nothing when it can't be read, so that it is written anew."""
        try:
            said: object = json.loads(read_regular(self._path, _MAX_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(said, dict):
            return {}
        return {name: pin for name, pin in said.items() if isinstance(pin, str)}
