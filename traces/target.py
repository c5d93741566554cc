"""A file or folder that is made whole or not at all, and never in the place of another one."""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from traces.errors import ExportRefused


def refuse_taken(target: Path) -> None:
    """Raise ExportRefused unless something new can be made there."""
    try:
        taken, has_folder = target.exists(), target.parent.is_dir()
    except OSError as error:
        raise _unwritable(target, error) from error
    if taken:
        raise ExportRefused(f"{target} exists already; choose another name.")
    if not has_folder:
        raise ExportRefused(f"{target.parent} is not a folder; make it, or choose another place.")


@contextmanager
def made_whole(target: Path, suffix: str = "") -> Iterator[Path]:
    """A temporary name beside the target, ending in `suffix`. What was made there takes the
    target's name when the block ends well, and is removed when it doesn't. Raises ExportRefused
    for every OSError."""
    temporary = target.with_name(f".{secrets.token_hex(6)}.tmp{suffix}")
    try:
        yield temporary
        temporary.rename(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary, ignore_errors=True)
        else:
            temporary.unlink(missing_ok=True)


def _unwritable(target: Path, error: OSError) -> ExportRefused:
    reason = error.strerror or error
    return ExportRefused(f"{target} could not be written ({reason}); choose another place.")
