"""A trace for a person."""

import stat
from pathlib import Path

import pytest

from tests.traces.runs import EXCERPT, NOTE, QUESTION, record_answer, result_of, write_run
from traces.account import account_of
from traces.clock import ScriptedClock
from traces.errors import TraceNotFound
from traces.home import Home
from traces.ids import new_run_id
from traces.reader import read_bytes
from traces.render import render_markdown, render_text, write_markdown
from traces.sink import Action, JsonValue, SealStatus
from traces.store import ContentStore
from traces.writer import TraceWriter


def test_a_person_reads_when_what_was_done_and_why(tmp_path: Path) -> None:
    home = Home(tmp_path)
    page = render_text(account_of(home, write_run(home)))
    assert f"Question: {QUESTION}" in page
    assert "0.003 s    3  read_file  Opened the best lead." in page
    assert "path bread/sourdough.md" in page
    assert "judge      Every concept is covered." in page


def test_each_citation_stands_in_its_surroundings(tmp_path: Path) -> None:
    home = Home(tmp_path)
    page = render_text(account_of(home, write_run(home)))
    assert f">    4 | {EXCERPT}" in page
    assert "     3 | Feed the starter twice a day." in page
    assert "     6 | Keep notes." in page


def test_gaps_and_costs_are_told(tmp_path: Path) -> None:
    home = Home(tmp_path)
    page = render_text(account_of(home, write_run(home)))
    assert "steam (source_not_found): No note on it." in page
    assert "time: 0.25 s" in page


def test_the_page_beside_the_trace_is_private_and_whole(tmp_path: Path) -> None:
    home = Home(tmp_path)
    run = write_run(home)
    page = write_markdown(home, run)
    assert page == home.traces / f"{run}.md"
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert page.read_text().startswith(f"# Trace `{run}`")
    assert sorted(path.suffix for path in home.traces.iterdir()) == [".jsonl", ".md"]
    write_markdown(home, run)


def test_sources_can_not_steer_the_terminal_or_the_page(tmp_path: Path) -> None:
    home, run = Home(tmp_path), new_run_id()
    evil = "\x1b[2J\x1b]0;owned\x07 ```\n# Heading\n![x](http://evil/x.png)\u202etxt\x9b31m"
    with TraceWriter.create(home, run=run, by="web", clock=ScriptedClock()) as writer:
        writer.record(Action.OPEN, f"Asked {evil}", {"question": evil})
        result = result_of(run, writer.put(NOTE.encode())).model_copy(update={"answer": evil})
        writer.seal(SealStatus.COMPLETE, answer_hash=record_answer(writer, result))
    account = account_of(home, run)
    for page in (render_text(account), render_markdown(account)):
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(page)
    inside = False
    for row in render_markdown(account).splitlines():
        if row.startswith("````"):
            inside = not inside
        assert inside or "evil" not in row
    assert not inside


def test_damage_is_told_and_the_rest_is_shown(tmp_path: Path) -> None:
    home = Home(tmp_path)
    run = write_run(home)
    lines = read_bytes(home, run).splitlines(keepends=True)
    home.trace(run).write_bytes(b"".join([*lines[:5], b"garbage\n", *lines[6:10], b'{"half']))
    page = render_text(account_of(home, run))
    assert "1 lines can't be read" in page
    assert "The last line is cut off" in page
    assert "The run came to no answer." in page
    assert QUESTION in page


def test_missing_content_is_told_at_its_citation(tmp_path: Path) -> None:
    home = Home(tmp_path)
    run = write_run(home)
    store = ContentStore(home.cas)
    store.path(store.put(NOTE.encode())).unlink()
    assert "The store does not hold" in render_text(account_of(home, run))


def test_the_findings_of_a_failed_check_are_listed(tmp_path: Path) -> None:
    home, run = Home(tmp_path), new_run_id()
    with TraceWriter.create(home, run=run, by="web", clock=ScriptedClock()) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": QUESTION})
        findings: list[JsonValue] = ["Marker [2] has no citation.", "42 is in no excerpt."]
        writer.record(Action.VERIFY, "The check failed.", {"passed": False, "findings": findings})
        writer.seal(SealStatus.FAILED)
    page = render_text(account_of(home, run))
    assert "finding Marker [2] has no citation.; finding 42 is in no excerpt." in page


def test_an_unknown_trace_is_one_sentence(tmp_path: Path) -> None:
    for run in (new_run_id(), "../x"):
        with pytest.raises(TraceNotFound, match="trace list"):
            account_of(Home(tmp_path), run)
