"""Parses many files in killable processes and gives the outcomes back in order.

Markdown and text go in batches, HTML and PDF one by one. A batch that dies is taken apart and
tried file by file, so that only the culprit is lost.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from selectors import EVENT_READ, DefaultSelector
from types import TracebackType
from typing import Final, Self

from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.parse_outcome import FileTask, Outcome, Unreadable
from researchers.local_brain.worker_process import Batch, WorkerProcess, message_of
from researchers.reading.formats import runs_foreign_code

_BATCH_FILES: Final = 32
_BATCH_BYTES: Final = 200_000
_AHEAD: Final = 12
"""Batches that may be finished before an earlier one is; bounds what is held in memory."""

_TICK_SECONDS: Final = 0.1


class ParsingStopped(Exception):
    """The work was told to stop; all workers are dead."""


class WorkerPool:
    """A fixed number of workers, started when they are needed. For one thread; blocks."""

    def __init__(self, limits: ReadLimits, size: int = 2) -> None:
        self._limits = limits
        self._size = size
        self._workers: list[WorkerProcess] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            if worker.batches:
                worker.kill()
            else:
                worker.close()
        self._workers.clear()

    def parse(
        self, tasks: Iterable[FileTask], stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[FileTask, Outcome]]:
        """Outcomes in the order of `tasks`. Raises ParsingStopped soon after `stopped` says so."""
        todo = deque(make_batches(tasks))
        first = 0
        done: dict[int, list[tuple[int, Batch, list[Outcome]]]] = {}
        expected = {batch.number: 1 for batch in todo}
        last = len(todo)
        while first < last:
            if stopped():
                raise ParsingStopped
            self._hand_out(todo, first)
            for batch, outcomes in self._collect(todo, expected):
                done.setdefault(batch.number, []).append((batch.part, batch, outcomes))
            while first < last and len(done.get(first, ())) == expected[first]:
                for _, batch, outcomes in sorted(done.pop(first), key=lambda d: d[0]):
                    yield from zip(batch.tasks, outcomes, strict=True)
                first += 1

    def _hand_out(self, todo: deque[Batch], first: int) -> None:
        while todo and todo[0].number < first + _AHEAD:
            message = message_of(todo[0])
            worker = self._free_worker(message)
            if worker is None:
                return
            worker.give(todo.popleft(), message)

    def _free_worker(self, message: memoryview) -> WorkerProcess | None:
        for worker in [w for w in self._workers if not w.batches and (w.retiring or not w.alive)]:
            worker.close()
            self._workers.remove(worker)
        idle = [w for w in self._workers if not w.batches and w.can_take(message)]
        if idle:
            return idle[0]
        if len(self._workers) < self._size:
            self._workers.append(WorkerProcess(self._limits))
            return self._workers[-1]
        return next((w for w in self._workers if w.can_take(message)), None)

    def _collect(
        self, todo: deque[Batch], expected: dict[int, int]
    ) -> Iterator[tuple[Batch, list[Outcome]]]:
        for worker in self._listen():
            finished = worker.receive()
            yield from finished or ()
            if finished is None or worker.late:
                yield from self._bury(worker, worker.late, todo, expected)

    def _listen(self) -> list[WorkerProcess]:
        """Wait a moment for any worker; those with something to say, and those that are late."""
        busy = [worker for worker in self._workers if worker.batches]
        with DefaultSelector() as selector:
            for worker in busy:
                selector.register(worker.output, EVENT_READ, worker)
            started = time.monotonic()
            ready = [key.data for key, _ in selector.select(_TICK_SECONDS)]
        waited = time.monotonic() - started
        for worker in busy:
            worker.waited += waited
        late = [worker for worker in busy if worker.late and worker not in ready]
        return [*ready, *late]

    def _bury(
        self, worker: WorkerProcess, late: bool, todo: deque[Batch], expected: dict[int, int]
    ) -> Iterator[tuple[Batch, list[Outcome]]]:
        """Kill a worker; blame the file it was at, or take its batch apart to find it."""
        how = worker.kill()
        self._workers.remove(worker)
        if late:
            how = f"killed after {self._limits.seconds:g} s"
        culprit, *queued = worker.batches
        todo.extendleft(reversed(queued))
        if len(culprit.tasks) == 1:
            yield culprit, [Unreadable(f"parser {how}", culprit.tasks[0].state)]
            return
        expected[culprit.number] += len(culprit.tasks) - 1
        parts = [Batch(culprit.number, n, (task,)) for n, task in enumerate(culprit.tasks)]
        todo.extendleft(reversed(parts))


def make_batches(tasks: Iterable[FileTask]) -> Iterator[Batch]:
    """Batches in order: files of our own formats together, by number and size; others alone."""
    number = 0
    run: list[FileTask] = []
    size = 0
    for task in tasks:
        alone = runs_foreign_code(task.form)
        if run and (alone or len(run) >= _BATCH_FILES or size + task.state.size > _BATCH_BYTES):
            yield Batch(number, 0, tuple(run))
            number, run, size = number + 1, [], 0
        run.append(task)
        size += task.state.size
        if alone:
            yield Batch(number, 0, tuple(run))
            number, run, size = number + 1, [], 0
    if run:
        yield Batch(number, 0, tuple(run))
