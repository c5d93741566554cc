"""Time as something that is handed in: the system's for runs, a scripted one for tests."""

import time
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


class Clock(Protocol):
    """Where a run takes its time from."""

    def now(self) -> datetime:
        """The time of day, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class ScriptedClock:
    """A clock that moves by `step` at every reading of `now`, and by `advance` when told."""

    def __init__(
        self,
        start: datetime = datetime(2026, 1, 1, tzinfo=UTC),
        step: timedelta = timedelta(milliseconds=1),
    ) -> None:
        self._start = start
        self._elapsed = timedelta()
        self._step = step

    def now(self) -> datetime:
        current = self._start + self._elapsed
        self._elapsed += self._step
        return current

    def monotonic(self) -> float:
        return self._elapsed.total_seconds()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed += timedelta(seconds=seconds)


def timestamp(moment: datetime) -> str:
    """UTC, RFC 3339, always with microseconds, so that text order is time order."""
    spelt = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return spelt.removesuffix("+00:00") + "Z"


def moment_of(text: str) -> datetime:
    """Read a timestamp back. Raises ValueError for any other spelling."""
    moment = datetime.strptime(text, _FORMAT).replace(tzinfo=UTC)
    if timestamp(moment) != text:
        raise ValueError(f"not a timestamp as a trace spells it: {text[:40]!r}")
    return moment
