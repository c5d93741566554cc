"""A run and the runs of other researchers that it rests on, as far as a home holds them."""

from traces.errors import TraceNotFound
from traces.home import Home
from traces.reader import Trace, parse_trace, read_bytes, text_of


def with_children(home: Home, run: str) -> dict[str, tuple[bytes, Trace]]:
    """Traces by id, as stored and as values: the run's own first, then those that it names. One
    that is kept elsewhere is left out. Raises TraceNotFound for the run itself, and OSError."""
    found: dict[str, tuple[bytes, Trace]] = {}
    waiting = [run]
    while waiting:
        one = waiting.pop(0)
        if one in found:
            continue
        try:
            data = read_bytes(home, one)
        except TraceNotFound:
            if one == run:
                raise
            continue
        trace = parse_trace(one, data)
        found[one] = (data, trace)
        waiting.extend(child for line in trace.lines if (child := text_of(line.data, "child")))
    return found
