"""The rude server as a member of the network."""

import os
import sys
from pathlib import Path

from pi.network import Command, Researcher, child_environment

_SERVER = Path(__file__).with_name("rude_server.py")


def rude(mode: str) -> Researcher:
    """A researcher that behaves as the mode says."""
    return run(sys.executable, str(_SERVER), mode)


def run(*arguments: str) -> Researcher:
    """Any command as a researcher."""
    return Researcher("rude", Command(arguments, child_environment(os.environ)))
