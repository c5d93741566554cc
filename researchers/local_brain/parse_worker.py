"""The process that parses: reads batches from its standard input, answers on its standard output.

It is killed from outside when it takes too long; the limits that it sets on itself (memory,
processor time) hold even when nobody is there to kill it.
"""

import gc
import os
import resource
from pathlib import Path
from typing import Any, Final

from researchers.local_brain.frames import FrameReader, frame

BEGUN: Final = "begun"
"""Sent when all that a batch needs is loaded: from here on its time is counted."""

_CHUNK: Final = 1 << 16
_COLLECT_RARELY: Final = (100_000, 20, 100)
"""Parsing makes many short-lived values and no cycles; looking for cycles costs a tenth."""


def main() -> None:
    """Serve until the input ends."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    source, answers = os.dup(0), os.dup(1)
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)
    os.dup2(silence, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    frames = FrameReader()
    settings = _receive(source, frames)
    if settings is None:
        return
    load_parsers, serve = _server(*settings)
    gc.freeze()
    gc.set_threshold(*_COLLECT_RARELY)
    while (batch := _receive(source, frames)) is not None:
        load_parsers({row[3] for row in batch})
        _send(answers, BEGUN)
        _send(answers, (serve(batch), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024))


def _server(text_bytes: int, pdf_bytes: int, seconds: float, memory_bytes: int) -> tuple[Any, Any]:
    from evidence.analyze import Analyzer
    from researchers.local_brain.index.protocol import FileState, NoteKey
    from researchers.local_brain.limits import ReadLimits
    from researchers.local_brain.note_assembly import load_parser
    from researchers.local_brain.parse.formats import Format
    from researchers.local_brain.parse_outcome import FileParser, FileTask, to_wire

    limits = ReadLimits(text_bytes, pdf_bytes, seconds, memory_bytes)
    parser = FileParser(Analyzer(), limits)
    _limit(resource.RLIMIT_AS, memory_bytes)

    def load_parsers(forms: set[str]) -> None:
        for form in forms:
            load_parser(Format(form))

    def task(root: str, name: str, path: str, form: str, state: Any, known: str) -> FileTask:
        return FileTask(Path(root), NoteKey(name, path), Format(form), FileState(*state), known)

    def serve(batch: list[tuple[str, str, str, str, Any, str]]) -> list[tuple[Any, ...]]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + 1)
        return [to_wire(parser.parse(task(*row))) for row in batch]

    return load_parsers, serve


def _limit(what: int, soft: int) -> None:
    """Set a soft limit below whatever hard limit the user has."""
    hard = resource.getrlimit(what)[1]
    within = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(what, (within, hard))


def _receive(source: int, frames: FrameReader) -> Any | None:
    while (message := frames.next()) is None:
        data = os.read(source, _CHUNK)
        if not data:
            return None
        frames.feed(data)
    return message


def _send(answers: int, message: object) -> None:
    data = memoryview(frame(message))
    while data:
        data = data[os.write(answers, data) :]


if __name__ == "__main__":
    main()
