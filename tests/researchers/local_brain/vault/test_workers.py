"""Parsing in processes: order, hostile files, dying workers."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from researchers.local_brain.index.protocol import NoteKey
from researchers.local_brain.limits import ReadLimits
from researchers.local_brain.parse_outcome import (
    FileTask,
    Indexable,
    Outcome,
    Unchanged,
    Unreadable,
)
from researchers.local_brain.safe_open import state_of
from researchers.local_brain.workers import ParsingStopped, WorkerPool
from researchers.reading.formats import format_of
from researchers.reading.frames import FrameError, FrameReader, frame
from tests.researchers.local_brain.vault.hostile import (
    ARTICLE,
    double_flate_pdf,
    many_attributes,
    text_pdf,
    write,
)

FEW_SECONDS = ReadLimits(seconds=2.0)


def task(root: Path, path: str, known_hash: str = "") -> FileTask:
    form = format_of(path)
    assert form is not None
    return FileTask(root, NoteKey("v", path), form, state_of((root / path).stat()), known_hash)


def tasks_of(root: Path) -> list[FileTask]:
    return [task(root, path.name) for path in sorted(root.iterdir())]


def parse_all(root: Path, limits: ReadLimits = FEW_SECONDS) -> dict[str, Outcome]:
    with WorkerPool(limits) as pool:
        return {one.key.path: outcome for one, outcome in pool.parse(tasks_of(root))}


def indexed(outcome: Outcome) -> Indexable:
    assert isinstance(outcome, Indexable), outcome
    return outcome


def test_outcomes_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    write(tmp_path, **{f"n{number:03}": f"Note {number}" for number in range(150)})
    tasks = tasks_of(tmp_path)
    with WorkerPool(FEW_SECONDS) as pool:
        found = list(pool.parse(tasks))
    assert [one for one, _ in found] == tasks
    assert [indexed(o).record.path for _, o in found] == [one.key.path for one in tasks]


def test_a_worker_parses_all_formats(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(text_pdf("Rhubarb one", "", "Rhubarb three", title="Plants"))
    (tmp_path / "b.html").write_text(ARTICLE)
    (tmp_path / "c.txt").write_text("Plain rhubarb")
    found = parse_all(tmp_path)
    pdf = indexed(found["a.pdf"]).record
    assert (pdf.title, pdf.modified) == ("Plants", "2024-01-31")
    assert [row.fragment for row in pdf.passages] == ["page=1", "page=3"]
    html = indexed(found["b.html"]).record
    assert html.title == "Growing rhubarb"
    assert "cold garden" not in html.title
    assert "copyright" not in html.passages[-1].body_terms
    assert indexed(found["c.txt"]).record.title == "c"


def test_a_file_that_can_not_be_parsed_is_a_reason(tmp_path: Path) -> None:
    (tmp_path / "binary.md").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4\nnothing")
    (tmp_path / "empty.md").write_bytes(b"\xef\xbb\xbf \n")
    (tmp_path / "noise.html").write_text("<html><body></body></html>")
    (tmp_path / "scan.pdf").write_bytes(text_pdf("", ""))
    reasons = {
        path: outcome.reason
        for path, outcome in parse_all(tmp_path).items()
        if isinstance(outcome, Unreadable)
    }
    assert reasons == {
        "binary.md": "binary data, not text",
        "broken.pdf": "broken PDF",
        "empty.md": "empty file",
        "noise.html": "no readable text in the page",
        "scan.pdf": "PDF without a text layer (scanned?)",
    }


def test_a_file_whose_content_is_known_is_not_parsed(tmp_path: Path) -> None:
    write(tmp_path, a="Rhubarb")
    digest = indexed(parse_all(tmp_path)["a.md"]).record.file_hash
    with WorkerPool(FEW_SECONDS) as pool:
        ((_, outcome),) = pool.parse([task(tmp_path, "a.md", digest)])
    assert isinstance(outcome, Unchanged)


def test_a_bomb_costs_its_time_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "bomb.html").write_bytes(many_attributes())
    write(tmp_path, a="Rhubarb", c="Custard")
    found = parse_all(tmp_path)
    bomb = found["bomb.html"]
    assert isinstance(bomb, Unreadable)
    assert "killed after" in bomb.reason
    assert bomb.state == state_of((tmp_path / "bomb.html").stat())
    assert {type(found["a.md"]), type(found["c.md"])} == {Indexable}


def test_a_pdf_that_swells_is_stopped_by_the_memory_limit(tmp_path: Path) -> None:
    (tmp_path / "bomb.pdf").write_bytes(double_flate_pdf())
    (tmp_path / "good.pdf").write_bytes(text_pdf("Rhubarb"))
    found = parse_all(tmp_path)
    bomb = found["bomb.pdf"]
    assert isinstance(bomb, Unreadable)
    assert "parser" in bomb.reason
    assert isinstance(found["good.pdf"], Indexable)


def test_a_worker_that_is_killed_costs_no_file(tmp_path: Path) -> None:
    """As the system does when memory runs out. The batch is taken apart and tried again."""
    write(tmp_path, **{f"n{number:03}": f"Note {number}" for number in range(90)})
    before = children()
    killed: set[int] = set()

    def kill_once() -> bool:
        if not killed:
            killed.update(children() - before)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
        return False

    with WorkerPool(FEW_SECONDS) as pool:
        found = [outcome for _, outcome in pool.parse(tasks_of(tmp_path), kill_once)]
    assert killed
    assert len(found) == 90
    assert {type(outcome) for outcome in found} == {Indexable}


def children() -> set[int]:
    """The processes that this one has started."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(pid) for one in lists for pid in one.read_text().split()}


def test_a_stop_ends_the_work_at_once(tmp_path: Path) -> None:
    (tmp_path / "bomb.html").write_bytes(many_attributes())
    started = time.monotonic()
    with pytest.raises(ParsingStopped), WorkerPool(ReadLimits(seconds=60)) as pool:
        list(pool.parse(tasks_of(tmp_path), stopped=after(1.0)))
    assert time.monotonic() - started < 20


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def test_a_message_that_names_a_class_is_refused() -> None:
    reader = FrameReader()
    reader.feed(frame(("a", 1, b"c", None)))
    assert reader.next() == ("a", 1, b"c", None)
    reader.feed(frame(Path("x")))
    with pytest.raises(FrameError, match="names pathlib"):
        reader.next()


def test_a_message_that_arrives_in_pieces_is_put_together() -> None:
    reader = FrameReader()
    for byte in frame(("whole", 42)):
        assert reader.next() is None
        reader.feed(bytes([byte]))
    assert reader.next() == ("whole", 42)
    reader.feed(b"\xff" * 16)
    with pytest.raises(FrameError):
        reader.next()
