"""What can be said against a request about a job, each in one sentence."""


class JobRefused(Exception):
    """The server does not do what was asked."""


class NoSuchJob(JobRefused):
    """There is no job of that id."""

    def __init__(self, job_id: str) -> None:
        shown = "".join(char if char.isprintable() else "?" for char in job_id[:40])
        super().__init__(
            f"There is no job {shown} here; the newest 100 that are over are kept for a week."
        )
