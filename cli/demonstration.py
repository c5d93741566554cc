"""`make ask-network`: one question to three researchers at once, without a network of this world.

Example notes, a small site on loopback, and the researcher of two papers from the guide. The record
is kept in `.marchwarden-network` of the current folder, so that it can be looked at afterwards.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from researchers.web.testing import LocalSite, example_site

QUESTION: Final = (
    "How far away is the light of Skerry Point seen, and when does the museum open in winter?"
)
_HOME: Final = ".marchwarden-network"
_NOTES: Final = Path("examples/network/notes")
_PAPERS: Final = Path("examples/researchers/papers.py")
_SETTINGS: Final = """\
# Written anew by make ask-network.
[[researchers]]
name = "academic"
covers = ["papers"]
command = [{python}, {program}, {folder}]
"""


def main() -> int:
    """Ask, and verify the whole tree of records. Run from the repository's root."""
    home = Path.cwd() / _HOME
    _write_settings(home)
    environ = {**os.environ, "MARCHWARDEN_HOME": str(home)}
    with example_site() as site:
        asked = _marchwarden(environ, "ask", *_flags(site), QUESTION)
    if asked == 0:
        return _marchwarden(environ, "trace", "verify", "last", "--read-data")
    return asked


def _write_settings(home: Path) -> None:
    home.mkdir(mode=0o700, exist_ok=True)
    values = {
        "python": _quoted(sys.executable),
        "program": _quoted(Path.cwd() / _PAPERS),
        "folder": _quoted(home / "academic"),
    }
    (home / "config.toml").write_text(_SETTINGS.format(**values), encoding="utf-8")


def _quoted(text: str | Path) -> str:
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _flags(site: LocalSite) -> tuple[str, ...]:
    pages = f"{site.url}sitemap.xml"
    return ("--notes", str(_NOTES), "--url", pages, "--allow-host", site.host_port)


def _marchwarden(environ: dict[str, str], *arguments: str) -> int:
    print("$ marchwarden", *arguments, flush=True)  # noqa: T201 - what is typed is part of the show
    command = [sys.executable, "-c", "from cli.main import main; main()", *arguments]
    done = subprocess.run(command, env=environ, check=False)  # noqa: S603 - our own program
    print(flush=True)  # noqa: T201
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
