"""Reads bodies in a few confined processes, from an event loop that never waits for them.

Each conversation with a process runs in a thread; cancelling it kills the process, and that ends
the thread.
"""

from threading import Lock
from typing import Any, Final

import anyio
from anyio.to_thread import run_sync

from researchers.web.fetching.model import Fetched
from researchers.web.pages.model import Listing, Page, PageLimits, Unread
from researchers.web.pages.reading_process import ReadingProcess
from researchers.web.pages.wire import LISTING, PAGE, WARM, body_of, body_to_wire

_DEFAULT: Final = PageLimits()
_NONSENSE: Final = Unread("parser answered nonsense")
_STOPPED: Final = Unread("reading was stopped")


class ConfinedPageReader:
    """A PageReader over `size` processes, each started when it is first needed and reading one
    body at a time. For one event loop. After `close` everything is unread."""

    def __init__(self, limits: PageLimits = _DEFAULT, size: int = 2) -> None:
        self._processes = _Processes(limits)
        self._size = size
        self._turns: anyio.CapacityLimiter | None = None

    async def __call__(self, fetched: Fetched) -> Page | Unread:
        """Read a body as a page."""
        read = await self._ask((PAGE, *body_to_wire(body_of(fetched))))
        return _NONSENSE if isinstance(read, Listing) else read

    async def listing(self, fetched: Fetched) -> Listing | Unread:
        """Read a body as a feed or a sitemap."""
        read = await self._ask((LISTING, *body_to_wire(body_of(fetched))))
        return _NONSENSE if isinstance(read, Page) else read

    async def warm(self) -> None:
        """Start all processes now: loading the parsers takes a second of processor time."""
        async with anyio.create_task_group() as group:
            for _ in range(self._size):
                group.start_soon(self._ask, (WARM,))

    def close(self) -> None:
        """End all processes at once. Blocks for some milliseconds."""
        self._processes.close()

    async def _ask(self, request: tuple[Any, ...]) -> Page | Listing | Unread:
        if self._turns is None:
            self._turns = anyio.CapacityLimiter(self._size)
        conversation = _Conversation(self._processes, request)
        try:
            return await run_sync(conversation.hold, abandon_on_cancel=True, limiter=self._turns)
        finally:
            conversation.stop()


class _Processes:
    """Processes that wait for a body, and those that are at one. Any thread may call."""

    def __init__(self, limits: PageLimits) -> None:
        self._limits = limits
        self._idle: list[ReadingProcess] = []
        self._busy: set[ReadingProcess] = set()
        self._lock = Lock()
        self._closed = False

    def take(self) -> ReadingProcess | None:
        """A process to ask, started if none is idle; None once all is closed."""
        with self._lock:
            if self._closed:
                return None
            process = self._idle.pop() if self._idle else ReadingProcess(self._limits)
            self._busy.add(process)
            return process

    def give_back(self, process: ReadingProcess) -> None:
        with self._lock:
            self._busy.discard(process)
            if self._closed and process.usable:
                process.close()
            elif process.usable:
                self._idle.append(process)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for process in self._busy:
                process.stop()
            for process in self._idle:
                process.close()
            self._idle.clear()


class _Conversation:
    """One request to one process. `hold` runs in a thread; `stop` comes from the event loop."""

    def __init__(self, processes: _Processes, request: tuple[Any, ...]) -> None:
        self._processes = processes
        self._request = request
        self._process: ReadingProcess | None = None
        self._stopped = False
        self._lock = Lock()

    def hold(self) -> Page | Listing | Unread:
        process = self._processes.take()
        if process is None:
            return _STOPPED
        with self._lock:
            self._process = process
        try:
            return _STOPPED if self._stopped else process.ask(self._request)
        finally:
            with self._lock:
                self._process = None
            self._processes.give_back(process)

    def stop(self) -> None:
        """Kill the process if it is still at this request."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.stop()
