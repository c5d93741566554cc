"""A home whose network holds a scripted researcher."""

import json
import sys
from pathlib import Path

import pytest

from tests.house.checkout import ROOT


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home of a user."""
    return tmp_path


@pytest.fixture
def scripted(home: Path) -> Path:
    """The same with the researcher `scripted` in its settings, and `waiting`, which never ends."""
    module = "tests.cli.scripted_server"
    mark = home / "cancelled"
    path = f"import sys, runpy; sys.path.insert(0, {str(ROOT)!r}); "
    start = path + f"runpy.run_module('{module}', run_name='__main__')"
    commands = {
        "scripted": [sys.executable, "-c", start],
        "waiting": [sys.executable, "-c", start, "--waits", str(mark)],
        "broken": [sys.executable, "-c", "raise SystemExit('no licence')"],
    }
    rows = (
        f'[[researchers]]\nname = "{name}"\ncommand = {json.dumps(command)}\n'
        for name, command in commands.items()
    )
    folder = home / ".marchwarden"
    folder.mkdir(mode=0o700)
    remote = '[[researchers]]\nname = "far"\nurl = "https://far.example.org/mcp"\n'
    (folder / "config.toml").write_text("".join(rows) + remote)
    return home
