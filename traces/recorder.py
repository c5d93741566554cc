"""What every sink does with a line before and after its bytes are written."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping

from traces.canonical import plain, spell
from traces.chain import Chain, Ending, oversized
from traces.clock import Clock
from traces.errors import ContentMissing, TraceShapeError, TraceWriteError
from traces.redact import Redactor
from traces.shape_check import check_and_name, map_leaves, moved, named_in
from traces.sink import Action, JsonValue, SealStatus


class Recorder(ABC):
    """A trace that is being written. Safe to call from several threads; lines are ordered by the
    lock. Subclasses say where bytes and content go."""

    def __init__(self, chain: Chain, clock: Clock, redactor: Redactor) -> None:
        self._chain = chain
        self._clock = clock
        self._redactor = redactor
        self._lock = threading.Lock()
        self._refusal: TraceWriteError | None = None

    @property
    def run(self) -> str:
        """The trace id, a UUID."""
        return self._chain.run

    @property
    def lines(self) -> int:
        """How many lines stand, without the trailer."""
        return self._chain.lines

    def record(
        self, action: Action, decision: str, data: Mapping[str, JsonValue] | None = None
    ) -> int:
        """Append one line and return its step. Raises TraceShapeError for data that has not the
        action's shape, ContentMissing for a reference to content that was never put, and
        TraceWriteError when the disk refuses."""
        with self._lock:
            self._check_open()
            if action is Action.SEAL:
                raise TraceShapeError("a seal is written by `seal`")
            prepared, named = self._prepare(action, data or {})
            said = self._redactor.sentence(decision)
            draft = self._chain.draft(action, said, prepared, named, self._clock.now())
            self._guarded_append(draft.spelt)
            return self._chain.accept(draft)

    def seal(self, status: SealStatus, *, answer_hash: str | None = None) -> None:
        """Write the seal and the trailer, make them durable, and append the head. A trace is
        sealed once; afterwards every call raises TraceWriteError."""
        with self._lock:
            self._check_open()
            if answer_hash is not None:
                self._check_held(answer_hash)
            ending = self._chain.ending(status, answer_hash, self._clock.now())
            self._guarded_append(ending.spelt)
            self._chain.accept(ending.seal)
            self._refusal = TraceWriteError(f"Trace {self.run} is sealed; nothing can be added.")
            self._finish(ending)

    @abstractmethod
    def put(self, content: bytes) -> str:
        """Store content and return its name."""

    @abstractmethod
    def get(self, content_hash: str) -> bytes:
        """Read stored content back."""

    @abstractmethod
    def _holds(self, name: str) -> bool:
        """True when content of that name can be referred to."""

    @abstractmethod
    def _append(self, spelt: bytes) -> None:
        """Write whole lines or nothing. Raises TraceWriteError."""

    @abstractmethod
    def _finish(self, ending: Ending) -> None:
        """Make a sealed trace durable and known."""

    def _prepare(
        self, action: Action, data: Mapping[str, JsonValue]
    ) -> tuple[dict[str, JsonValue], frozenset[str]]:
        """Data as it goes into the line, and the content that the line names."""
        given = {key: plain(value) for key, value in data.items()}
        for key, value in given.items():
            if moved(value) is not None:
                raise TraceShapeError(f"`{action.value}.{key}` may not name stored content")
        named = check_and_name(action, given)
        for name in named:
            self._check_held(name)
        clean = map_leaves(action, given, self._redactor.value)
        large = oversized(clean)
        for key in large:
            spelt = spell(clean[key])
            clean[key] = {"content_hash": self.put(spelt), "content_length": len(spelt)}
        return clean, named_in(action, clean) if large else named

    def _check_open(self) -> None:
        if self._refusal is not None:
            raise self._refusal

    def _check_held(self, name: str) -> None:
        if not self._holds(name):
            raise ContentMissing(f"A line may not refer to {name}: it was never stored.")

    def _guarded_append(self, spelt: bytes) -> None:
        try:
            self._append(spelt)
        except TraceWriteError as error:
            self._refusal = error
            raise
