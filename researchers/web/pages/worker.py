"""The process that reads pages: bodies in, pages out, over its standard streams."""

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
    answer = _reader(*settings)
    settle()
    while (request := channel.receive()) is not None:
        channel.send(BEGUN)
        channel.send((answer(request), peak_bytes()))


def _reader(seconds: float, memory_bytes: int, text_chars: int, decoded_bytes: int) -> Any:
    """Load everything that reads, then bound the memory; nothing hostile has been seen yet."""
    from researchers.web.pages.model import PageLimits, Unread
    from researchers.web.pages.reading import load, read_as_listing, read_as_page
    from researchers.web.pages.wire import LISTING, WARM, Body, to_wire

    load()
    limits = PageLimits(seconds, memory_bytes, text_chars, decoded_bytes)
    limit_memory(memory_bytes)

    def answer(request: tuple[Any, ...]) -> tuple[Any, ...]:
        kind, *fields = request
        if kind == WARM:
            return to_wire(Unread("nothing was asked"))
        limit_processor_time(seconds)
        read = read_as_listing if kind == LISTING else read_as_page
        try:
            return to_wire(read(Body(*fields), limits))
        except MemoryError:
            return to_wire(Unread("parser ran out of memory"))
        except Exception as error:  # third-party parsers meet pages that nobody has met before
            return to_wire(Unread(f"parser failed ({type(error).__name__})"))

    return answer


if __name__ == "__main__":
    main()
