"""`python -m tests.contract.broken NAME HOME [--http]`: serve one of these researchers."""

import sys
from pathlib import Path

import anyio

from serving.http import serve_http
from serving.stdio import serve_stdio
from tests.contract.broken.catalogue import CATALOGUE
from tests.contract.broken.server import serve
from traces.home import Home


async def main(name: str, home: Path, *, http: bool) -> None:
    """Serve over stdio, or over HTTP at a free port whose URL is the first line on stdout."""
    server = serve(CATALOGUE[name](Home(home)))
    if http:
        await serve_http(server, "127.0.0.1", 0, started=_tell)
    else:
        await serve_stdio(server)


def _tell(url: str) -> None:
    sys.stdout.write(f"{url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    anyio.run(lambda: main(sys.argv[1], Path(sys.argv[2]), http="--http" in sys.argv))
