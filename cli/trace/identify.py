"""Which trace a person means: its whole id, the first letters of it, or `last`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from traces.errors import TraceError, TraceNotFound
from traces.export_check import is_export
from traces.home import Home
from traces.ids import is_run_id
from traces.warc_record import is_warc

LAST = "last"

_ARCHIVES: Final = frozenset((".gz", ".tgz", ".zip", ".warc"))


def trace_named(words: str, home: Home, *, not_found: int = ExitCode.NOT_FOUND) -> str:
    """The trace's id. Raises CommandError when there is none, or more than one.

    `not_found` is the exit code to use, since `trace verify` has codes of its own.
    """
    if not words.strip():
        raise CommandError(
            "Give a trace's id, the first letters of it, or `last`.",
            code="usage",
            exit_code=ExitCode.USAGE,
        )
    if is_run_id(words):
        return words
    if words == LAST:
        return _newest(home, not_found)
    found = [run for run in _runs(home) if run.startswith(words)]
    if len(found) == 1:
        return found[0]
    what = "No trace" if not found else f"{len(found)} traces"
    raise CommandError(
        f"{what} here {'starts' if not found else 'start'} with {words[:80]}: "
        "`marchwarden trace list` shows them.",
        code="not_found",
        exit_code=not_found,
    )


def export_named(words: str, cwd: Path, *, not_found: int = ExitCode.NOT_FOUND) -> Path | None:
    """The export that is meant: something with a path's look, or that is there as a folder. None
    when the words are a trace's. Raises CommandError when there is no such export."""
    path = cwd / words
    if not words.strip() or not ("/" in words or path.suffix in _ARCHIVES or path.is_dir()):
        return None
    if not path.exists():
        sentence = f"There is no export at {words}."
    elif is_warc(path):
        sentence = f"{words} is a WARC file; `warcio check {words}` checks one."
    elif not is_export(path):
        sentence = (
            f"{words} is not an export; give a folder, a .tar.gz or a .zip that "
            "`marchwarden trace export` has made."
        )
    else:
        return path
    raise CommandError(sentence, code="not_found", exit_code=not_found)


def _newest(home: Home, not_found: int) -> str:
    runs = _runs(home)
    if not runs:
        raise CommandError(
            f"There are no traces in {home.traces} yet.", code="not_found", exit_code=not_found
        )
    return max(runs, key=lambda run: home.trace(run).stat().st_mtime_ns)


def _runs(home: Home) -> list[str]:
    stems = (path.stem for path in home.traces.glob("*.jsonl")) if home.traces.is_dir() else ()
    return sorted(stem for stem in stems if is_run_id(stem))


@contextmanager
def found_trace() -> Iterator[None]:
    """Turns what the reading of a trace raises into a sentence and its exit code."""
    try:
        yield
    except TraceNotFound as error:
        raise CommandError(str(error), code="not_found", exit_code=ExitCode.NOT_FOUND) from error
    except TraceError as error:
        raise CommandError(str(error), code="trace") from error
    except OSError as error:
        sentence = f"The trace can't be read: {error.strerror or error}."
        raise CommandError(sentence, code="trace") from error
