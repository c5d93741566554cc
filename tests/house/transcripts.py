"""The transcripts in README, made by running them: `python -m tests.house.transcripts`."""

import re
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.cli.process import run_command
from tests.house.checkout import ROOT

README: Final = ROOT / "README.md"
BLOCK: Final = re.compile(
    r"<!-- transcript: (?P<command>.*?)(?: \| (?P<lines>\d+) lines)? -->\n"
    r"(?P<shown>.*?)<!-- end -->",
    re.DOTALL,
)
_CHANGING: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d+\.\d\d s\b"
    r"|newest source \w+"
)


def run_shown(command: str, lines: str | None, home: Path) -> str:
    """A transcript block as it should stand in README."""
    done = run_command(*shlex.split(command), home=home, cwd=ROOT)
    out = done.out.rstrip("\n")
    if lines is not None:
        out = "\n".join(out.split("\n")[: int(lines)])
    longest = max((len(run) for run in re.findall("`+", out)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}console\n$ marchwarden {command}\n{out}\n{fence}\n"


def settled(text: str) -> str:
    """The text without what differs from run to run: trace ids, seconds, the age of the sources."""
    return _CHANGING.sub("…", text)


def refresh(text: str, run: Callable[[str, str | None], str]) -> str:
    """README with every transcript made anew."""

    def block(found: re.Match[str]) -> str:
        head = found.group().partition("\n")[0]
        return f"{head}\n{run(found['command'], found['lines'])}<!-- end -->"

    return BLOCK.sub(block, text)


def main() -> None:
    """Rewrite README in place, with an empty home."""
    with tempfile.TemporaryDirectory() as home:
        text = refresh(README.read_text(), lambda one, n: run_shown(one, n, Path(home)))
    README.write_text(text)


if __name__ == "__main__":
    main()
