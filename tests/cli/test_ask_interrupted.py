"""Ctrl-C while the network is asked: once for an answer from what is there, twice for none."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from researchers.web.testing import LocalSite
from tests.cli.process import clean_environment, run_command

ROOT = Path(__file__).parents[2]
START = "from cli.main import main; main()"
SAYS = b"Stopping: answering from what is there"


@pytest.fixture(name="site")
def _site() -> Iterator[LocalSite]:
    with LocalSite() as site:
        site.site.drip("/slow", seconds_per_byte=1.0)
        yield site


def asked(home: Path, site: LocalSite) -> "subprocess.Popen[bytes]":
    """An `ask` that waits for a page which does not come."""
    notes = str(ROOT / "examples" / "notes")
    page = site.site.url("/slow")
    flags = ("--notes", notes, "--url", page, "--allow-host", site.host_port)
    process = subprocess.Popen(
        [sys.executable, "-c", START, "ask", *flags, "When was the oven last serviced?"],
        cwd=home,
        env=clean_environment(home, PYTHONPATH=str(ROOT)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    site.until_asked("/slow", 30)
    return process


def test_once_answers_from_what_is_there_and_seals(tmp_path: Path, site: LocalSite) -> None:
    process = asked(tmp_path, site)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=30)
    assert SAYS in said
    assert b"Ended with cancelled" in out
    assert process.returncode in (0, 4, 6)  # by what had come until then
    assert run_command("trace", "verify", "last", home=tmp_path).code == 0


def test_twice_stops_now_and_the_trace_says_so(tmp_path: Path, site: LocalSite) -> None:
    process = asked(tmp_path, site)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    heard = b""
    while SAYS not in heard:
        heard += process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=30)
    if process.returncode == 130:  # the second one came before the answer was there
        assert out == b""
        assert b"Interrupted." in said
    listed = run_command("trace", "list", home=tmp_path).out
    assert "unsealed" not in listed
