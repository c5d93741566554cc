"""A damaged trace is never "ok", and the verifier never fails.

The short forms take a sample of the bits; `make soak` takes all of them.
"""

import bisect
import itertools
from collections import Counter
from pathlib import Path

import pytest

from tests.soak.conftest import Report
from tests.soak.tampering import bit_flips, line_changes, truncations
from tests.traces.runs import write_run
from traces.home import Home
from traces.reader import read_bytes, read_trace
from traces.sink import Action
from traces.store import ContentStore
from traces.verification import VerifyStatus
from traces.verify import verify_trace

Verdicts = Counter[VerifyStatus]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def flip_trace(home: Home, stride: int) -> tuple[Verdicts, set[Action | None]]:
    """Flip bits of a real trace. Returns the verdicts and the actions of the lines touched (None
    for the trailer)."""
    run = write_run(home)
    data = read_bytes(home, run)
    ends = list(itertools.accumulate(len(line) for line in data.splitlines(keepends=True)))
    actions: list[Action | None] = [line.action for line in read_trace(home, run).lines]
    verdicts: Verdicts = Counter()
    touched: set[Action | None] = set()
    for byte, changed in bit_flips(data, stride):
        home.trace(run).write_bytes(changed)
        verdicts[verify_trace(home, run).status] += 1
        touched.add([*actions, None][bisect.bisect_right(ends, byte)])
    return verdicts, touched


def flip_heads(home: Home, stride: int) -> Verdicts:
    run = write_run(home)
    data = home.heads.read_bytes()
    verdicts: Verdicts = Counter()
    for _, changed in bit_flips(data, stride):
        home.heads.write_bytes(changed)
        verdicts[verify_trace(home, run).status] += 1
    return verdicts


def flip_content(home: Home, stride: int) -> Verdicts:
    run = write_run(home)
    store = ContentStore(home.cas)
    verdicts: Verdicts = Counter()
    for name in store.iter():
        path = store.path(name)
        path.chmod(0o600)
        data = path.read_bytes()
        for _, changed in bit_flips(data, stride):
            path.write_bytes(changed)
            verdicts[verify_trace(home, run, read_data=True).status] += 1
        path.write_bytes(data)
    assert verify_trace(home, run, read_data=True).status is VerifyStatus.OK
    return verdicts


def cut_everywhere(home: Home, stride: int) -> Verdicts:
    """Cut the trace and, in its turn, the heads, after every byte."""
    run = write_run(home)
    verdicts: Verdicts = Counter()
    for path in (home.trace(run), home.heads):
        data = path.read_bytes()
        for changed in truncations(data, stride):
            path.write_bytes(changed)
            verdicts[verify_trace(home, run).status] += 1
        path.write_bytes(data)
    return verdicts


def change_lines(home: Home) -> Verdicts:
    run = write_run(home)
    data = read_bytes(home, run)
    verdicts: Verdicts = Counter()
    for _, changed in line_changes(data):
        home.trace(run).write_bytes(changed)
        verdicts[verify_trace(home, run).status] += 1
    return verdicts


def cut_without_heads(home: Home) -> Verdicts:
    """Cuts in a trace whose home never knew its head, as after a crash."""
    run = write_run(home)
    home.heads.unlink()
    data = read_bytes(home, run)
    verdicts: Verdicts = Counter()
    for changed in truncations(data):
        home.trace(run).write_bytes(changed)
        verdicts[verify_trace(home, run).status] += 1
    return verdicts


def test_a_flipped_bit_in_any_kind_of_line_is_found(home: Home) -> None:
    verdicts, touched = flip_trace(home, stride=61)
    assert verdicts[VerifyStatus.OK] == 0
    actions = {line.action for line in read_trace(home, write_run(home)).lines}
    assert touched == {*actions, None}


def test_a_flipped_bit_in_the_heads_is_found(home: Home) -> None:
    assert flip_heads(home, stride=17)[VerifyStatus.OK] == 0


def test_a_flipped_bit_in_stored_content_is_found(home: Home) -> None:
    assert flip_content(home, stride=211)[VerifyStatus.OK] == 0


def test_a_trace_cut_anywhere_is_not_ok(home: Home) -> None:
    verdicts = cut_everywhere(home, stride=7)
    assert verdicts[VerifyStatus.OK] == 0


def test_a_line_left_out_doubled_or_moved_is_found(home: Home) -> None:
    verdicts = change_lines(home)
    assert sum(verdicts.values()) > 100
    assert verdicts[VerifyStatus.OK] == 0


@pytest.mark.soak
def test_every_flipped_bit_is_found(home: Home, report: Report) -> None:
    verdicts, _ = flip_trace(home, stride=1)
    report(f"bits flipped in a trace: {dict(verdicts)}")
    assert verdicts[VerifyStatus.OK] == 0


@pytest.mark.soak
def test_every_flipped_bit_in_heads_and_content_is_found(tmp_path: Path, report: Report) -> None:
    heads = flip_heads(Home(tmp_path / "heads"), stride=1)
    content = flip_content(Home(tmp_path / "content"), stride=1)
    report(f"bits flipped in heads: {dict(heads)}; in content: {dict(content)}")
    assert heads[VerifyStatus.OK] == content[VerifyStatus.OK] == 0


@pytest.mark.soak
def test_every_cut_is_found(tmp_path: Path, report: Report) -> None:
    known = cut_everywhere(Home(tmp_path / "known"), stride=1)
    unknown = cut_without_heads(Home(tmp_path / "unknown"))
    lines = change_lines(Home(tmp_path / "lines"))
    report(f"cut, head known: {dict(known)}; unknown: {dict(unknown)}; lines: {dict(lines)}")
    assert known[VerifyStatus.OK] == unknown[VerifyStatus.OK] == lines[VerifyStatus.OK] == 0
