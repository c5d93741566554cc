"""A disk that goes wrong on command, for tests: the n-th changing call is refused or cut short."""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from traces.filesystem import FileSystem, RealFileSystem

T = TypeVar("T")


class After(StrEnum):
    """What becomes of the disk after the fault."""

    WELL = "well"
    """It was one bad call."""
    FULL = "full"
    """Nothing that needs space works any more; truncating and removing do."""
    GONE = "gone"
    """Nothing works any more."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`call` counts from 0 over all changing calls. A `short` write takes half of its bytes
    without an error, as a full disk does; other calls are refused then as well."""

    call: int
    after: After = After.WELL
    short: bool = False
    number: int = errno.ENOSPC


class FaultyFileSystem:
    """Passes every call on, until the one that is to fail."""

    def __init__(self, fault: Fault | None = None, real: FileSystem | None = None) -> None:
        self._fault = fault
        self._real = real or RealFileSystem()
        self.calls: list[str] = []
        """The names of all calls so far, in order."""

    def strike(self, fault: Fault) -> None:
        """Have a call fail that is still to come."""
        self._fault = fault

    @property
    def struck(self) -> bool:
        """True when the fault has happened."""
        return self._fault is not None and len(self.calls) > self._fault.call

    def make_folder(self, path: Path) -> None:
        self._pass("make_folder", lambda: self._real.make_folder(path))

    def create(self, path: Path) -> int:
        return self._pass("create", lambda: self._real.create(path))

    def open_append(self, path: Path) -> int:
        return self._pass("open_append", lambda: self._real.open_append(path))

    def write(self, descriptor: int, data: bytes) -> int:
        fault = self._fault
        if fault is not None and fault.short and len(self.calls) == fault.call and len(data) > 1:
            self.calls.append("write")
            return self._real.write(descriptor, data[: len(data) // 2])
        return self._pass("write", lambda: self._real.write(descriptor, data))

    def sync(self, descriptor: int) -> None:
        self._pass("sync", lambda: self._real.sync(descriptor))

    def truncate(self, descriptor: int, length: int) -> None:
        self._pass("truncate", lambda: self._real.truncate(descriptor, length), frees=True)

    def protect(self, descriptor: int) -> None:
        self._pass("protect", lambda: self._real.protect(descriptor), frees=True)

    def rename(self, source: Path, target: Path) -> None:
        self._pass("rename", lambda: self._real.rename(source, target))

    def sync_folder(self, path: Path) -> None:
        self._pass("sync_folder", lambda: self._real.sync_folder(path))

    def remove(self, path: Path) -> None:
        self._pass("remove", lambda: self._real.remove(path), frees=True)

    def close(self, descriptor: int) -> None:
        self._real.close(descriptor)

    def _pass(self, name: str, call: Callable[[], T], *, frees: bool = False) -> T:
        index = len(self.calls)
        self.calls.append(name)
        fault = self._fault
        if fault is not None and index >= fault.call and self._refuses(fault, index, frees):
            raise OSError(fault.number, os.strerror(fault.number))
        return call()

    def _refuses(self, fault: Fault, index: int, frees: bool) -> bool:
        if index == fault.call or fault.after is After.GONE:
            return True
        return fault.after is After.FULL and not frees
