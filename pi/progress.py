"""What a researcher reports while it works."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgressUpdate:
    """A step that a researcher reports. `progress` increases within one call."""

    progress: float
    total: float | None
    message: str


OnProgress = Callable[[ProgressUpdate], Awaitable[None]]
