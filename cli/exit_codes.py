"""Every exit code of the command line, in one place; `trace verify` has its own."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a shell script learns from `$?`."""

    ANSWERED = 0
    FAILURE = 1
    USAGE = 2
    NOT_FOUND = 3
    NO_EVIDENCE = 4
    BUDGET_EXHAUSTED = 5
    UNREACHABLE = 6
    INTERRUPTED = 130
    PIPE_CLOSED = 141
