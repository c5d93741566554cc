"""A misbehaving server as a member of the network."""

import os
import sys

from pi.network import Command, Researcher, child_environment


def rude(kind: str, argument: str = "", *, name: str = "rude") -> Researcher:
    """A researcher that behaves as the kind says."""
    return run(sys.executable, "-m", "pi.testing.misbehaving", kind, argument, name=name)


def run(*arguments: str, name: str = "rude") -> Researcher:
    """Any command as a researcher."""
    return Researcher(name, Command(arguments, child_environment(os.environ)))
