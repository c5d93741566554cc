"""What a command raises when it can't do its work."""

from cli.exit_codes import ExitCode


class CommandError(Exception):
    """One sentence that says what happened and what to do; `code` is its name for a machine."""

    def __init__(
        self, message: str, *, code: str = "failed", exit_code: int = ExitCode.FAILURE
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.exit_code = exit_code
