"""A misbehaving server as a member of the network, and the processes that are left of it."""

import os
import sys
from pathlib import Path
from typing import Final
from uuid import uuid4

from pi.model import Member
from pi.network import Command, Researcher, child_environment

MARK: Final = "MARCHWARDEN_TEST_MARK"


def rude(kind: str, argument: str = "", *, name: str = "rude", mark: str = "") -> Researcher:
    """A researcher that behaves as the kind says."""
    words = (sys.executable, "-m", "pi.testing.misbehaving", kind, argument)
    return run(*words, name=name, mark=mark)


def run(*arguments: str, name: str = "rude", mark: str = "") -> Researcher:
    """Any command as a researcher."""
    environment = child_environment(os.environ) | {MARK: mark}
    return Researcher(name, Command(arguments, environment))


def member(kind: str, argument: str = "", *, name: str = "", mark: str = "") -> Member:
    """A member of the network, called as its kind unless it has a name."""
    return Member(rude(kind, argument, name=name or kind, mark=mark))


def new_mark() -> str:
    """What marks the processes of one test, those included that they start."""
    return uuid4().hex


def marked_processes(mark: str) -> list[str]:
    """The commands of those that still run. Knows nothing where there is no /proc."""
    found: list[str] = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            environment = (place / "environ").read_bytes()
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment and command:
            found.append(command.replace(b"\0", b" ").decode())
    return found
