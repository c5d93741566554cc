"""`marchwarden-web`: the researcher of the web as an MCP server. The composition root."""

import os
from collections.abc import Mapping, Sequence
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

_KEPT_HERE: Final = (
    "egress is none ({}), and the web researcher sends questions out: set it to search first."
)

if TYPE_CHECKING:
    from researchers.settings import Settings
    from researchers.web.assembly import WebParts, WebSetup
    from serving.shell import ResearcherServer
    from traces.home import Home


@click.command(cls=ServerProgram, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--url",
    "urls",
    multiple=True,
    metavar="URL",
    help="Read this page, or the pages of this feed or sitemap, instead of asking an engine.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="HOST:PORT",
    help="A private site that may be read: this host and port, and nothing it redirects to.",
)
@click.option("--fresh", is_flag=True, help="Ask every server anew; nothing from the cache.")
@server_flags
def main(
    urls: tuple[str, ...],
    allow_host: tuple[str, ...],
    fresh: bool,
    http: str | None,
    accept_host: tuple[str, ...],
    home: Path | None,
    no_trace: bool,
) -> None:
    """Offer the researcher of the web as an MCP server, on stdio or over HTTP.

    Keys of search engines come from TAVILY_API_KEY and BRAVE_API_KEY, a SearXNG address from the
    settings. Any HTTP address but loopback needs a bearer token in MARCHWARDEN_TOKEN.
    """
    with collector_at_rest():
        environ = dict(os.environ)
        address = http_address(http, accept_host, environ) if http else None
        place, settings = _settled(environ, home, allow_host)
        setup = _setup(environ, settings, urls, fresh=fresh, keeps_content=not no_trace)
        ready = home_ready(place)
        parts = _assembled(setup, ready)
        server = _server(parts, setup, ready)
    serve_at(server, address, parts)


def _settled(
    environ: Mapping[str, str], home: Path | None, allow_host: Sequence[str]
) -> tuple[Path, "Settings"]:
    """The home and the settings, from flags, environment and files. Hosts that are allowed on the
    command line are added to those of the settings."""
    from researchers.config import load_settings
    from researchers.home_folder import ConfigError, home_of

    try:
        place = home_of(environ, home)
        loaded = load_settings(environ, place, Path.cwd())
        if loaded.settings.egress == "none" and loaded.origins["egress"] != "default":
            raise StartError(_KEPT_HERE.format(loaded.origins["egress"]))
        settings = loaded.settings
        if allow_host:
            both = [*settings.allow_hosts, *allow_host]
            settings = load_settings(environ, place, Path.cwd(), {"allow_hosts": both}).settings
    except ConfigError as error:
        raise StartError(str(error)) from error
    return place, settings


def _setup(
    environ: Mapping[str, str],
    settings: "Settings",
    urls: Sequence[str],
    *,
    fresh: bool,
    keeps_content: bool,
) -> "WebSetup":
    from researchers.web.assembly import KEY_VARIABLES, WebSetup
    from researchers.web.named_address import why_not_a_page

    for url in urls:
        why = why_not_a_page(url)
        if why is not None:
            raise StartError(why)
    keys = {name: key for name, var in KEY_VARIABLES.items() if (key := environ.get(var, ""))}
    return WebSetup(settings, tuple(urls), keys, fresh=fresh, keeps_content=keeps_content)


def _assembled(setup: "WebSetup", home: "Home") -> "WebParts":
    from researchers.web.assembly import WebParts

    try:
        return WebParts(setup, home)
    except ValueError as error:
        raise StartError(str(error)) from error


def _server(parts: "WebParts", setup: "WebSetup", home: "Home") -> "ResearcherServer":
    from researchers.web.server import web_server
    from serving.logs import log_to_stderr

    log_to_stderr()
    return web_server(
        parts.source,
        home,
        settings=setup.told(),
        secrets=tuple(setup.keys.values()),
        keep_traces=setup.keeps_content,
    )


if __name__ == "__main__":
    main()
