"""A job as it stands on the disk. Pure values."""

import re
import secrets
from enum import StrEnum
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from contract import ResearchRequest

MOST_STEPS: Final = 50
STEP_CHARS: Final = 300
_ID: Final = re.compile(r"[0-9a-f]{32}")


class JobState(StrEnum):
    """Where a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    """The server ended before the job did."""

    @property
    def is_open(self) -> bool:
        """True while an answer may still come."""
        return self in (JobState.WAITING, JobState.RUNNING)


class JobStep(BaseModel):
    """One step that a running job reported."""

    model_config = ConfigDict(frozen=True)

    at: str
    message: str
    step: int
    total: int | None = None


class JobRecord(BaseModel):
    """Everything that is kept of a job but its result, which is in the content store.

    `key` is the hash of the caller's own key, `server` whose process runs it, `result` the name of
    the stored ResearchResult, `failure` one sentence.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    state: JobState
    request: ResearchRequest
    created_at: str
    updated_at: str
    server: str
    key: str | None = None
    trace_id: str | None = None
    steps: tuple[JobStep, ...] = Field(default=(), max_length=MOST_STEPS)
    steps_reported: int = 0
    result: str | None = None
    failure: str | None = None

    @field_serializer("request")
    def _request_as_asked(self, request: ResearchRequest) -> dict[str, Any]:
        """Only what the caller set: a limit that is set wins over a preset, a default does not."""
        return request.model_dump(mode="json", exclude_unset=True)

    def same_question(self, request: ResearchRequest) -> bool:
        """Whether this job was handed in with the same words and limits."""
        return self._request_as_asked(self.request) == self._request_as_asked(request)

    def with_step(self, step: JobStep) -> "JobRecord":
        """After one more step; of a long run only the newest are kept."""
        kept = (*self.steps, step)[-MOST_STEPS:]
        count = self.steps_reported + 1
        changed = {"steps": kept, "steps_reported": count, "updated_at": step.at}
        return self.model_copy(update=changed)


def new_job_id() -> str:
    """A fresh id with 128 random bits: whoever has it may read the answer."""
    return secrets.token_hex(16)


def is_job_id(text: object) -> bool:
    """True for an id as `new_job_id` spells it; nothing else is ever made into a path."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None
