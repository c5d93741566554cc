"""What a running call tells its caller: which step it is at, in words a person can read."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """One step of a running call. `step` counts from 1; `total` only where it is known. The first
    event of a call that keeps a trace names it, so that it can be found when the call is lost."""

    step: int
    message: str
    total: int | None = None
    trace_id: str | None = None


Progress = Callable[[ProgressEvent], Awaitable[None]]
"""Where a running call reports. It returns within a bounded time, and never raises."""


async def no_progress(event: ProgressEvent) -> None:
    """For callers that don't watch."""
