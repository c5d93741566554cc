"""The npm packages that the interop checks need, installed once into a cache folder."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGES: Final = (
    "node@22.23.3",
    "@modelcontextprotocol/inspector@2.12.0",
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
)
"""Pinned. The conformance suite needs Node 22, so Node comes as a package too."""

_INSTALL_SECONDS: Final = 300
_RUN_SECONDS: Final = 90
_TIMED_OUT: Final = 124


class PackagesMissing(Exception):
    """The packages can't be had here; the message is the plain reason."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a tool said. `output` is stdout and stderr, for a person."""

    code: int
    stdout: str
    output: str


@dataclass(frozen=True, slots=True)
class NpmTools:
    """Runs the installed tools under the installed Node."""

    folder: Path

    def inspector(self, *arguments: str) -> Run:
        """The inspector without its page."""
        return self._run("mcp-inspector", "--cli", *arguments)

    def conformance(self, url: str, scenario: str, version: str, results: Path) -> Run:
        """One scenario of the official suite against a server."""
        return self._run(
            "conformance",
            *("server", "--url", url, "--scenario", scenario),
            *("--spec-version", version, "--output-dir", str(results)),
        )

    def _run(self, tool: str, *arguments: str) -> Run:
        tools = self.folder / "node_modules" / ".bin"
        try:
            done = subprocess.run(
                [str(tools / "node"), str((tools / tool).resolve()), *arguments],
                capture_output=True,
                text=True,
                timeout=_RUN_SECONDS,
                cwd=self.folder,
            )
        except subprocess.TimeoutExpired:
            return Run(_TIMED_OUT, "", f"{tool} said nothing for {_RUN_SECONDS} s")
        return Run(done.returncode, done.stdout, done.stdout + done.stderr)


def installed_tools() -> NpmTools:
    """The tools, from the cache or fresh. Raises PackagesMissing with the reason."""
    npm = shutil.which("npm")
    if npm is None:
        raise PackagesMissing("npm is not installed")
    folder = Path(tempfile.gettempdir()) / "marchwarden-interop"
    stamp = folder / "installed"
    wanted = "\n".join(PACKAGES)
    if not stamp.exists() or stamp.read_text() != wanted:
        folder.mkdir(exist_ok=True)
        _install(npm, folder)
        stamp.write_text(wanted)
    return NpmTools(folder)


def _install(npm: str, folder: Path) -> None:
    command: Sequence[str] = (npm, "install", "--no-audit", "--no-fund", "--no-save", *PACKAGES)
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise PackagesMissing(f"npm took longer than {_INSTALL_SECONDS} s") from error
    if done.returncode != 0:
        codes = [word for word in done.stderr.split() if word.isupper() and len(word) > 4]
        raise PackagesMissing(f"npm could not install the packages ({' '.join(codes[:2])})")
