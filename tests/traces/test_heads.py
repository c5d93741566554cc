"""The chain of sealed traces."""

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.traces.runs import write_run
from traces.digest import content_name
from traces.errors import TraceWriteError
from traces.faulty import After, Fault, FaultyFileSystem
from traces.filesystem import RealFileSystem
from traces.heads import START, Head, append_head, head_lines, read_heads
from traces.home import Home
from traces.ids import new_run_id


def head(run: str | None = None) -> Head:
    moment = "2026-01-01T00:00:00.000000Z"
    return Head(run or new_run_id(), "pi", moment, content_name(b"seal"), 5)


def test_heads_chain_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    written = [head() for _ in range(5)]
    for one in written:
        append_head(path, one, RealFileSystem())
    heads = read_heads(path.read_bytes())
    assert list(heads.by_run.values()) == written
    assert (heads.findings, heads.torn) == ((), False)
    assert START.encode() in path.read_bytes().splitlines()[0]


def test_half_a_line_of_a_killed_writer_is_cut_off_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    append_head(path, head(), RealFileSystem())
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    assert read_heads(path.read_bytes()).torn
    append_head(path, head(), RealFileSystem())
    heads = read_heads(path.read_bytes())
    assert len(heads.by_run) == 2
    assert (heads.findings, heads.torn) == ((), False)


@pytest.mark.parametrize("short", [False, True])
def test_a_refused_head_leaves_the_chain_as_it_was(tmp_path: Path, short: bool) -> None:
    path = tmp_path / "heads.jsonl"
    append_head(path, head(), RealFileSystem())
    before = path.read_bytes()
    disk = FaultyFileSystem(Fault(call=1, after=After.FULL, short=short))
    with pytest.raises(TraceWriteError):
        append_head(path, head(), disk)
    assert path.read_bytes() == before


def test_a_writer_waits_for_another_but_not_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    append_head(path, head(), RealFileSystem())
    holder = os.open(path, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    try:
        with pytest.raises(TraceWriteError, match="locked"):
            append_head(path, head(), RealFileSystem(), patience=0.05)
    finally:
        os.close(holder)
    append_head(path, head(), RealFileSystem())


def test_a_run_is_sealed_once(tmp_path: Path) -> None:
    path, one = tmp_path / "heads.jsonl", head()
    append_head(path, one, RealFileSystem())
    append_head(path, one, RealFileSystem())
    assert "a second time" in read_heads(path.read_bytes()).findings[0]


def test_an_excerpt_is_checked_line_by_line(tmp_path: Path) -> None:
    home = Home(tmp_path)
    runs = [write_run(home) for _ in range(3)]
    kept = head_lines(home.heads.read_bytes(), frozenset({runs[2]}))
    assert list(read_heads(kept, excerpt=True).by_run) == [runs[2]]
    assert read_heads(kept, excerpt=True).findings == ()
    assert read_heads(kept).findings != ()


@given(st.binary(max_size=300))
def test_any_bytes_are_judged(data: bytes) -> None:
    heads = read_heads(data)
    assert heads.by_run == {}
    assert len(heads.findings) == data.count(b"\n")
    assert heads.torn == bool(data.split(b"\n")[-1])
