"""The independent reader of traces agrees with the writer, and with nothing else."""

import json
from collections.abc import Iterator

import pytest

from contract.conformance.chain import BrokenChainError, read_chain
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.sink import Action, JsonValue, SealStatus


def a_trace(status: SealStatus = SealStatus.COMPLETE) -> MemoryTrace:
    trace = MemoryTrace(run=new_run_id(), by="local-brain")
    trace.record(Action.OPEN, "It was asked.", {"question": "When is rye sown?"})
    name = trace.put(b"Rye is sown in September.")
    read: dict[str, JsonValue] = {"path": "rye.md", "content_hash": name, "content_length": 25}
    trace.record(Action.READ_FILE, "A note was read.", read)
    result = trace.put(b"{}")
    ends: dict[str, JsonValue] = {
        "result": result,
        "answer_status": "ok",
        "stop_reason": "enough_evidence",
    }
    trace.record(Action.ANSWER, "It was answered.", ends)
    trace.seal(status, answer_hash=result)
    return trace


def test_a_written_trace_is_whole_and_says_what_was_read() -> None:
    trace = a_trace()
    facts = read_chain(trace.jsonl)
    assert (facts.run, facts.status, facts.question) == (trace.run, "complete", "When is rye sown?")
    assert facts.read == {trace.put(b"Rye is sown in September.")}
    assert facts.answer == trace.put(b"{}")


def test_a_cancelled_trace_is_whole_too() -> None:
    assert read_chain(a_trace(SealStatus.CANCELLED).jsonl).status == "cancelled"


def _changed(lines: list[bytes]) -> Iterator[bytes]:
    for place in range(len(lines)):
        yield b"".join(lines[:place] + lines[place + 1 :])
        yield b"".join(lines[: place + 1] + lines[place:])
    for place in range(len(lines) - 1):
        swapped = [*lines]
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        yield b"".join(swapped)


def test_no_line_can_be_left_out_doubled_or_moved() -> None:
    for changed in _changed(a_trace().jsonl.splitlines(keepends=True)):
        with pytest.raises(BrokenChainError):
            read_chain(changed)


def test_no_bit_can_be_flipped() -> None:
    whole = a_trace().jsonl
    for place in range(0, len(whole), 3):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << place % 8
        with pytest.raises(BrokenChainError):
            read_chain(bytes(flipped))


def test_no_byte_can_be_cut_off() -> None:
    whole = a_trace().jsonl
    for length in range(0, len(whole), 7):
        with pytest.raises(BrokenChainError):
            read_chain(whole[:length])


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"[" * 100_000 + b"\n\n",
        b"\xff\xfe\n{}\n",
        b'{"v":NaN}\n{}\n',
        b"9" * 5_000 + b"\n{}\n",
        json.dumps({"end": 1, "n": 0}).encode() + b"\n" + b"{}\n",
    ],
)
def test_junk_is_one_sentence_and_never_a_crash(junk: bytes) -> None:
    with pytest.raises(BrokenChainError):
        read_chain(junk)
