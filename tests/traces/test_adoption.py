"""Another home's trace becomes part of this one whole, verified, and over nothing that is here."""

from pathlib import Path

import pytest

from tests.traces.runs import write_run
from traces.adoption import AdoptionRefused, adopt, is_here
from traces.clock import SystemClock
from traces.heads import heads_bytes, read_heads
from traces.home import Home
from traces.ids import new_run_id
from traces.reader import read_bytes
from traces.sink import Action, SealStatus
from traces.store import ContentStore
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter


@pytest.fixture
def there(tmp_path: Path) -> Home:
    return Home(tmp_path / "there")


@pytest.fixture
def here(tmp_path: Path) -> Home:
    home = Home(tmp_path / "here")
    home.ensure()
    return home


def copy_content(there: Home, here: Home) -> None:
    store = ContentStore(there.cas)
    for name in store.iter():
        ContentStore(here.cas).put(store.get(name))


def write_parent(home: Home, child: str, failure: str | None = None) -> str:
    """A sealed run that asked another one."""
    run = new_run_id()
    with TraceWriter.create(home, run=run, by="pi", clock=SystemClock()) as trace:
        trace.record(Action.OPEN, "A question came.", {"question": "How hot?"})
        came = {"researcher": "notes", "child": child, "failure": failure}
        trace.record(Action.RECEIVE, "It answered.", came)
        trace.seal(SealStatus.COMPLETE)
    return run


def test_a_whole_trace_verifies_in_its_new_home(there: Home, here: Home) -> None:
    run = write_run(there)
    copy_content(there, here)
    data = read_bytes(there, run)
    assert not is_here(here, run, data)
    assert adopt(here, run, {run: data}).status is VerifyStatus.OK
    assert is_here(here, run, data)
    assert verify_trace(here, run, read_data=True).exit_code == 0
    assert here.trace(run).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in here.traces.iterdir()] == [f"{run}.jsonl"]


def test_taking_it_twice_changes_nothing(there: Home, here: Home) -> None:
    run = write_run(there)
    copy_content(there, here)
    adopt(here, run, {run: read_bytes(there, run)})
    heads = heads_bytes(here.heads)
    adopt(here, run, {run: read_bytes(there, run)})
    assert heads_bytes(here.heads) == heads


def test_a_run_stopped_before_its_head_was_written_is_finished(there: Home, here: Home) -> None:
    run = write_run(there)
    copy_content(there, here)
    data = read_bytes(there, run)
    here.trace(run).write_bytes(data)
    assert not is_here(here, run, data)
    adopt(here, run, {run: data})
    assert verify_trace(here, run).exit_code == 0


def test_a_trace_comes_with_those_below_it(there: Home, here: Home) -> None:
    child = write_run(there)
    run = write_parent(there, child)
    copy_content(there, here)
    adopt(here, run, {one: read_bytes(there, one) for one in (run, child)})
    verified = verify_trace(here, run)
    assert (verified.exit_code, [one.run for one in verified.children]) == (0, [child])
    assert set(read_heads(heads_bytes(here.heads)).by_run) == {run, child}


def test_an_unfinished_trace_below_a_failure_comes_along(there: Home, here: Home) -> None:
    child = new_run_id()
    with TraceWriter.create(there, run=child, by="notes", clock=SystemClock()) as trace:
        trace.record(Action.OPEN, "A question came.", {"question": "How hot?"})
    run = write_parent(there, child, failure="It died.")
    adopt(here, run, {one: read_bytes(there, one) for one in (run, child)})
    assert verify_trace(here, run).exit_code == 0


@pytest.mark.parametrize("end", [-1, -60, -200, 0])
def test_a_cut_trace_stays_outside(end: int, there: Home, here: Home) -> None:
    run = write_run(there)
    copy_content(there, here)
    with pytest.raises(AdoptionRefused, match="does not verify"):
        adopt(here, run, {run: read_bytes(there, run)[:end]})
    assert list(here.traces.iterdir()) == []
    assert heads_bytes(here.heads) == b""


def test_a_trace_whose_content_did_not_come_stays_outside(there: Home, here: Home) -> None:
    run = write_run(there)
    with pytest.raises(AdoptionRefused, match="does not hold"):
        adopt(here, run, {run: read_bytes(there, run)})
    assert list(here.traces.iterdir()) == []


def test_a_changed_trace_below_keeps_the_whole_outside(there: Home, here: Home) -> None:
    child = write_run(there)
    run = write_parent(there, child)
    copy_content(there, here)
    changed = read_bytes(there, child).replace(b"oven", b"over")
    with pytest.raises(AdoptionRefused, match="does not verify"):
        adopt(here, run, {run: read_bytes(there, run), child: changed})
    assert list(here.traces.iterdir()) == []


def test_another_trace_of_that_id_is_never_overwritten(there: Home, here: Home) -> None:
    run = write_run(there)
    copy_content(there, here)
    here.trace(run).write_bytes(b"mine\n")
    data = read_bytes(there, run)
    for attempt in (lambda: adopt(here, run, {run: data}), lambda: is_here(here, run, data)):
        with pytest.raises(AdoptionRefused, match="id of another trace"):
            attempt()
    assert here.trace(run).read_bytes() == b"mine\n"
