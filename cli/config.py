"""`marchwarden config`: the settings in force."""

import sys

import click

from cli.limits import LIMITS
from cli.output import JsonPart, print_document
from cli.surroundings import look_around
from researchers.config import Configuration
from researchers.settings import Settings


@click.group(help="Show the settings and where each one comes from.")
def config() -> None:
    pass


@config.command()
@click.option("--origin", is_flag=True, help="Say where each value comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def show(origin: bool, as_json: bool) -> None:
    """Show the settings in force here."""
    surroundings = look_around()
    loaded = surroundings.configuration()
    values = loaded.settings.model_dump(mode="json")
    if as_json:
        print_document({"home": str(loaded.home), "settings": _rows(loaded, values)})
        return
    sys.stdout.write(f"home = {loaded.home}\n")
    for name in Settings.model_fields:
        where = f"    ({loaded.origins[name]})" if origin else ""
        sys.stdout.write(f"{name} = {_plain(name, values[name])}{where}\n")


def _rows(loaded: Configuration, values: dict[str, JsonPart]) -> JsonPart:
    return {
        name: {"value": values[name], "origin": loaded.origins[name]}
        for name in Settings.model_fields
    }


def _plain(name: str, value: JsonPart) -> str:
    if value is None:
        return "(the depth decides)" if name in LIMITS else "(none)"
    if isinstance(value, list | tuple):
        return ", ".join(_entry(row) for row in value) or "(none)"
    return str(value)


def _entry(row: JsonPart) -> str:
    if not isinstance(row, dict):
        return str(row)
    place = row.get("path") or row.get("url") or " ".join(row.get("command") or ())
    return f"{row['name']} = {place}"
