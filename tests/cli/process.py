"""Runs the command line as a user does: in its own process, with an environment of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str


def clean_environment(home: Path, **more: str) -> dict[str, str]:
    """An environment with nothing of the developer's own settings in it."""
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        **more,
    }


def run_command(
    *arguments: str,
    home: Path,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    stdin: str = "",
    seconds: float = 60,
) -> Finished:
    """Run `marchwarden` with the arguments; bounded."""
    done = subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", *arguments],
        capture_output=True,
        input=stdin,
        text=True,
        timeout=seconds,
        cwd=cwd or home,
        env=clean_environment(home, **(environ or {})),
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)
