"""One line per researcher on stderr, redrawn in place while a run goes on.

`after` and `lines` are pure: what is known, and how it looks. `LiveLines` draws; where stderr is
no terminal it draws nothing.
"""

import shutil
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self, TextIO

from cli.terminal import is_live, one_line, padded, visible
from contract import DispatchStatus
from pi.events import Asked, Came, Progressed, RunEvent, Started

_REDRAW_SECONDS: Final = 0.2
"""Seconds tick on although nobody reports; more often can't be read."""
_NAME_CELLS: Final = 20
_ENDED_WORDS: Final = {
    DispatchStatus.ANSWERED: "answered",
    DispatchStatus.NO_EVIDENCE: "found nothing",
    DispatchStatus.FAILED: "failed",
    DispatchStatus.CANCELLED: "stopped",
}


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one researcher. Times are seconds of one clock; counts are of what has
    come, because nobody reports them before."""

    name: str
    stage: str = "waiting"
    running: int = 0
    since: float | None = None
    seconds: float = 0.0
    sources: int = 0
    tokens: int = 0

    def elapsed(self, now: float) -> float:
        """Seconds in which it had work to do."""
        return self.seconds + (now - self.since if self.since is not None else 0.0)


LiveState = tuple[Row, ...]
"""In the order in which they are drawn."""


def after(state: LiveState, event: RunEvent, now: float) -> LiveState:
    """What is known once an event has come. Events that no line shows change nothing."""
    match event:
        case Started(members=members):
            return tuple(Row(name) for name in members)
        case Asked(task=task):
            return _changed(state, task.researcher, lambda row: _asked(row, now))
        case Progressed(researcher=name, message=message):
            return _changed(state, name, lambda row: replace(row, stage=message))
        case Came(task=task):
            return _changed(state, task.researcher, lambda row: _came(row, event, now))
        case _:
            return state


def _changed(state: LiveState, name: str, change: Callable[[Row], Row]) -> LiveState:
    if all(row.name != name for row in state):
        state = (*state, Row(name))
    return tuple(change(row) if row.name == name else row for row in state)


def _asked(row: Row, now: float) -> Row:
    since = now if row.since is None else row.since
    return replace(row, stage="asked", running=row.running + 1, since=since)


def _came(row: Row, came: Came, now: float) -> Row:
    running = max(0, row.running - 1)
    ended = running == 0
    return replace(
        row,
        stage=_ENDED_WORDS[came.status] if ended else row.stage,
        running=running,
        since=None if ended else row.since,
        seconds=row.elapsed(now) if ended else row.seconds,
        sources=row.sources + came.sources_opened,
        tokens=row.tokens + came.tokens,
    )


def lines(state: LiveState, width: int, now: float, height: int = 24) -> list[str]:
    """The rows as they are drawn, none wider than `width` cells, and fewer than `height`."""
    room = max(1, height - 2)
    shown = state if len(state) <= room else state[: room - 1]
    drawn = [_line(row, width, now) for row in shown]
    if len(shown) < len(state):
        drawn.append(one_line(f"  and {len(state) - len(shown)} more", width))
    return drawn


def _line(row: Row, width: int, now: float) -> str:
    facts = [f"{row.elapsed(now):6.1f} s"]
    facts += [f"{row.sources} {'source' if row.sources == 1 else 'sources'}"] if row.sources else []
    facts += [f"{row.tokens:,} tokens"] if row.tokens else []
    end = "  ".join(facts)
    name_cells = min(_NAME_CELLS, max(4, width // 4))
    name = padded(row.name, name_cells)
    room = width - name_cells - len(end) - 4
    if room < 1:
        return one_line(f"{name} {end}", width)
    return f"{name}  {padded(row.stage, room)}  {end}"


class LiveLines:
    """A context in which `on_event` keeps the lines up to date; they are gone when it ends.

    A thread redraws, so that seconds tick on while the event loop is busy.
    """

    def __init__(
        self,
        stream: TextIO,
        environ: Mapping[str, str],
        names: Iterable[str] = (),
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`names` are shown as starting, before the run itself says who takes part."""
        self._stream = stream
        self._live = is_live(stream, environ)
        self._clock = clock
        self._state: LiveState = tuple(Row(name, "starting") for name in names)
        self._drawn = 0
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._drawer = threading.Thread(target=self._keep_drawing, daemon=True)

    def __enter__(self) -> Self:
        if self._live:
            self._drawer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._drawer.is_alive():
            self._ended.set()
            self._drawer.join()
            self._draw([])

    async def on_event(self, event: RunEvent) -> None:
        """Take note of an event; it is drawn at once when a line has begun or ended."""
        with self._lock:
            self._state = after(self._state, event, self._clock())
        if self._live and isinstance(event, Asked | Came):
            self._draw_state()

    def note(self, sentence: str) -> None:
        """Say something on stderr: above the lines where they are drawn, else by itself."""
        with self._lock:
            self._write(self._erased() + f"{visible(sentence)}\n")
            self._drawn = 0
        if self._drawer.is_alive():
            self._draw_state()

    def _keep_drawing(self) -> None:
        while not self._ended.wait(_REDRAW_SECONDS):
            self._draw_state()

    def _draw_state(self) -> None:
        size = shutil.get_terminal_size((80, 24))
        with self._lock:
            state = self._state
        self._draw(lines(state, size.columns - 1, self._clock(), size.lines))

    def _draw(self, rows: list[str]) -> None:
        """One write for all rows, each overwritten and not cleared first: nothing flickers."""
        with self._lock:
            if not rows and not self._drawn:
                return
            up = f"\r\x1b[{self._drawn}A" if self._drawn else "\r"
            self._write(up + "".join(f"{row}\x1b[K\n" for row in rows) + "\x1b[J")
            self._drawn = len(rows)

    def _erased(self) -> str:
        return f"\r\x1b[{self._drawn}A\x1b[J" if self._drawn else ""

    def _write(self, text: str) -> None:
        """A terminal that is gone costs the lines, and not the answer."""
        with suppress(OSError):
            self._stream.write(text)
            self._stream.flush()
