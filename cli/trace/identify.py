"""Which trace a person means: its whole id, the first letters of it, or `last`."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from traces.errors import TraceError, TraceNotFound
from traces.home import Home
from traces.ids import is_run_id

LAST = "last"


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
