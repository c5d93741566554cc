"""What every researcher's program does at its start: read where to listen, and serve there.

Light to import: what serves is loaded when it serves.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from traces.home import Home

if TYPE_CHECKING:
    from serving.shell import ResearcherServer


class StartError(click.ClickException):
    """The server can't start. The message is one sentence that says what to do."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """Where to listen, and under which names clients may ask for it."""

    host: str
    port: int
    accepted_hosts: tuple[str, ...]
    token: str | None


_FLAGS = (
    click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP instead of stdio."),
    click.option(
        "--accept-host",
        multiple=True,
        metavar="HOST",
        help="A name under which HTTP clients may address this server.",
    ),
    click.option(
        "--home",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Where traces and caches are kept; else MARCHWARDEN_HOME, else ~/.marchwarden.",
    ),
    click.option("--no-trace", is_flag=True, help="Keep no trace and no content of what is asked."),
)


def server_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that every researcher's program has."""
    for flag in reversed(_FLAGS):
        command = flag(command)
    return command


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """What is imported stays for good, so the collector need not look at it, now or later; that
    saves a tenth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def http_address(
    spelled: str, accepted_hosts: Sequence[str], environ: Mapping[str, str]
) -> HttpAddress:
    """HOST:PORT as it was typed, with the token of the environment. Raises StartError."""
    host, colon, port = spelled.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise StartError(f"{spelled} is not an address; write it as 127.0.0.1:8765.")
    token = environ.get("MARCHWARDEN_TOKEN") or None
    return HttpAddress(host.strip("[]"), int(port), tuple(accepted_hosts), token)


def home_ready(place: Path) -> Home:
    """The home with its folders. Raises StartError when the disk refuses."""
    home = Home(place)
    try:
        home.ensure()
    except OSError as error:
        raise StartError(f"{place} can't be used as a home: {error.strerror}.") from error
    return home


def serve_at(
    server: "ResearcherServer",
    address: HttpAddress | None,
    resources: AbstractAsyncContextManager[object] | None = None,
) -> None:
    """Serve on stdio, or over HTTP at an address, until told to stop; `resources` are held open as
    long. Raises StartError."""
    import anyio

    held = resources or nullcontext()
    if address is None:
        from serving.stdio import serve_stdio

        async def serve_here() -> None:
            async with held:
                await serve_stdio(server)

        anyio.run(serve_here)
        return
    from serving.access import OpenAddressError
    from serving.http import serve_http

    def say_where(url: str) -> None:
        sys.stderr.write(f"Serving {server.name} on {url}\n")
        sys.stderr.flush()

    async def serve() -> None:
        async with held:
            await serve_http(
                server,
                address.host,
                address.port,
                address.token,
                accepted_hosts=address.accepted_hosts,
                started=say_where,
            )

    try:
        anyio.run(serve)
    except OpenAddressError as error:
        raise StartError(str(error)) from error
    except OSError as error:
        where = f"{address.host}:{address.port}"
        raise StartError(f"{where} can't be listened on: {error.strerror}.") from error
