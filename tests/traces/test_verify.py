"""What `verify_trace` finds, beyond what flipping bits shows (see tests/soak)."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract import Citation
from contract.version import CUT_MARK, NON_TEXT_EXCERPT
from tests.traces.forging import chained, plant, values_of
from tests.traces.runs import (
    EXCERPT,
    LOCATOR,
    NOTE,
    record_answer,
    record_read,
    result_of,
    write_run,
)
from traces.account import account_of
from traces.clock import ScriptedClock
from traces.export import export_trace
from traces.home import Home
from traces.ids import new_run_id
from traces.listing import list_traces
from traces.reader import read_bytes
from traces.render import render_text
from traces.sink import Action, JsonValue, SealStatus
from traces.store import ContentStore
from traces.verification import Verification, VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter

RUN = "6b1ba3a6-6a33-4b54-9a0a-0d9c2c1f6d11"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def new_writer(home: Home, run: str = RUN, by: str = "local-brain") -> TraceWriter:
    writer = TraceWriter.create(home, run=run, by=by, clock=ScriptedClock())
    writer.record(Action.OPEN, "A question came in.", {"question": "How hot?"})
    return writer


def sentences(verdict: Verification) -> str:
    return " ".join(finding.sentence for finding in verdict.findings)


def answered_with(home: Home, **changes: object) -> Verification:
    """The verdict on a run whose one citation was changed before it was recorded."""
    with new_writer(home) as writer:
        result = result_of(RUN, record_read(writer))
        fields = result.citations[0].model_dump() | changes
        citation = Citation.model_construct(**fields)
        stored = record_answer(writer, result.model_copy(update={"citations": (citation,)}))
        writer.seal(SealStatus.COMPLETE, answer_hash=stored)
    return verify_trace(home, RUN)


def test_a_whole_run_is_ok_and_says_what_was_checked(home: Home) -> None:
    verdict = verify_trace(home, write_run(home, RUN), read_data=True)
    assert verdict.status is VerifyStatus.OK
    assert (verdict.exit_code, verdict.findings, verdict.notes) == (0, (), ())
    assert (verdict.lines, verdict.contents, verdict.citations) == (12, 3, 1)
    assert verdict.end is not None
    assert verdict.end.encode() in home.heads.read_bytes()


@pytest.mark.parametrize("run", [RUN, "", "../../etc/passwd", "x" * 10_000])
def test_a_trace_that_is_not_there_is_not_found(home: Home, run: str) -> None:
    assert verify_trace(home, run).exit_code == 10


def test_a_removed_trace_is_missed_by_the_heads(home: Home) -> None:
    write_run(home, RUN)
    home.trace(RUN).unlink()
    verdict = verify_trace(home, RUN)
    assert verdict.status is VerifyStatus.NOT_FOUND
    assert "its file is gone" in sentences(verdict)


def test_a_run_without_a_seal_is_unsealed(home: Home) -> None:
    new_writer(home).close()
    assert verify_trace(home, RUN).exit_code == 3


def test_a_seal_that_the_heads_do_not_know_is_not_enough(home: Home) -> None:
    write_run(home, RUN)
    home.heads.unlink()
    assert verify_trace(home, RUN).status is VerifyStatus.UNSEALED


def test_a_forged_trace_with_every_hash_right_differs_from_its_head(home: Home) -> None:
    write_run(home, RUN)
    values = values_of(home, RUN)
    values[1]["decision"] = "Another decision."
    home.trace(RUN).write_bytes(chained(RUN, values))
    verdict = verify_trace(home, RUN)
    assert verdict.status is VerifyStatus.TAMPERED
    assert sentences(verdict) == "The seal is not the one that heads.jsonl knows for this trace."


def test_a_forger_who_writes_the_heads_as_well_is_the_known_limit(home: Home) -> None:
    """Why docs/traces.md tells people to keep a copy of the head: nothing in the home can help."""
    write_run(home, RUN)
    values = values_of(home, RUN)
    values[1]["decision"] = "Another decision."
    before = verify_trace(home, RUN).end
    plant(home, RUN, chained(RUN, values))
    verdict = verify_trace(home, RUN)
    assert verdict.status is VerifyStatus.OK
    assert verdict.end != before


def test_another_run_put_in_its_place_is_found(home: Home) -> None:
    other = write_run(home)
    write_run(home, RUN)
    home.trace(RUN).write_bytes(read_bytes(home, other))
    assert verify_trace(home, RUN).status is VerifyStatus.TAMPERED


def test_a_head_taken_out_of_the_middle_is_found(home: Home) -> None:
    runs = [write_run(home) for _ in range(3)]
    lines = home.heads.read_bytes().splitlines(keepends=True)
    home.heads.write_bytes(lines[0] + lines[2])
    assert verify_trace(home, runs[0]).status is VerifyStatus.TAMPERED


def test_missing_content_is_told_with_its_step(home: Home) -> None:
    write_run(home, RUN)
    store = ContentStore(home.cas)
    name = store.put(NOTE.encode())
    store.path(name).unlink()
    verdict = verify_trace(home, RUN)
    assert verdict.exit_code == 4
    assert 3 in {finding.step for finding in verdict.findings}


def test_cited_content_is_hashed_even_when_not_asked_for(home: Home) -> None:
    write_run(home, RUN)
    store = ContentStore(home.cas)
    path = store.path(store.put(NOTE.encode()))
    path.chmod(0o600)
    path.write_bytes(NOTE.replace("40 minutes", "90 minutes").encode())
    assert verify_trace(home, RUN).exit_code == 4


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"char_start": 0, "char_end": 30}, "does not stand in the stored text"),
        ({"char_start": 0, "char_end": 0}, "does not stand in the stored text"),
        ({"char_end": 10_000}, "does not stand in the stored text"),
        ({"char_start": None}, "does not stand in the stored text"),
        ({"raw_excerpt": EXCERPT.upper()}, "does not stand in the stored text"),
        ({"content_hash": None}, "names no stored content"),
        ({"content_hash": "sha256:" + "0" * 64}, "never opened"),
        ({"locator": "note://kitchen/other.md"}, "another place"),
        ({"locator": LOCATOR + ".old"}, "another place"),
    ],
)
def test_a_citation_that_does_not_hold_is_found(
    home: Home, changes: dict[str, object], says: str
) -> None:
    verdict = answered_with(home, **changes)
    assert verdict.exit_code in (1, 4)
    assert says in sentences(verdict)


@pytest.mark.parametrize(
    "changes",
    [
        {"raw_excerpt": EXCERPT + CUT_MARK},
        {"raw_excerpt": NON_TEXT_EXCERPT, "char_start": None, "char_end": None},
        {"locator": LOCATOR},
    ],
)
def test_a_citation_that_holds_in_another_way_is_ok(home: Home, changes: dict[str, object]) -> None:
    assert answered_with(home, **changes).status is VerifyStatus.OK


def test_a_place_whose_name_holds_a_key_is_still_the_place(home: Home) -> None:
    place = "note://kitchen/sk-proj-" + "a1B2" * 8 + ".md"
    with new_writer(home) as writer:
        note = record_read(writer, place)
        result = result_of(RUN, note)
        citation = result.citations[0].model_copy(update={"locator": f"{place}#Sourdough"})
        stored = record_answer(writer, result.model_copy(update={"citations": (citation,)}))
        writer.seal(SealStatus.COMPLETE, answer_hash=stored)
    assert verify_trace(home, RUN).status is VerifyStatus.OK


def test_an_answer_of_another_run_is_found(home: Home) -> None:
    with new_writer(home) as writer:
        stored = record_answer(writer, result_of(new_run_id(), record_read(writer)))
        writer.seal(SealStatus.COMPLETE, answer_hash=stored)
    assert "belongs to another run" in sentences(verify_trace(home, RUN))


def test_a_seal_over_another_answer_is_found(home: Home) -> None:
    with new_writer(home) as writer:
        note = record_read(writer)
        record_answer(writer, result_of(RUN, note))
        writer.seal(SealStatus.COMPLETE, answer_hash=note)
    assert "another answer" in sentences(verify_trace(home, RUN))


def network(home: Home, *, failure: str | None = None) -> tuple[str, str]:
    """A principal investigator's run over one child's. Returns both ids."""
    child = write_run(home)
    with new_writer(home, by="pi") as writer:
        data: dict[str, JsonValue] = {"researcher": "local-brain", "question": "How hot?"}
        writer.record(Action.DISPATCH, "Asked the notes.", data)
        writer.record(
            Action.RECEIVE,
            "An answer came.",
            {"researcher": "local-brain", "child": child, "failure": failure},
        )
        note = writer.put(NOTE.encode())
        stored = record_answer(writer, result_of(RUN, note))
        writer.seal(SealStatus.COMPLETE, answer_hash=stored)
    return RUN, child


def test_what_a_child_opened_may_be_cited(home: Home) -> None:
    parent, child = network(home)
    verdict = verify_trace(home, parent)
    assert verdict.status is VerifyStatus.OK
    assert [one.run for one in verdict.children] == [child]


def test_a_tampered_child_spoils_its_parent(home: Home) -> None:
    parent, child = network(home)
    home.trace(child).write_bytes(read_bytes(home, child).replace(b"query", b"guess", 1))
    verdict = verify_trace(home, parent)
    assert verdict.status is VerifyStatus.TAMPERED
    assert child in sentences(verdict)


def test_a_child_that_was_sealed_here_must_be_here(home: Home) -> None:
    parent, child = network(home)
    home.trace(child).unlink()
    assert verify_trace(home, parent).exit_code == 4


def test_a_child_that_lives_elsewhere_is_a_note(home: Home) -> None:
    parent, child = network(home)
    home.trace(child).unlink()
    heads = home.heads.read_bytes().splitlines()
    values = values_of(home, parent)
    assert len(heads) == 2
    plant(home, parent, chained(parent, values))
    verdict = verify_trace(home, parent)
    assert verdict.status is VerifyStatus.OK
    assert child in verdict.notes[0]


def test_a_child_that_died_is_no_surprise_when_its_failure_was_told(home: Home) -> None:
    child = new_run_id()
    new_writer(home, child).close()
    with new_writer(home, by="pi") as writer:
        data: dict[str, JsonValue] = {"researcher": "web", "child": child, "failure": "It died."}
        writer.record(Action.RECEIVE, "No answer came.", data)
        writer.seal(SealStatus.FAILED)
    verdict = verify_trace(home, RUN)
    assert verdict.status is VerifyStatus.OK
    assert "unsealed" in verdict.notes[0]


def test_traces_that_name_each_other_in_a_circle_end(home: Home) -> None:
    other = new_run_id()
    for one, child in ((RUN, other), (other, RUN)):
        with new_writer(home, one, by="pi") as writer:
            data: dict[str, JsonValue] = {"researcher": "web", "child": child}
            writer.record(Action.RECEIVE, "An answer came.", data)
            writer.seal(SealStatus.COMPLETE)
    verdict = verify_trace(home, RUN)
    assert verdict.status is VerifyStatus.TAMPERED
    assert "circle" in sentences(verdict.children[0].children[0])


def test_a_pipe_in_the_place_of_a_trace_does_not_block(home: Home) -> None:
    write_run(home, RUN)
    home.trace(RUN).unlink()
    os.mkfifo(home.trace(RUN))
    assert verify_trace(home, RUN).status is VerifyStatus.TAMPERED


def test_a_folder_in_the_place_of_a_file_is_a_verdict(home: Home) -> None:
    write_run(home, RUN)
    home.heads.unlink()
    home.heads.mkdir()
    assert verify_trace(home, RUN).status is VerifyStatus.TAMPERED


odd = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 2**53)
    | st.text(max_size=8)
    | st.sampled_from(["sha256:" + "0" * 64, RUN, "open", "seal", "answer", "receive"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["content_hash", "content_length", "result", "child", "status", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_forged_line_of_any_kind_is_judged_by_the_rules(home: Home, data: st.DataObject) -> None:
    """Well chained lines that hold odd values: a verdict every time, and by a rule, never by the
    last resort for the verifier's own failures. Who only reads such a trace does not fail."""
    if not home.trace(RUN).exists():
        write_run(home, RUN)
        (home.path / "kept").write_bytes(read_bytes(home, RUN))
    home.trace(RUN).write_bytes((home.path / "kept").read_bytes())
    values = values_of(home, RUN)
    line = values[data.draw(st.integers(0, len(values) - 1))]
    inside = line["data"]
    if isinstance(inside, dict) and data.draw(st.booleans()):
        key = data.draw(st.sampled_from([*inside, "details", "child", "result"]))
        line["data"] = {**inside, key: data.draw(odd)}
    else:
        line[data.draw(st.sampled_from(sorted(line)))] = data.draw(odd)
    plant(home, RUN, chained(RUN, values))
    verdict = verify_trace(home, RUN)
    assert "could not be checked" not in sentences(verdict)
    assert render_text(account_of(home, RUN)).startswith(f"Trace {RUN}")
    assert [one.run for one in list_traces(home)] == [RUN]
    export_trace(home, RUN, home.path / "export")
    shutil.rmtree(home.path / "export")
