"""One parsing process, seen from outside: batches in, outcomes out, killed when it is late."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.parse_outcome import FileTask, Outcome, from_wire
from researchers.reading.confined_process import ConfinedProcess
from researchers.reading.confinement import BEGUN
from researchers.reading.frames import FrameError, frame

_AHEAD_BYTES: Final = 24_000
"""Two messages of this size fit any pipe, so that sending a second batch never blocks."""

_RETIRE_RSS: Final = 140_000_000
"""Peak size of a worker that is replaced: two of them and the parent stay below 400 MB."""
_LOADING_SECONDS: Final = 30.0
"""A worker that has not begun its first batch by then never will; loading HTML takes a second."""

_MODULE: Final = "researchers.local_brain.parse_worker"


@dataclass(frozen=True, slots=True)
class Batch:
    """Files that a worker parses in one go. `number` orders batches, and `part` the files of a
    batch that had to be taken apart."""

    number: int
    part: int
    tasks: tuple[FileTask, ...]


class WorkerProcess:
    """A running worker. `waited` counts the seconds that somebody has waited for its present
    batch since it was begun; time in which nobody listened is not held against it."""

    def __init__(self, limits: ReadLimits) -> None:
        settings = (limits.text_bytes, limits.pdf_bytes, limits.seconds, limits.memory_bytes)
        self._process = ConfinedProcess(_MODULE, settings)
        self.batches: deque[Batch] = deque()
        self.waited = 0.0
        self.retiring = False
        self._seconds = limits.seconds
        self._begun = False

    @property
    def output(self) -> int:
        """What to wait on for an answer."""
        return self._process.output

    @property
    def alive(self) -> bool:
        """False once the process has ended."""
        return self._process.alive

    @property
    def late(self) -> bool:
        """True when the present batch takes longer than it may."""
        allowed = self._seconds if self._begun else self._seconds + _LOADING_SECONDS
        return bool(self.batches) and self.waited > allowed

    def can_take(self, message: memoryview) -> bool:
        """True when a batch can be given without waiting for the worker."""
        if self.retiring:
            return False
        return not self.batches or (len(self.batches) < 2 and len(message) <= _AHEAD_BYTES)

    def give(self, batch: Batch, message: memoryview) -> None:
        """Hand a batch over."""
        if not self.batches:
            self.waited = 0.0
        self.batches.append(batch)
        self._process.send(message)

    def receive(self) -> list[tuple[Batch, list[Outcome]]] | None:
        """What has been finished; None when the worker is dead or talks nonsense."""
        finished: list[tuple[Batch, list[Outcome]]] = []
        try:
            for message in self._process.receive():
                if message == BEGUN:
                    self._begun, self.waited = True, 0.0
                else:
                    finished.append(self._finish(message))
        except EOFError:
            return finished or None
        except (FrameError, ValueError, TypeError, IndexError):
            return None
        return finished

    def kill(self) -> str:
        """End the process at once; says how it had ended if it was dead before."""
        return self._process.kill(ending=bool(self.batches))

    def close(self) -> None:
        """Let an idle worker end by itself; one that does not is killed."""
        self._process.close()

    def _finish(self, message: object) -> tuple[Batch, list[Outcome]]:
        if not isinstance(message, tuple) or len(message) != 2 or not self.batches:
            raise FrameError("a worker answered without being asked")
        answers, rss = message
        batch = self.batches.popleft()
        self._begun, self.waited = False, 0.0
        self.retiring = self.retiring or rss > _RETIRE_RSS
        outcomes = [from_wire(answer) for answer in answers]
        if len(outcomes) != len(batch.tasks):
            raise FrameError("a worker lost a file")
        return batch, outcomes


def message_of(batch: Batch) -> memoryview:
    """A batch as it is sent."""
    return frame([_row(task) for task in batch.tasks])


def _row(task: FileTask) -> tuple[str, str, str, str, tuple[int, int, int], str]:
    state = (task.state.size, task.state.mtime_ns, task.state.inode)
    key = task.key
    return (str(task.root), key.root, key.path, task.form.value, state, task.known_hash)
