"""The `marchwarden` command: runs one command, and turns whatever goes wrong into one sentence.

Nothing heavy is imported here: `marchwarden --help` answers from the table in `cli.doors`.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cli.doors import COMMANDS
from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.lazy import LazyGroup

EPILOG = "Start with: marchwarden notes add FOLDER, then marchwarden ask QUESTION."

HELP_OPTIONS = ["-h", "--help"]


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"marchwarden {version('marchwarden')}")
        ctx.exit()


marchwarden = LazyGroup(
    "marchwarden",
    doors=COMMANDS,
    help="Ask your notes a question, and check every sentence of the answer to the byte.",
    epilog=EPILOG,
    context_settings={"help_option_names": HELP_OPTIONS},
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Show the version and exit.",
        )
    ],
)


def main() -> None:
    """Entry point of the console script."""
    # Whoever started us may have closed them; their stand-ins live as long as the process.
    nowhere = os.devnull
    sys.stdout = sys.stdout or open(nowhere, "w")  # noqa: SIM115 - not ours to close
    sys.stderr = sys.stderr or open(nowhere, "w")  # noqa: SIM115 - not ours to close
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show a character shows a question mark; it never fails.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.UsageError as error:
        code = _report(arguments, "usage", _usage_sentence(error), ExitCode.USAGE)
    except click.ClickException as error:
        code = _report(arguments, "failed", error.format_message(), ExitCode.FAILURE)
    except CommandError as failure:
        code = _report(arguments, failure.code, failure.message, failure.exit_code)
    except (KeyboardInterrupt, click.Abort):
        code = _report(arguments, "interrupted", "Interrupted.", ExitCode.INTERRUPTED)
    except BrokenPipeError:
        code = _leave_quietly(ExitCode.PIPE_CLOSED)
    except OSError as error:
        code = _report(arguments, "system", _system_sentence(error), ExitCode.FAILURE)
        if error.filename is None:
            _leave_quietly(code)
    except Exception as bug:
        code = _report(arguments, "bug", _bug_sentence(bug), ExitCode.FAILURE)
    return code


def _invoke(arguments: Sequence[str]) -> int:
    if instruction := os.environ.get("_MARCHWARDEN_COMPLETE"):
        from click.shell_completion import shell_complete

        return shell_complete(marchwarden, {}, "marchwarden", "_MARCHWARDEN_COMPLETE", instruction)
    with marchwarden.make_context("marchwarden", list(arguments)) as context:
        code = marchwarden.invoke(context)
    return code if isinstance(code, int) else ExitCode.ANSWERED


def wants(arguments: Sequence[str], flag: str) -> bool:
    """True when a flag is among the options, also of a command line that can't be parsed."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return flag in options


def _report(arguments: Sequence[str], code: str, message: str, exit_code: int) -> int:
    as_line = wants(arguments, "--jsonl")
    if not as_line and not wants(arguments, "--json"):
        click.echo(message, err=True)
        return exit_code
    from cli.output import print_document, print_error_line

    try:
        if as_line:
            print_error_line(code, message)
        else:
            print_document({"error": {"code": code, "message": message}})
        sys.stdout.flush()
    except OSError:
        click.echo(message, err=True)
        return _leave_quietly(exit_code)
    return exit_code


def _usage_sentence(error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx is not None else "marchwarden"
    return f"{error.format_message()} (see `{command} --help`)"


def _system_sentence(error: OSError) -> str:
    """What the operating system refused, and where; without a name it was our output."""
    what = error.filename if isinstance(error.filename, str) else "The output"
    return f"{what} can't be used: {error.strerror or error}."


def _bug_sentence(bug: Exception) -> str:
    from traceback import extract_tb

    frames = extract_tb(bug.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return f"This is a bug in marchwarden: {type(bug).__name__} at {place}: {bug}"


def _leave_quietly(exit_code: int) -> int:
    """Nobody can read our output. Nothing may complain of it, not even the last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return exit_code
