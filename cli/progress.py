"""One line on stderr that is rewritten while work goes on. Nothing of it in a pipe."""

import time
from collections.abc import Mapping
from types import TracebackType
from typing import Final, Self, TextIO

from cli.terminal import is_live, page_for, visible

_PAUSE_SECONDS: Final = 0.08
"""At most twelve redraws a second: more can't be read and costs the work its time."""

_BAR_CELLS: Final = 24


class LiveLine:
    """A context in which `show` and `bar` redraw one line; it is gone when the context ends."""

    def __init__(self, stream: TextIO, environ: Mapping[str, str]) -> None:
        self._stream = stream
        self._live = is_live(stream, environ)
        self._width = page_for(stream, environ).width
        self._drawn_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._draw("")

    def show(self, text: str) -> None:
        """Put a text on the line at once."""
        self._draw(visible(text).replace("\n", " ")[: self._width - 1])

    def bar(self, done: int, total: int, text: str) -> None:
        """Draw how far a count has come; skipped when the last drawing is too fresh."""
        if time.monotonic() - self._drawn_at < _PAUSE_SECONDS and done < total:
            return
        filled = _BAR_CELLS * done // total if total else _BAR_CELLS
        self.show(f"[{'#' * filled}{'.' * (_BAR_CELLS - filled)}] {done}/{total} {text}")

    def _draw(self, text: str) -> None:
        if self._live:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()
            self._drawn_at = time.monotonic()
