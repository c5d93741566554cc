"""`marchwarden researchers import`: takes over the servers that another client lists."""

import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.output import JsonPart, print_document
from cli.surroundings import Surroundings, look_around
from cli.terminal import visible

if TYPE_CHECKING:
    from cli.mcp_json import NotTaken
    from researchers.settings import RemoteResearcher

_LARGEST_BYTES: Final = 1024 * 1024


@click.command("import")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, metavar="NAME", help="Take this one; more may be named.")
@click.option("--dry-run", is_flag=True, help="Show what would be added, and add nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def import_from(path: Path, only: tuple[str, ...], dry_run: bool, as_json: bool) -> int:
    """Add the servers that PATH lists, an .mcp.json of another client, to your researchers.

    Their commands are programs that will run when you ask; name with --only whom you trust.
    """
    from cli.mcp_json import NotTaken
    from cli.settings_file import add_researchers

    surroundings = look_around()
    chosen = list(_chosen(surroundings.cwd / path.expanduser(), only))
    judged = list(_as_new(chosen, surroundings))
    added = [one for one in judged if not isinstance(one, NotTaken)]
    left = [one for one in judged if isinstance(one, NotTaken)]
    if added and not dry_run:
        add_researchers(surroundings.home, added)
    if as_json:
        key = "would_add" if dry_run else "added"
        print_document({key: [_row(one) for one in added], "not_taken": [_why(n) for n in left]})
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(added, left, dry_run=dry_run))
    return ExitCode.ANSWERED if added else ExitCode.FAILURE


def _chosen(path: Path, only: Sequence[str]) -> "Iterator[RemoteResearcher | NotTaken]":
    """Raises CommandError for a file that can't be read, and for a name that it does not list."""
    from cli.mcp_json import ListingError, researcher_name, researchers_in

    try:
        listed = researchers_in(_text_of(path))
    except ListingError as error:
        raise CommandError(f"{path} can't be used: {error}.", code="listing") from error
    names = {researcher_name(one.name): one for one in listed}
    for name in only:
        if researcher_name(name) not in names:
            raise CommandError(
                f"{path} lists nobody called {name} (it has: {', '.join(names)}).",
                code="not_found",
                exit_code=ExitCode.NOT_FOUND,
            )
    wanted = {researcher_name(name) for name in only or names}
    yield from (one for one in listed if researcher_name(one.name) in wanted)


def _text_of(path: Path) -> str:
    """Raises CommandError."""
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST_BYTES + 1)
        if len(data) > _LARGEST_BYTES:
            raise CommandError(f"{path} is over 1 MB: it is no listing of servers.", code="listing")
        return data.decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CommandError(
            f"{path} can't be read ({reason}): name the .mcp.json of a client.",
            code="not_found",
            exit_code=ExitCode.NOT_FOUND,
        ) from error


def _as_new(
    listed: "Iterable[RemoteResearcher | NotTaken]", surroundings: Surroundings
) -> "Iterator[RemoteResearcher | NotTaken]":
    """The same, and whoever bears a name that is taken is not taken."""
    from cli.mcp_json import NotTaken
    from cli.network import BUILT_IN

    there = surroundings.configuration().settings.researchers
    taken = {*BUILT_IN, *(one.name for one in there)}
    for one in listed:
        if isinstance(one, NotTaken):
            yield one
        elif one.name in taken:
            yield NotTaken(one.name, "There is a researcher of that name already: rename it.")
        else:
            taken.add(one.name)
            yield one


def _lines(
    added: "Sequence[RemoteResearcher]", left: "Sequence[NotTaken]", *, dry_run: bool
) -> Iterator[str]:
    for one in added:
        yield visible(f"{'Would add' if dry_run else 'Added'} {one.name}: {_place(one)}")
    for other in left:
        yield visible(f"Left {other.name} out. {other.why}")
    if added and not dry_run:
        yield f"Next: marchwarden conform {added[0].name}   (whether it offers research)"


def _place(one: "RemoteResearcher") -> str:
    if one.url is not None:
        token = f"   (token from {one.token_env})" if one.token_env else ""
        return one.url + token
    names = [*(f"{name}={value}" for name, value in one.env.items()), *one.env_from]
    return shlex.join(one.command or ()) + (f"   (gets {', '.join(names)})" if names else "")


def _row(one: "RemoteResearcher") -> JsonPart:
    row: JsonPart = one.model_dump(mode="json", exclude_defaults=True)
    return row


def _why(one: "NotTaken") -> JsonPart:
    return {"name": one.name, "why": one.why}
