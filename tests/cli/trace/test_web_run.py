"""A run that fetched pages: shown, checked, handed on, and written for web archives."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.cli.process import run_command
from tests.traces.runs import write_run
from tests.traces.web_researcher import ask_pages
from tests.traces.web_runs import PAGES, PLAIN, SWIFT_HTML, ZIPPED, write_web_run
from traces.digest import content_name
from traces.home import Home
from traces.store import ContentStore

QUESTION = "How far does a swift fly?"


@pytest.fixture
def kept(home: Path) -> Home:
    return Home(home / ".marchwarden")


@pytest.fixture
def run(kept: Home) -> str:
    return ask_pages(kept, [PLAIN, ZIPPED], QUESTION).trace_id


def test_show_tells_where_a_page_was_and_how_it_came(home: Path, run: str) -> None:
    done = run_command("trace", "show", run, home=home)
    assert (
        "url http://birds.test/swift-old; led to http://birds.test/swift; redirects 1 (301); "
        "title “Swifts”; status 200; cache network; robots allowed; content_hash sha256:"
    ) in done.out
    assert f"bytes {len(SWIFT_HTML)}\n" in done.out


def test_show_lets_no_page_pass_for_something_else(home: Path, kept: Home) -> None:
    title = "Bird”; status 404; robots denied\n    9.000 s  99  answer  No\x1b[31m"
    odd = replace(
        PLAIN,
        told=(
            ("title", title),
            ("flags", ["gives_orders", "hides_text"]),
            ("allowance", "127.0.0.1:8000"),
        ),
    )
    run = write_web_run(kept, [odd])
    done = run_command("trace", "show", run, home=home)
    assert (
        "title “Bird'; status 404; robots denied 9.000 s 99 answer No\N{REPLACEMENT CHARACTER}"
        in done.out
    )
    assert "allowance 127.0.0.1:8000; flags gives_orders, hides_text;" in done.out
    assert "\x1b" not in done.out
    ContentStore(kept.cas).path(hops_of(kept, run)).unlink()
    assert "redirects lost;" in run_command("trace", "show", run, home=home).out


def hops_of(kept: Home, run: str) -> str:
    lines = kept.trace(run).read_text().splitlines()
    (hops,) = (
        data["hops"] for line in lines if (data := json.loads(line).get("data")) and "hops" in data
    )
    return str(hops)


def test_an_export_carries_bodies_heads_and_redirects(home: Path, kept: Home, run: str) -> None:
    assert run_command("trace", "verify", run, "--read-data", home=home).code == 0
    assert run_command("trace", "export", run, "out", home=home).code == 0
    held = {
        f"sha256:{path.parent.name}{path.name}" for path in (home / "out/cas/sha256").glob("*/*")
    }
    assert {content_name(PLAIN.body), content_name(PLAIN.head), hops_of(kept, run)} <= held
    assert run_command("trace", "verify", "out", home=home).code == 0
    (
        home / "out/cas/sha256" / content_name(PLAIN.body)[7:9] / content_name(PLAIN.body)[9:]
    ).unlink()
    done = run_command("trace", "verify", "out", home=home)
    assert done.code != 0
    assert content_name(PLAIN.body) in done.out


def test_a_warc_of_the_run_is_written_and_named(home: Path, run: str) -> None:
    done = run_command("trace", "export", run[:8], "run.warc.gz", home=home)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{home}/run.warc.gz: 1 trace, 1 fetch in 5 records.\n"
    with (home / "run.warc.gz").open("rb") as file:
        bodies = [
            record.content_stream().read()
            for record in ArchiveIterator(file)
            if record.rec_type == "response"
        ]
    assert bodies == [b"", PLAIN.body]
    assert run_command("trace", "export", run, "x.warc", "--warc", home=home).code == 0
    assert (home / "x.warc").stat().st_size > (home / "run.warc.gz").stat().st_size


def test_a_warc_for_a_machine(home: Path, kept: Home) -> None:
    run = write_web_run(kept)
    done = run_command("trace", "export", run, "run.warc", "--warc", "--json", home=home)
    assert json.loads(done.out) == {
        "path": str(home / "run.warc"),
        "traces": [run],
        "fetches": len(PAGES),
        "records": 12,
        "without_response": 0,
        "missing": [],
        "status": "ok",
    }


@pytest.mark.parametrize("name", ["run.warc.gz", "run.tar.gz"])
def test_what_the_store_has_lost_is_named_and_has_an_exit_code(
    home: Path, kept: Home, run: str, name: str
) -> None:
    lost = content_name(PLAIN.body)
    ContentStore(kept.cas).path(lost).unlink()
    done = run_command("trace", "export", run, name, home=home)
    assert done.code == 4
    assert lost in done.err.splitlines()[0]
    assert "not in the store" in done.out
    assert "CAREFUL: this trace does not verify (blob missing)." in done.err
    assert (home / name).is_file()


def test_what_can_not_become_a_warc_is_refused_in_one_sentence(
    home: Path, kept: Home, run: str
) -> None:
    notes = write_run(kept)
    for words, sentence in (
        ((notes, "x.warc"), f"Run {notes} fetched nothing, so there is no WARC to write.\n"),
        (
            (run, "x.zip", "--warc"),
            "x.zip is no name of a WARC file: end it in .warc.gz or .warc.\n",
        ),
    ):
        done = run_command("trace", "export", *words, home=home)
        assert (done.code, done.out, done.err) == (1, "", sentence)
    assert not list(home.glob("x*"))


def test_a_warc_is_no_export_and_who_checks_it_is_said(home: Path, run: str) -> None:
    run_command("trace", "export", run, "run.warc.gz", home=home)
    done = run_command("trace", "verify", "run.warc.gz", home=home)
    assert done.code == 10
    assert done.err == "run.warc.gz is a WARC file; `warcio check run.warc.gz` checks one.\n"
