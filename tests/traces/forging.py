"""A forger's tools: change what a trace says and compute every hash anew."""

from collections.abc import Mapping, Sequence

from traces.canonical import read_exact, spell
from traces.chain import root_of
from traces.digest import content_name
from traces.errors import TraceShapeError
from traces.filesystem import RealFileSystem
from traces.heads import Head, append_head
from traces.home import Home
from traces.line import parse_line, start_of
from traces.reader import read_bytes
from traces.shape_check import check, references
from traces.sink import JsonValue


def values_of(home: Home, run: str) -> list[dict[str, JsonValue]]:
    """A sealed trace's lines as JSON, the trailer left out."""
    values = [read_exact(text) for text in read_bytes(home, run).splitlines()[:-1]]
    return [dict(value) for value in values if isinstance(value, Mapping)]


def chained(run: str, values: Sequence[Mapping[str, JsonValue]]) -> bytes:
    """Lines with steps, hashes, seal and trailer as they would be if all of it were true."""
    prev = start_of(run)
    named: set[str] = set()
    out: list[bytes] = []
    for step, value in enumerate(values):
        line: dict[str, JsonValue] = {**value, "prev": prev, "step": step}
        data = value.get("data")
        if value.get("action") == "seal" and isinstance(data, Mapping):
            line["data"] = {**data, "lines": len(values), "root": root_of(named)}
        spelt = spell(line) + b"\n"
        named.update(_names(spelt))
        prev = content_name(spelt)
        out.append(spelt)
    return b"".join([*out, spell({"end": prev, "n": len(values)}) + b"\n"])


def plant(home: Home, run: str, data: bytes) -> None:
    """Put a forged trace in place, with a fresh chain of heads that knows it."""
    home.trace(run).write_bytes(data)
    home.heads.unlink(missing_ok=True)
    seal = data.splitlines(keepends=True)[-2]
    value = read_exact(seal[:-1])
    assert isinstance(value, Mapping)
    head = Head(
        run=run,
        by=str(value.get("by")),
        timestamp=str(value.get("timestamp")),
        end=content_name(seal),
        lines=len(data.splitlines()) - 1,
    )
    append_head(home.heads, head, RealFileSystem())


def _names(spelt: bytes) -> set[str]:
    try:
        line = parse_line(spelt[:-1])
        check(line.action, line.data)
        return {name for name, _ in references(line.action, line.data)}
    except (ValueError, TraceShapeError):
        return set()
