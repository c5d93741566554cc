"""A line's bytes and back."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.traces.runs import record_run
from traces.canonical import read_exact, spell
from traces.clock import moment_of, timestamp
from traces.digest import content_name
from traces.errors import LineRefused, TraceShapeError
from traces.ids import is_run_id, new_run_id
from traces.line import (
    Line,
    line_bytes,
    parse_line,
    parse_trailer,
    start_of,
    trailer_bytes,
)
from traces.memory import MemoryTrace
from traces.sink import Action, JsonValue

RUN = "6b1ba3a6-6a33-4b54-9a0a-0d9c2c1f6d11"
SAMPLE = Line(
    run=RUN,
    step=0,
    prev=start_of(RUN),
    timestamp="2026-01-01T00:00:00.000000Z",
    by="local-brain",
    action=Action.GAP,
    decision="Nothing on steam.",
    data={"topic": "steam"},
)

lines = st.builds(
    Line,
    run=st.just(RUN),
    step=st.integers(0, 2**53),
    prev=st.binary().map(content_name),
    timestamp=st.datetimes(timezones=st.just(UTC)).map(timestamp),
    by=st.from_regex(r"[a-z][a-z0-9-]{0,63}", fullmatch=True),
    action=st.sampled_from(Action),
    decision=st.text(min_size=1, max_size=200),
    data=st.dictionaries(st.text(), st.text() | st.none() | st.lists(st.text())),
)


@given(lines)
def test_a_line_reads_back_as_it_was_written(line: Line) -> None:
    spelt = line_bytes(line)
    assert spelt.endswith(b"\n")
    assert parse_line(spelt[:-1]) == line


@given(st.binary(max_size=400))
def test_any_bytes_are_a_line_or_refused(data: bytes) -> None:
    with pytest.raises(LineRefused):
        parse_line(data)
    assert parse_trailer(data) is None


@given(st.data())
def test_a_line_with_one_field_changed_is_another_line_or_refused(data: st.DataObject) -> None:
    """The reader never takes a changed line for the same one."""
    spelt = bytearray(line_bytes(SAMPLE)[:-1])
    index = data.draw(st.integers(0, len(spelt) - 1))
    spelt[index] = data.draw(st.integers(0, 255).filter(lambda new: new != spelt[index]))
    with contextlib.suppress(LineRefused):
        assert parse_line(bytes(spelt)) != SAMPLE


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("v", 2),
        ("v", True),
        ("v", "1"),
        ("step", -1),
        ("step", True),
        ("step", "0"),
        ("run", "x"),
        ("run", RUN.upper()),
        ("prev", "sha256:0"),
        ("prev", None),
        ("timestamp", "2026-01-01T00:00:00Z"),
        ("timestamp", "2026-02-30T00:00:00.000000Z"),
        ("timestamp", "2026-01-01T00:00:00.000000+00:00"),
        ("by", "Local Brain"),
        ("action", "guess"),
        ("action", []),
        ("decision", ""),
        ("decision", 1),
        ("data", []),
        ("data", None),
        ("more", 1),
    ],
)
def test_a_field_that_no_writer_writes_is_refused(field: str, value: JsonValue) -> None:
    whole = read_exact(line_bytes(SAMPLE)[:-1])
    assert isinstance(whole, Mapping)
    with pytest.raises(LineRefused):
        parse_line(spell({**whole, field: value}))


def test_a_missing_field_is_refused() -> None:
    whole = read_exact(line_bytes(SAMPLE)[:-1])
    assert isinstance(whole, Mapping)
    for field in whole:
        with pytest.raises(LineRefused):
            parse_line(spell({key: value for key, value in whole.items() if key != field}))


def test_a_line_over_64_kib_is_refused_on_both_sides() -> None:
    big = replace(SAMPLE, data={"topic": "x" * 70_000})
    with pytest.raises(TraceShapeError, match="over 64 KiB"):
        line_bytes(big)
    with pytest.raises(LineRefused):
        parse_line(b'"' + b"x" * 70_000 + b'"')


def test_a_trailer_names_the_seal_and_counts_the_lines() -> None:
    trailer = parse_trailer(trailer_bytes(b"seal\n", 7)[:-1])
    assert trailer is not None
    assert (trailer.end, trailer.lines) == (content_name(b"seal\n"), 7)


def test_every_line_of_a_run_names_the_one_before() -> None:
    trace = MemoryTrace()
    record_run(trace)
    prev = start_of(trace.run)
    for text, line in zip(trace.jsonl.split(b"\n"), trace.recorded, strict=False):
        assert line.prev == prev
        prev = content_name(text + b"\n")


def test_a_fresh_id_is_an_id_and_a_path_is_not() -> None:
    assert is_run_id(new_run_id())
    for text in ("", "../../etc/passwd", new_run_id() + "\n", new_run_id().upper(), None, 5):
        assert not is_run_id(text)


def test_a_timestamp_sorts_as_the_moment_it_names() -> None:
    moment = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert timestamp(moment) == "2026-01-01T12:00:00.000000Z"
    assert moment_of(timestamp(moment)) == moment
