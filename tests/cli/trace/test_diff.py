"""`marchwarden trace diff`, for a person and for a script."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.process import run_command
from tests.traces.runs import write_run
from tests.traces.web_researcher import ask_pages
from tests.traces.web_runs import PLAIN, ZIPPED, write_web_run
from traces.digest import content_name
from traces.home import Home
from traces.ids import new_run_id
from traces.store import ContentStore

NEWER = replace(PLAIN, text=PLAIN.text.replace("200,000", "190,000"))

PAGE = """\
A: {before}  How far does a swift fly?
B: {after}  How far does a swift fly?

Sources that changed
  http://birds.test/swift  (Swifts)
    sha256:{old}… → sha256:{new}…
    -    3 | A swift flies 200,000 km a year.
    +    3 | A swift flies 190,000 km a year.

Evidence
  ~ http://birds.test/swift, 9 to 64 → 9 to 64, in other words
      - A swift flies 200,000 km a year. It sleeps in the air.
      + A swift flies 190,000 km a year. It sleeps in the air.

Citations
  ~ [1] http://birds.test/swift, 9 to 63 → 9 to 63, in other words
      - A swift flies 200,000 km a year. It sleeps in the air.
      + A swift flies 190,000 km a year. It sleeps in the air.

Answer
  - A swift flies 200,000 km a year.
  + A swift flies 190,000 km a year.
"""


@pytest.fixture
def kept(home: Path) -> Home:
    return Home(home / ".marchwarden")


@pytest.fixture
def two(kept: Home) -> tuple[str, str]:
    """Two runs that asked the same while a page changed."""
    before, after = (
        ask_pages(kept, [page, ZIPPED], "How far does a swift fly?") for page in (PLAIN, NEWER)
    )
    return before.trace_id, after.trace_id


def test_a_person_reads_what_has_changed_and_what_it_did(home: Path, two: tuple[str, str]) -> None:
    done = run_command("trace", "diff", *two, home=home)
    names = [content_name(page.text.encode())[7:19] for page in (PLAIN, NEWER)]
    assert done.out == PAGE.format(before=two[0], after=two[1], old=names[0], new=names[1])
    assert (done.code, done.err) == (1, "")


def test_runs_that_do_not_differ_have_the_exit_code_of_diff(home: Path, kept: Home) -> None:
    one, other = write_run(kept), write_run(kept)
    done = run_command("trace", "diff", one[:13], other, home=home)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n\nNo difference.\n")


def test_a_machine_reads_one_document(home: Path, two: tuple[str, str]) -> None:
    done = run_command("trace", "diff", *two, "--json", home=home)
    told = json.loads(done.out)
    assert done.code == 1
    assert (told["before"], told["after"]) == tuple(
        {"trace_id": run, "status": "ok"} for run in two
    )
    assert told["same"] is False
    (source,) = told["changed_sources"]
    assert source["locator"] == "http://birds.test/swift"
    assert [line["added"] for line in source["text"]["lines"]] == [False, True]
    assert told["plan"] == told["gaps"] == []


@pytest.mark.parametrize("form", ["old", "old.tar.gz"])
def test_an_export_is_compared_with_a_trace(home: Path, two: tuple[str, str], form: str) -> None:
    assert run_command("trace", "export", two[0], form, home=home).code == 0
    (home / ".marchwarden" / "traces" / f"{two[0]}.jsonl").unlink()
    done = run_command("trace", "diff", form, two[1], home=home)
    assert done.code == 1
    assert "- A swift flies 200,000 km a year." in done.out


def test_a_record_that_is_not_whole_is_said_to_be_so(home: Path, kept: Home) -> None:
    one, other = write_run(kept), write_run(kept)
    path = kept.trace(other)
    path.write_bytes(path.read_bytes().replace(b"One query", b"Two query"))
    done = run_command("trace", "diff", one, other, home=home)
    assert done.code == 2
    assert "No difference." in done.out
    assert done.err.startswith("CAREFUL: this trace does not verify (tampered).\n- ")
    assert f"marchwarden trace verify {other}" in done.err


def test_a_lost_text_is_a_difference_that_can_not_be_shown(home: Path, kept: Home) -> None:
    one, other = write_web_run(kept, [PLAIN]), write_web_run(kept, [NEWER])
    ContentStore(kept.cas).path(content_name(PLAIN.text.encode())).unlink()
    done = run_command("trace", "diff", one, other, home=home)
    assert done.code == 1
    assert "One of the two texts is lost" in done.out
    assert "(blob missing)" in done.err


def test_what_can_not_be_read_does_not_look_like_a_difference(home: Path, kept: Home) -> None:
    run = write_run(kept)
    assert run_command("trace", "diff", run, new_run_id(), home=home).code == 3
    assert run_command("trace", "diff", run, "nothing", home=home).code == 3
    assert run_command("trace", "diff", run, "./nothing.zip", home=home).code == 3
    assert run_command("trace", "diff", run, home=home).code == 2
    assert run_command("trace", "export", run, "run.zip", home=home).code == 0
    (home / "run.zip").write_bytes((home / "run.zip").read_bytes()[:500])
    done = run_command("trace", "diff", run, "run.zip", home=home)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1


def test_no_source_can_steer_the_terminal(home: Path, kept: Home) -> None:
    evil = "\x1b[2Jowned\x07\u202etxt\r"
    odd = replace(
        PLAIN,
        text=f"{evil}\nA swift {evil} flies.\n",
        told=(("title", evil),),
        final_url=f"http://{evil}/",
    )
    one, other = write_web_run(kept, [replace(odd, text="A swift.")]), write_web_run(kept, [odd])
    done = run_command("trace", "diff", one, other, home=home)
    assert done.code == 1
    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(done.out)
    assert "owned" in done.out
