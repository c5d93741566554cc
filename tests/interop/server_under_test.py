"""local-brain over a small vault, as a command for stdio hosts and as a process over HTTP."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

NOTE: Final = "# Bakery\n\nThe bakery opens at seven. #opening\n"
QUESTION: Final = "When does the bakery open?"
_START: Final = "Serving local-brain on "


def command(folder: Path) -> list[str]:
    """The server over stdio."""
    notes = folder / "notes"
    notes.mkdir(exist_ok=True)
    (notes / "bakery.md").write_text(NOTE)
    program = [sys.executable, "-m", "researchers.local_brain.main"]
    return [*program, "--notes", str(notes), "--home", str(folder / "home")]


@contextmanager
def over_http(folder: Path, token: str | None = None) -> Iterator[str]:
    """Run the server over HTTP, and give its URL."""
    environ: Mapping[str, str] = {**os.environ, **({"MARCHWARDEN_TOKEN": token} if token else {})}
    serve = [*command(folder), "--http", "127.0.0.1:0"]
    with subprocess.Popen(serve, env=environ, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield _url_told_by(process)
        finally:
            process.terminate()


def _url_told_by(process: "subprocess.Popen[str]") -> str:
    for line in process.stderr or ():
        if line.startswith(_START):
            return line.removeprefix(_START).strip()
    raise RuntimeError("the server ended before it served")
