"""One reading process, seen from outside: a body in, what was read out, killed when it is late."""

import time
from selectors import EVENT_READ, DefaultSelector
from typing import Any, Final

from researchers.reading.confined_process import ConfinedProcess
from researchers.reading.confinement import BEGUN
from researchers.reading.frames import FrameError, frame
from researchers.web.pages.model import Listing, Page, PageLimits, Unread
from researchers.web.pages.wire import from_wire

_MODULE: Final = "researchers.web.pages.worker"
_LOADING_SECONDS: Final = 30.0
"""A process that has not begun by then never will; loading takes a second."""

_RETIRE_RSS: Final = 200_000_000
"""Peak size of a process that is replaced."""

_ANSWER_BYTES: Final = 8
"""Bytes of an answer for one character of text, at most: four in UTF-8, and as many for what is
told of its passages."""

_TICK_SECONDS: Final = 0.1


class ReadingProcess:
    """A running worker. All methods but `stop` block, and belong to one thread."""

    def __init__(self, limits: PageLimits) -> None:
        settings = (limits.seconds, limits.memory_bytes, limits.text_chars, limits.decoded_bytes)
        longest = _ANSWER_BYTES * limits.text_chars + 1_000_000
        self._process = ConfinedProcess(_MODULE, settings, longest_message=longest)
        self._seconds = limits.seconds
        self.usable = True

    def ask(self, request: tuple[Any, ...]) -> Page | Listing | Unread:
        """What became of one request. Afterwards a process that is no longer `usable` is dead."""
        self._process.send(frame(request))
        try:
            answer = self._wait()
        except EOFError:
            return self._bury(None)
        except TimeoutError:
            return self._bury(f"parser killed after {self._seconds:g} s")
        except (FrameError, ValueError, TypeError, IndexError):
            return self._bury("parser answered nonsense")
        if not self.usable:
            self._process.close()
        return answer

    def stop(self) -> None:
        """End the process at once, from any thread; whoever asks it sees it dead."""
        self._process.stop()

    def close(self) -> None:
        """End an idle process, and wait for its end."""
        self.usable = False
        self._process.kill(ending=False)

    def _bury(self, reason: str | None) -> Unread:
        self.usable = False
        how = self._process.kill(ending=True)
        return Unread(reason or f"parser {how}")

    def _wait(self) -> Page | Listing | Unread:
        deadline = time.monotonic() + self._seconds + _LOADING_SECONDS
        with DefaultSelector() as selector:
            selector.register(self._process.output, EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                selector.select(min(left, _TICK_SECONDS))
                for message in self._process.receive():
                    if message != BEGUN:
                        return self._finish(message)
                    deadline = time.monotonic() + self._seconds
        raise TimeoutError

    def _finish(self, message: object) -> Page | Listing | Unread:
        if not isinstance(message, tuple) or len(message) != 2:
            raise FrameError("a reading process answered in a way that it should not know")
        answer, rss = message
        self.usable = rss <= _RETIRE_RSS
        return from_wire(answer)
