"""Indexing and bare search measured: `python -m tests.bench.indexing FOLDER`.

Prints notes a second with parsing, an unchanged refresh, the memory of parent and workers
together, and our gated search beside other engines over the same passages.
"""

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio

from researchers.local_brain.coverage import RefreshReport
from researchers.local_brain.library import Library
from researchers.local_brain.roots import make_roots
from tests.bench.indexing_peers import (
    Timing,
    bare_fts5,
    ours,
    passages_of,
    questions_from,
    timed,
    with_bm25s,
    with_tantivy,
)

QUESTIONS = 200
_SAMPLE_SECONDS = 0.05


@dataclass(slots=True)
class PeakMemory:
    """The largest sum of resident sizes of this process and its children, in bytes."""

    parent_before: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run gave. Sizes in bytes."""

    notes: int
    passages: int
    text_chars: int
    index_bytes: int
    first: RefreshReport
    unchanged: RefreshReport
    cpu_seconds: float
    memory: PeakMemory
    searches: tuple[Timing, ...]

    @property
    def notes_per_second(self) -> float:
        """Notes read, parsed, analysed and written a second."""
        return self.notes / self.first.seconds

    @property
    def speedup(self) -> float:
        """How many times faster an unchanged refresh is than the first."""
        return self.first.seconds / self.unchanged.seconds


async def measure(folder: Path, place: Path, *, peers: bool) -> Measured:
    """Index a folder into `place`, refresh it three more times (the best counts), search it."""
    path = place / "notes.sqlite"
    with Library(path, make_roots([(None, folder)])) as library:
        used = os.times()
        with watched_memory() as memory:
            first = await library.refresh()
        cpu_seconds = sum(os.times()[:4]) - sum(used[:4])
        again = [await library.refresh() for _ in range(3)]
        statistics = library.index.statistics()
        passages = passages_of(library.index, list(library.index.files()))
        questions = questions_from(passages, QUESTIONS)
        searches = [timed("ours (gated FTS5)", ours(library.index), questions)]
        if peers:
            searches.append(timed("bare FTS5, all terms", bare_fts5(path), questions))
            searches.append(timed("tantivy, body only", with_tantivy(passages), questions))
            searches.append(timed("bm25s, body only", with_bm25s(passages), questions))
    return Measured(
        notes=statistics.notes,
        passages=statistics.passages,
        text_chars=statistics.text_chars,
        index_bytes=path.stat().st_size,
        first=first,
        unchanged=min(again, key=lambda report: report.seconds),
        cpu_seconds=cpu_seconds,
        memory=memory,
        searches=tuple(searches),
    )


@contextmanager
def watched_memory() -> Iterator[PeakMemory]:
    """Sample the resident memory of this process and its children while the body runs."""
    peak = PeakMemory(parent_before=_resident("self"))
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(_SAMPLE_SECONDS):
            peak.total = max(peak.total, _resident("self") + sum(map(_resident, _children())))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        ended.set()
        watcher.join()


def _children() -> set[str]:
    lists = Path("/proc/self/task").glob("*/children")
    found: set[str] = set()
    for one in lists:
        try:
            found.update(one.read_text().split())
        except OSError:
            continue
    return found


def _resident(process: str) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def table(measured: Measured) -> str:
    """The figures as Markdown."""
    lines = [
        f"{measured.notes:,} notes, {measured.text_chars / 1e6:.1f} M characters, "
        f"{measured.passages:,} passages, index {measured.index_bytes / 1e6:.0f} MB",
        "",
        "| figure | measured | goal |",
        "| --- | --- | --- |",
        f"| first index, notes a second | {measured.notes_per_second:,.0f} | 250 |",
        f"| first index, seconds | {measured.first.seconds:.1f} | |",
        f"| first index, seconds of processor time | {measured.cpu_seconds:.1f} | |",
        f"| unchanged refresh, seconds | {measured.unchanged.seconds:.3f} | |",
        f"| unchanged refresh, times faster | {measured.speedup:.0f} | 50 |",
        f"| memory, parent and workers, MB | {measured.memory.total / 1e6:.0f} | < 400 |",
        "",
        "| search, top 50 | p50 ms | p95 ms | CPU p50 | CPU p95 | passage in 10 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines.extend(
        f"| {s.engine} | {s.wall_p50:.1f} | {s.wall_p95:.1f} | {s.cpu_p50:.1f} | {s.cpu_p95:.1f} "
        f"| {s.hit_at_10:.3f} |"
        for s in measured.searches
    )
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Measure the folder that is named, print the table."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write("usage: python -m tests.bench.indexing FOLDER\n")
        return 2
    with tempfile.TemporaryDirectory() as place:
        measured = anyio.run(lambda: measure(Path(arguments[0]), Path(place), peers=True))
    sys.stdout.write(table(measured) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
