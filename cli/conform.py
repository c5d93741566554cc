"""`marchwarden conform`: the contract's checks against any MCP server."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import anyio
import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.network import WEB, folders_given, member, web
from cli.output import print_document
from cli.surroundings import look_around
from cli.terminal import visible
from cli.web_flags import WebFlags
from pi.failure import FailureKind, ResearcherFailure
from pi.network import Address, Command, Researcher, child_environment

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from contract.conformance import Row

ADDRESS: Final = "the address"
_COMMAND: Final = "cli.conform.command"


class CommandAfterDashes(click.Command):
    """Takes everything after `--` as a command line of its own, whatever it looks like."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            cut = args.index("--")
            ctx.meta[_COMMAND] = tuple(args[cut + 1 :])
            args = args[:cut]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return ["[OPTIONS]", "(NAME | --url URL | -- COMMAND...)"]


@click.command(cls=CommandAfterDashes)
@click.argument("name", required=False)
@click.option("--url", help="Check the server at this address.")
@click.option("--token-env", metavar="VARIABLE", help="Variable that holds the URL's bearer token.")
@click.option("--question", help="A question that the researcher can answer with evidence.")
@click.option("--notes", multiple=True, metavar="FOLDER", help="For local-brain: ask this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def conform(
    context: click.Context,
    name: str | None,
    url: str | None,
    token_env: str | None,
    question: str | None,
    notes: tuple[str, ...],
    as_json: bool,
) -> int:
    """Check a researcher against the contract: one by name, any command, or any address.

    One row a check; exit code 0 only if every check that applies was seen to hold.
    """
    surroundings = look_around()
    folders_given(notes, surroundings.cwd)
    command: tuple[str, ...] | None = context.meta.get(_COMMAND)
    if sum(one is not None for one in (name, url, command)) != 1 or command == ():
        raise click.UsageError("Give one of NAME, --url URL, or -- COMMAND.", context)
    if command is not None:
        researcher = Researcher(
            "the command", Command(command, child_environment(surroundings.environ))
        )
    elif url is not None:
        researcher = _at(url, token_env, surroundings.environ)
    elif name == WEB:
        return _deliver(_web_checked(surroundings, question), as_json)
    else:
        researcher = member(name or "", surroundings, notes, "hosted")
    return _deliver(_checked(researcher, question), as_json)


def _web_checked(surroundings: "Surroundings", question: str | None) -> "tuple[Row, ...]":
    """The web researcher over a small site of its own on loopback, so that its pages can be told
    from its behaviour, and nobody is bothered."""
    from researchers.web.testing import EXAMPLE_QUESTION, example_site

    with example_site() as site:
        flags = WebFlags(urls=(site.url, f"{site.url}sitemap.xml"), allow_hosts=(site.host_port,))
        return _checked(web(surroundings, flags), question or EXAMPLE_QUESTION)


def _at(url: str, token_env: str | None, environ: Mapping[str, str]) -> Researcher:
    if not _is_address(url):
        raise _usage(f"{url} is not an address: write all of it, as http://127.0.0.1:8765/mcp.")
    if token_env and not environ.get(token_env):
        raise _usage(f"{token_env} is not set: export the token in it, or leave out --token-env.")
    token = environ[token_env] if token_env else None
    return Researcher(ADDRESS, Address(url, token))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _usage(message: str) -> CommandError:
    return CommandError(message, code="usage", exit_code=ExitCode.USAGE)


def _checked(researcher: Researcher, question: str | None) -> "tuple[Row, ...]":
    from pi.conformance import check_conformance

    try:
        return anyio.run(partial(check_conformance, researcher, question=question))
    except ResearcherFailure as failure:
        sentence = failure.sentence
        if failure.kind is FailureKind.UNAUTHORIZED and researcher.name == ADDRESS:
            sentence += " Name the variable that holds it with --token-env."
        raise CommandError(
            sentence, code=failure.kind.value, exit_code=ExitCode.UNREACHABLE
        ) from failure


def _deliver(rows: "tuple[Row, ...]", as_json: bool) -> int:
    from contract.conformance import conforms, render_table

    held = conforms(rows)
    if as_json:
        print_document(
            {
                "conforms": held,
                "checks": [
                    {
                        "id": row.id,
                        "clause": row.clause,
                        "status": row.status.value,
                        "sentence": row.sentence,
                    }
                    for row in rows
                ],
            }
        )
    else:
        click.echo(visible(render_table(rows)))
    return ExitCode.ANSWERED if held else ExitCode.FAILURE
