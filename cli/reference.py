"""Writes the pages of docs/ that come from the program itself: `python -m cli.reference docs`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from cli.exit_codes import ExitCode
from cli.limits import LIMITS
from cli.main import HELP_OPTIONS, marchwarden
from researchers.config import HOME_ONLY
from researchers.settings import Settings

_WIDTH: Final = 90
_MEANINGS: Final = {
    ExitCode.ANSWERED: "answered, or done",
    ExitCode.FAILURE: "failed",
    ExitCode.USAGE: "wrong usage or settings, or no notes yet",
    ExitCode.NOT_FOUND: "no such note, folder, researcher or trace",
    ExitCode.NO_EVIDENCE: "no or too little evidence",
    ExitCode.BUDGET_EXHAUSTED: "the budget or the time ran out before there was an answer",
    ExitCode.UNREACHABLE: "a researcher or the network could not be reached",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.PIPE_CLOSED: "whoever read the output left",
}


def commands_page() -> str:
    """docs/commands.md: the help of every command, as it is."""
    parts = [
        "# Commands",
        "This page is made from the program by `make docs`; a test holds it up to date.",
        "Commands that print results take `--json`: exactly one document on stdout, and an error",
        'is `{"error": {"code": …, "message": …}}`. Progress and notes go to stderr; the live line',
        "appears on a terminal only. `NO_COLOR` is honoured.",
        "",
        "## Exit codes",
        "",
        "| code | meaning |",
        "| --- | --- |",
        *(f"| {code.value} | {_MEANINGS[code]} |" for code in ExitCode),
        "",
        "`trace verify` has its own: 0 ok, 1 tampered, 3 unsealed or torn, 4 content missing or",
        "corrupt, 10 no such trace.",
    ]
    for path, command in _all_commands(marchwarden, "marchwarden"):
        context = click.Context(
            command, info_name=path, max_content_width=_WIDTH, help_option_names=HELP_OPTIONS
        )
        context.terminal_width = _WIDTH
        parts += ["", f"## {path}", "", "```text", command.get_help(context), "```"]
    return "\n".join(parts) + "\n"


def settings_page() -> str:
    """docs/settings.md: every setting with its default, its variable and its meaning."""
    rows = [
        f"| `{name}` | {_default(name, field.default)} | `MARCHWARDEN_{name.upper()}` "
        f"| {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    template = Path(__file__).with_name("settings_page.md").read_text(encoding="utf-8")
    table = "\n".join(
        ["| setting | default | variable | meaning |", "| --- | --- | --- | --- |", *rows]
    )
    *most, last = (f"`{name}`" for name in Settings.model_fields if name in HOME_ONLY)
    only = f"{', '.join(most)} and {last}"
    return template.replace("@TABLE@", table).replace("@HOME_ONLY@", only)


def _default(name: str, value: object) -> str:
    if value is None:
        return "by depth" if name in LIMITS else "none"
    return f"`{value}`" if value != () else "none"


def _all_commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, group
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _all_commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


PAGES: Final = {"commands.md": commands_page, "settings.md": settings_page}


def main(arguments: list[str]) -> None:
    """Write the pages into the folder named."""
    (folder,) = arguments
    for name, page in PAGES.items():
        (Path(folder) / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
