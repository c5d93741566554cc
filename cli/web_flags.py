"""The flags of whoever asks the web: which pages, which private site, how fresh."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

import click

_HOST_AND_PORT: Final = re.compile(r"(?:[\w.-]{1,253}|\[[0-9A-Fa-f:.]+\]):\d{1,5}", re.ASCII)


def _each_host_and_port(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if not _HOST_AND_PORT.fullmatch(value):
            raise click.BadParameter(f"{value} is not HOST:PORT; write it as wiki.lan:8080.")
    return values


def _each_a_page(values: tuple[str, ...]) -> tuple[str, ...]:
    if values:
        from researchers.web.named_address import why_not_a_page

        for value in values:
            why = why_not_a_page(value)
            if why is not None:
                raise click.BadParameter(why)
    return values


_FLAGS = (
    click.option(
        "--url",
        "urls",
        multiple=True,
        metavar="URL",
        callback=lambda context, option, value: _each_a_page(value),
        help="For web: read this page, feed or sitemap instead of asking a search engine.",
    ),
    click.option(
        "--allow-host",
        "allow_hosts",
        multiple=True,
        metavar="HOST:PORT",
        callback=lambda context, option, value: _each_host_and_port(value),
        help="For web: a private site that may be read.",
    ),
    click.option("--fresh", is_flag=True, help="For web: ask every server anew, use no cache."),
)


@dataclass(frozen=True, slots=True)
class WebFlags:
    """What was given on the command line."""

    urls: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    fresh: bool = False

    @property
    def given(self) -> str | None:
        """The first flag that was given; None when none was."""
        named = (("--url", self.urls), ("--allow-host", self.allow_hosts), ("--fresh", self.fresh))
        return next((flag for flag, value in named if value), None)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The same for the researcher's own program."""
        return (
            *(part for url in self.urls for part in ("--url", url)),
            *(part for host in self.allow_hosts for part in ("--allow-host", host)),
            *(("--fresh",) if self.fresh else ()),
        )


def web_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags to a command, which gets them as one `web: WebFlags`."""

    @wraps(command)
    def with_web(**parameters: Any) -> Any:
        names = ("urls", "allow_hosts", "fresh")
        flags = WebFlags(**{name: parameters.pop(name) for name in names})
        return command(web=flags, **parameters)

    flagged: Callable[..., Any] = with_web
    for flag in reversed(_FLAGS):
        flagged = flag(flagged)
    return flagged
