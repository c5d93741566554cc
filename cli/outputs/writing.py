"""Writes a file whole or not at all, and never over another one."""

import os
import tempfile
from pathlib import Path

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.outputs.formats import ENDINGS


def target(name: str, cwd: Path) -> Path:
    """Where `--output NAME` leads. To be called before the question is put.

    Raises CommandError for an ending that stands for no form, a folder that is not there, and a
    file that is.
    """
    path = cwd / Path(name).expanduser()
    if path.suffix.lower() not in ENDINGS:
        raise _refused(
            f"{name} has no ending that says what to write: use one of {', '.join(ENDINGS)}."
        )
    if not path.parent.is_dir():
        raise _refused(f"{path.parent} is not a folder: make it first.")
    if os.path.lexists(path):
        raise _exists(path)
    return path


def write_new(path: Path, text: str) -> None:
    """Write a new file, readable by its owner alone: an answer quotes private notes.

    Raises CommandError when the file has come into being meanwhile or can't be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            _put(Path(temporary), path)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise CommandError(
            f"{path} can't be written ({error.strerror}): check permissions and free space.",
            code="output",
        ) from error


def _put(temporary: Path, path: Path) -> None:
    """A link never replaces a file; where the disk has no links, a rename has to do, and only the
    moment between looking and renaming is open."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        temporary.replace(path)


def _exists(path: Path) -> CommandError:
    return _refused(f"{path} is already there: name another file, or remove it first.")


def _refused(message: str) -> CommandError:
    return CommandError(message, code="output", exit_code=ExitCode.USAGE)
