"""The state of a trace that is being written: what the next line must say. Pure.

A line is drafted, then its bytes are written, and only when they stand is the draft accepted; a
refused write leaves the chain where it was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from traces.canonical import spell
from traces.clock import timestamp
from traces.digest import content_name
from traces.errors import TraceShapeError
from traces.ids import is_run_id
from traces.line import BY, Line, line_bytes, start_of, trailer_bytes
from traces.sink import Action, JsonValue, SealStatus

INLINE_MAX_BYTES: Final = 4 * 1024
_ROOM_FOR_DATA: Final = 56 * 1024
DECISION_MAX_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Draft:
    """A line that may be written next."""

    line: Line
    spelt: bytes
    named: frozenset[str]
    """The stored content that the line names."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The seal line and the trailer, to be written in one piece."""

    seal: Draft
    trailer: bytes

    @property
    def spelt(self) -> bytes:
        return self.seal.spelt + self.trailer

    @property
    def end(self) -> str:
        """The hash of the seal line: the trace's head."""
        return content_name(self.seal.spelt)


class Chain:
    """Counts steps, links lines, and remembers what they refer to."""

    def __init__(self, run: str, by: str) -> None:
        if not is_run_id(run):
            raise TraceShapeError(f"{run[:80]!r} is not a trace id.")
        if BY.fullmatch(by) is None:
            raise TraceShapeError(f"{by[:80]!r} is not the name of a researcher.")
        self.run = run
        self.by = by
        self.lines = 0
        self._prev = start_of(run)
        self._last_time = ""
        self._references: set[str] = set()

    def draft(
        self,
        action: Action,
        decision: str,
        data: Mapping[str, JsonValue],
        named: frozenset[str],
        now: datetime,
    ) -> Draft:
        """The next line. Time never goes back in a trace, even when the machine's clock does."""
        if (action is Action.OPEN) != (self.lines == 0):
            raise TraceShapeError("a trace starts with one `open` line")
        line = Line(
            run=self.run,
            step=self.lines,
            prev=self._prev,
            timestamp=max(timestamp(now), self._last_time),
            by=self.by,
            action=action,
            decision=_sentence(decision),
            data=data,
        )
        return Draft(line, line_bytes(line), named)

    def accept(self, draft: Draft) -> int:
        """Take a written line into the chain and return its step."""
        self._prev = content_name(draft.spelt)
        self._last_time = draft.line.timestamp
        self._references.update(draft.named)
        self.lines += 1
        return draft.line.step

    def ending(self, status: SealStatus, answer_hash: str | None, now: datetime) -> Ending:
        """The seal over everything accepted so far, and its trailer."""
        named = frozenset({answer_hash} if answer_hash else ())
        data: dict[str, JsonValue] = {
            "status": status.value,
            "lines": self.lines + 1,
            "answer_hash": answer_hash,
            "root": root_of(self._references | named),
        }
        seal = self.draft(Action.SEAL, f"The run ended: {status.value}.", data, named, now)
        return Ending(seal, trailer_bytes(seal.spelt, self.lines + 1))


def root_of(names: Iterable[str]) -> str:
    """One hash over all content that a trace refers to: the names, each once, sorted, each
    followed by a newline. `sort -u names | sha256sum` computes the same."""
    return content_name("".join(f"{name}\n" for name in sorted(set(names))).encode("ascii"))


def oversized(data: Mapping[str, JsonValue]) -> list[str]:
    """The keys whose values go to the store: all over 4 KiB, and the largest of the others while
    the line would not hold them together."""
    sizes = {key: len(spell(value)) for key, value in data.items()}
    away = [key for key, size in sizes.items() if size > INLINE_MAX_BYTES]
    left = sorted((key for key in sizes if key not in away), key=lambda key: (sizes[key], key))
    while left and sum(sizes[key] for key in left) > _ROOM_FOR_DATA:
        away.append(left.pop())
    return away


def _sentence(decision: str) -> str:
    if not decision.strip():
        raise TraceShapeError("a line needs a decision: one sentence on what was decided and why")
    if len(decision) <= DECISION_MAX_CHARS:
        return decision
    return decision[: DECISION_MAX_CHARS - 1] + "…"
