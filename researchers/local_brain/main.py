"""`marchwarden-local-brain`: the researcher of notes as an MCP server. The composition root."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from serving.program import ServerProgram
from serving.starting import (
    StartError,
    collector_at_rest,
    home_ready,
    http_address,
    serve_at,
    server_flags,
)
from traces.home import Home

if TYPE_CHECKING:
    from researchers.local_brain.library import Library
    from researchers.local_brain.roots import Root
    from serving.shell import ResearcherServer

_NO_NOTES: Final = (
    "There are no notes to serve: give a folder with --notes, or add one with "
    "`marchwarden notes add FOLDER`."
)


@click.command(cls=ServerProgram, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--notes",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Serve this folder instead of those of the settings; may be given several times.",
)
@server_flags
def main(
    notes: tuple[Path, ...],
    http: str | None,
    accept_host: tuple[str, ...],
    home: Path | None,
    no_trace: bool,
) -> None:
    """Offer the researcher of your notes as an MCP server, on stdio or over HTTP.

    Any address but loopback needs a bearer token in MARCHWARDEN_TOKEN, which is honoured on
    loopback too.
    """
    with collector_at_rest():
        environ = dict(os.environ)
        address = http_address(http, accept_host, environ) if http else None
        place, roots = _settled(environ, home, notes)
        library = _library(home_ready(place), roots)
        server = _server(library, Home(place), keep_traces=not no_trace)
    with _index_told(Home(place)), library:
        serve_at(server, address)


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
    from serving.logs import log_to_stderr

    log_to_stderr()
    return local_brain_server(library, home, keep_traces=keep_traces)


if __name__ == "__main__":
    main()
