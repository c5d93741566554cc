"""Cutting a stream into lines: exact, bounded, linear."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi.lines import LineCutter, LineTooLongError


@given(st.lists(st.binary(max_size=20)), st.integers(min_value=1, max_value=7))
def test_lines_are_the_same_however_the_stream_is_cut(lines: list[bytes], size: int) -> None:
    stream = b"".join(line.replace(b"\n", b"") + b"\n" for line in lines)
    cutter = LineCutter(1_000)
    found = [
        line for at in range(0, len(stream), size) for line in cutter.feed(stream[at : at + size])
    ]
    assert found == stream.split(b"\n")[:-1]


def test_a_line_past_the_bound_is_refused_before_it_ends() -> None:
    cutter = LineCutter(10)
    assert cutter.feed(b"0123456789\n01234") == [b"0123456789"]
    with pytest.raises(LineTooLongError):
        cutter.feed(b"567890")


def test_a_large_line_costs_its_length_and_not_its_square() -> None:
    def seconds(megabytes: int) -> float:
        cutter = LineCutter(100_000_000)
        begun = time.process_time()
        for _ in range(megabytes * 128):
            cutter.feed(b"x" * 8_192)
        assert len(cutter.feed(b"\n")[0]) == megabytes * 1_048_576
        return time.process_time() - begun

    assert seconds(64) < 90 * max(seconds(4), 0.002), "16 times as long, 256 if it were squared"
