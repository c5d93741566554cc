"""`marchwarden notes add | remove | list`: the folders of notes in the home's settings."""

import sys
from pathlib import Path

import click

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.notes.forgetting import forget_all_but
from cli.output import JsonPart, print_document
from cli.settings_file import write_roots
from cli.surroundings import Surroundings, look_around
from researchers.config import HOME_FILE, named_roots
from researchers.settings import NotesRoot


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help="Its name in locators; the folder's own name unless given.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def add(folder: Path, name: str | None, as_json: bool) -> None:
    """Add FOLDER to your notes. It is read, never written."""
    surroundings = look_around()
    path = _existing(surroundings.cwd / folder.expanduser())
    roots = _home_roots(surroundings)
    for root in roots:
        if root.path.resolve() == path:
            raise CommandError(f"{path} is already there, as {root.name}.", code="already_there")
    added = _named(path, name, roots)
    _refuse_nested(added, roots)
    _write(surroundings, (*roots, added))
    if as_json:
        print_document({"added": _row(added)})
    else:
        sys.stdout.write(f"Added {added.name} ({added.path}).\nNext: marchwarden notes index\n")


@click.command()
@click.argument("name_or_folder")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def remove(name_or_folder: str, as_json: bool) -> None:
    """Forget a folder of notes, by its name or path. Its files stay as they are."""
    surroundings = look_around()
    roots = _home_roots(surroundings)
    path = Path(surroundings.cwd / Path(name_or_folder).expanduser()).resolve()
    gone = [root for root in roots if root.name == name_or_folder] or [
        root for root in roots if root.path.resolve() == path
    ]
    if not gone:
        known = ", ".join(root.name for root in roots) or "there are none"
        raise CommandError(
            f"No folder of notes is called {name_or_folder} (known: {known}).",
            code="not_found",
            exit_code=ExitCode.NOT_FOUND,
        )
    left = tuple(root for root in roots if root not in gone)
    _write(surroundings, left)
    forget_all_but(surroundings.home, left)
    if as_json:
        print_document({"removed": _row(gone[0])})
    else:
        sys.stdout.write(f"Removed {gone[0].name} ({gone[0].path}). Its files are untouched.\n")


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_roots(as_json: bool) -> None:
    """List the folders of notes that are in force here."""
    loaded = look_around().configuration()
    roots = loaded.settings.notes
    if as_json:
        print_document({"origin": loaded.origins["notes"], "roots": [_row(one) for one in roots]})
    elif roots:
        width = max(len(root.name) for root in roots)
        for root in roots:
            gone = "" if root.path.is_dir() else "   (not there)"
            sys.stdout.write(f"{root.name:<{width}}  {root.path}{gone}\n")
    else:
        sys.stdout.write("No notes yet. Add a folder: marchwarden notes add FOLDER\n")


def _home_roots(surroundings: Surroundings) -> tuple[NotesRoot, ...]:
    """What the home's file lists, whatever the current folder, the environment or flags say."""
    at_home = Surroundings(
        {"HOME": surroundings.environ.get("HOME", "")}, surroundings.home, surroundings.home
    )
    return at_home.configuration().settings.notes


def _existing(folder: Path) -> Path:
    path = folder.resolve()
    if not path.is_dir():
        what = "is not a folder" if path.exists() else "does not exist"
        raise CommandError(
            f"{path} {what}: give a folder of notes.",
            code="not_found",
            exit_code=ExitCode.NOT_FOUND,
        )
    return path


def _named(path: Path, name: str | None, roots: tuple[NotesRoot, ...]) -> NotesRoot:
    if name is None:
        taken = [Path(root.name) for root in roots]
        name = str(named_roots([*taken, path])[-1]["name"])
    elif name in {root.name for root in roots}:
        raise CommandError(f"The name {name} is taken: give another one with --name.")
    try:
        return NotesRoot(name=name, path=path)
    except ValueError as error:
        raise CommandError(
            f"{name!r} can't be a name: use up to 80 characters without spaces and / # ? % :.",
            code="usage",
            exit_code=ExitCode.USAGE,
        ) from error


def _refuse_nested(added: NotesRoot, roots: tuple[NotesRoot, ...]) -> None:
    for root in roots:
        there = root.path.resolve()
        if added.path.is_relative_to(there) or there.is_relative_to(added.path):
            raise CommandError(
                f"{added.path} and {there} ({root.name}) lie inside each other: "
                f"keep one, with `marchwarden notes remove {root.name}` if it is the new one.",
                code="nested",
            )


def _write(surroundings: Surroundings, roots: tuple[NotesRoot, ...]) -> None:
    write_roots(surroundings.home, roots)
    loaded = surroundings.configuration()
    if loaded.origins["notes"] != str(surroundings.home / HOME_FILE) and roots:
        click.echo(f"Note: {loaded.origins['notes']} sets other notes here, and wins.", err=True)


def _row(root: NotesRoot) -> JsonPart:
    return {"name": root.name, "path": str(root.path)}
