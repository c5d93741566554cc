"""The process that parses notes: batches in, outcomes out, over its standard streams."""

from pathlib import Path
from typing import Any

from researchers.reading.confinement import (
    BEGUN,
    limit_memory,
    limit_processor_time,
    open_channel,
    peak_bytes,
    settle,
)


def main() -> None:
    """Serve until the input ends."""
    channel = open_channel()
    settings = channel.receive()
    if settings is None:
        return
    load_parsers, serve = _server(*settings)
    settle()
    while (batch := channel.receive()) is not None:
        load_parsers({row[3] for row in batch})
        channel.send(BEGUN)
        channel.send((serve(batch), peak_bytes()))


def _server(text_bytes: int, pdf_bytes: int, seconds: float, memory_bytes: int) -> tuple[Any, Any]:
    from evidence.analyze import Analyzer
    from researchers.local_brain.index.protocol import FileState, NoteKey
    from researchers.local_brain.limits import ReadLimits
    from researchers.local_brain.note_assembly import load_parser
    from researchers.local_brain.parse_outcome import FileParser, FileTask, to_wire
    from researchers.reading.formats import Format

    limits = ReadLimits(text_bytes, pdf_bytes, seconds, memory_bytes)
    parser = FileParser(Analyzer(), limits)
    limit_memory(memory_bytes)

    def load_parsers(forms: set[str]) -> None:
        for form in forms:
            load_parser(Format(form))

    def task(root: str, name: str, path: str, form: str, state: Any, known: str) -> FileTask:
        return FileTask(Path(root), NoteKey(name, path), Format(form), FileState(*state), known)

    def serve(batch: list[tuple[str, str, str, str, Any, str]]) -> list[tuple[Any, ...]]:
        limit_processor_time(seconds)
        return [to_wire(parser.parse(task(*row))) for row in batch]

    return load_parsers, serve


if __name__ == "__main__":
    main()
