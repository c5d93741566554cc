"""What a run writes its memory to. The writer on disk and the sink of `--no-trace` both are one."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

JsonValue = None | bool | int | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"]


class Action(StrEnum):
    """The closed set of things a trace line can report."""

    OPEN = "open"
    PLAN = "plan"
    SEARCH = "search"
    FETCH_URL = "fetch_url"
    READ_FILE = "read_file"
    INSPECT = "inspect"
    JUDGE = "judge"
    EXPAND = "expand"
    RETRY = "retry"
    MODEL_CALL = "model_call"
    SYNTHESIZE = "synthesize"
    VERIFY = "verify"
    DISPATCH = "dispatch"
    RECEIVE = "receive"
    GAP = "gap"
    DISCOVERY = "discovery"
    BUDGET = "budget"
    ERROR = "error"
    CANCEL = "cancel"
    ANSWER = "answer"
    SEAL = "seal"


class SealStatus(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    FAILED = "failed"
    CANCELLED = "cancelled"


class TraceSink(Protocol):
    """One run's memory: lines in order, and the content they refer to by hash.

    All methods block briefly (tens of microseconds; `put` and `seal` reach the disk, about a
    millisecond), so an async caller runs `put` and `seal` in a thread. Each raises
    `traces.errors.TraceWriteError` when the disk refuses; the sink is then poisoned and every
    later call raises the same error.
    """

    @property
    def run(self) -> str:
        """The trace id, a UUID."""
        ...

    def record(
        self, action: Action, decision: str, data: Mapping[str, JsonValue] | None = None
    ) -> int:
        """Append one line and return its step. Values over 4 KiB are moved to the store."""
        ...

    def put(self, content: bytes) -> str:
        """Store content durably and return its `sha256:…` name."""
        ...

    def get(self, content_hash: str) -> bytes:
        """Read stored content back. Raises `traces.errors.ContentMissing`."""
        ...

    def seal(self, status: SealStatus, *, answer_hash: str | None = None) -> None:
        """Write the seal and the trailer, make them durable, and append the head."""
        ...
