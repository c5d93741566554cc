"""The researcher of the web as a process of its own, served over HTTP."""

import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream

from researchers.web.testing import LocalSite
from tests.cli.process import clean_environment

_STARTED = re.compile(rb"Serving web on (\S+)")
_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


@dataclass(frozen=True, slots=True)
class WebProcess:
    """A running server."""

    url: str
    pid: int

    def peak_bytes(self) -> int:
        """The most memory that the server itself has held, its readers not counted. Linux only."""
        status = Path(f"/proc/{self.pid}/status").read_text("utf-8")
        found = _PEAK.search(status)
        assert found, status
        return int(found.group(1)) * 1024


@asynccontextmanager
async def web_process(
    home: Path, urls: Sequence[str], sites: Sequence[LocalSite]
) -> AsyncIterator[WebProcess]:
    """Serve these pages of these sites; the process is ended at the end."""
    command = [sys.executable, "-m", "researchers.web.main", "--http", "127.0.0.1:0"]
    command += ["--home", str(home)]
    command += [part for url in urls for part in ("--url", url)]
    command += [part for site in sites for part in ("--allow-host", site.host_port)]
    async with await anyio.open_process(
        command, stdout=None, env=clean_environment(home.parent)
    ) as process:
        assert process.stderr
        told = BufferedByteReceiveStream(process.stderr)
        try:
            with anyio.fail_after(30):
                while not (started := _STARTED.match(await told.receive_until(b"\n", 65_536))):
                    pass
            yield WebProcess(started.group(1).decode(), process.pid)
        finally:
            process.terminate()
            with anyio.move_on_after(5, shield=True):
                await process.wait()
            if process.returncode is None:
                process.kill()
