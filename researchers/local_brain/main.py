"""`marchwarden-local-brain`: the researcher of notes as an MCP server. The composition root."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from researchers.server.program import ServerProgram
from traces.home import Home

if TYPE_CHECKING:
    from researchers.local_brain.library import Library
    from researchers.local_brain.roots import Root
    from researchers.server.shell import ResearcherServer

_NO_NOTES: Final = (
    "There are no notes to serve: give a folder with --notes, or add one with "
    "`marchwarden notes add FOLDER`."
)


class StartError(click.ClickException):
    """The server can't start. The message is one sentence that says what to do."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """Where to listen, and under which names clients may ask for it."""

    host: str
    port: int
    allow_hosts: tuple[str, ...]
    token: str | None


@click.command(cls=ServerProgram, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--notes",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Serve this folder instead of those of the settings; may be given several times.",
)
@click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP instead of stdio.")
@click.option(
    "--allow-host",
    multiple=True,
    metavar="HOST",
    help="A name under which HTTP clients may address this server.",
)
@click.option(
    "--home",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where traces and the index are kept; else MARCHWARDEN_HOME, else ~/.marchwarden.",
)
@click.option("--no-trace", is_flag=True, help="Keep no trace and no content of what is asked.")
def main(
    notes: tuple[Path, ...],
    http: str | None,
    allow_host: tuple[str, ...],
    home: Path | None,
    no_trace: bool,
) -> None:
    """Offer the researcher of your notes as an MCP server, on stdio or over HTTP.

    Any address but loopback needs a bearer token in MARCHWARDEN_TOKEN, which is honoured on
    loopback too.
    """
    with _collector_at_rest():
        environ = dict(os.environ)
        address = _address(http, allow_host, environ) if http else None
        place, roots = _settled(environ, home, notes)
        library = _library(Home(place), roots)
        server = _server(library, Home(place), keep_traces=not no_trace)
    with _index_told(Home(place)), library:
        _serve(server, address)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """What is imported stays for good, so the collector need not look at it, now or later; that
    saves a tenth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _address(spelled: str, allow_hosts: Sequence[str], environ: Mapping[str, str]) -> HttpAddress:
    host, colon, port = spelled.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise StartError(f"{spelled} is not an address; write it as 127.0.0.1:8765.")
    token = environ.get("MARCHWARDEN_TOKEN") or None
    return HttpAddress(host.strip("[]"), int(port), tuple(allow_hosts), token)


def _settled(
    environ: Mapping[str, str], home: Path | None, notes: Sequence[Path]
) -> tuple[Path, tuple["Root", ...]]:
    """The home and the folders of notes, from flags, environment and settings."""
    from researchers.config import load_settings
    from researchers.home_folder import ConfigError, home_of
    from researchers.local_brain.roots import RootError, make_roots

    try:
        place = home_of(environ, home)
        flags = {"notes": [str(folder) for folder in notes]} if notes else {}
        loaded = load_settings(environ, place, Path.cwd(), flags)
        entries = ((root.name, root.path) for root in loaded.settings.notes)
        roots = make_roots(entries, absent_too=not notes)
    except (ConfigError, RootError) as error:
        raise StartError(str(error)) from error
    if not roots:
        raise StartError(_NO_NOTES)
    if not any(root.path.is_dir() for root in roots):
        raise StartError(f"{roots[0].path} is not there: bring it back, or name another folder.")
    return place, roots


def _library(home: Home, roots: tuple["Root", ...]) -> "Library":
    from researchers.local_brain.index_place import index_path
    from researchers.local_brain.library import Library

    try:
        home.ensure()
    except OSError as error:
        raise StartError(f"{home.path} can't be used as a home: {error.strerror}.") from error
    own = (home.traces, home.cas, home.index)
    with _index_told(home):
        return Library(index_path(home, roots), roots, excluded=own)


@contextmanager
def _index_told(home: Home) -> Iterator[None]:
    """One sentence for whatever the index's disk refuses."""
    import apsw

    from researchers.local_brain.index_place import why_unusable

    try:
        yield
    except apsw.Error as error:
        reason = why_unusable(error, shutil.disk_usage(home.path).free)
        raise StartError(f"The index in {home.index} can't be used: {reason}.") from error


def _server(library: "Library", home: Home, *, keep_traces: bool) -> "ResearcherServer":
    from researchers.local_brain.server import local_brain_server
    from researchers.server.logs import log_to_stderr

    log_to_stderr()
    return local_brain_server(library, home, keep_traces=keep_traces)


def _serve(server: "ResearcherServer", address: HttpAddress | None) -> None:
    import anyio

    if address is None:
        from researchers.server.stdio import serve_stdio

        anyio.run(serve_stdio, server)
        return
    from researchers.server.access import OpenAddressError
    from researchers.server.http import serve_http

    async def serve() -> None:
        await serve_http(
            server,
            address.host,
            address.port,
            address.token,
            allow_hosts=address.allow_hosts,
            started=_say_where,
        )

    try:
        anyio.run(serve)
    except OpenAddressError as error:
        raise StartError(str(error)) from error
    except OSError as error:
        where = f"{address.host}:{address.port}"
        raise StartError(f"{where} can't be listened on: {error.strerror}.") from error


def _say_where(url: str) -> None:
    sys.stderr.write(f"Serving local-brain on {url}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
