"""Command groups that import a command only when it is called.

The table gives each command's summary, so that `--help` needs no import at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click


@dataclass(frozen=True, slots=True)
class Door:
    """Where a command lives ("module:attribute"), and the line that `--help` shows for it."""

    target: str
    summary: str


class LazyGroup(click.Group):
    """A group over a table of doors."""

    def __init__(self, name: str, *, doors: Mapping[str, Door], **attributes: Any) -> None:
        super().__init__(name, **attributes)
        self.doors = doors

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.doors)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        door = self.doors.get(cmd_name)
        if door is None:
            return None
        module, attribute = door.target.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, door.summary) for name, door in self.doors.items()])
