"""An honest researcher's evidence: one note, a result that cites it, a sealed trace of each run."""

import base64
import json
from typing import Final
from urllib.parse import parse_qs, urlsplit

from pi.testing.wire import Message
from traces.digest import PREFIX, content_name
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.sink import Action, SealStatus

NOTE: Final = "# Rye\n\nA hardy corn. Rye is sown in September. It stands the winter well.\n"
SENTENCE: Final = "Rye is sown in September."
LOCATOR: Final = "note://field/rye.md"


class FieldNotes:
    """Answers, and gives the records of what it answered. Each answer is a run of its own."""

    def __init__(self) -> None:
        self.traces: dict[str, bytes] = {}
        self.contents: dict[str, bytes] = {}

    def result(self) -> Message:
        """A result in which all is true, and whose records can be read."""
        trace = MemoryTrace(by="field-notes")
        trace.record(Action.OPEN, "A question came.", {"question": "When is rye sown?"})
        note = trace.put(NOTE.encode())
        read = {"path": "field/rye.md", "locator": LOCATOR, "content_hash": note}
        length = len(NOTE.encode())
        trace.record(Action.READ_FILE, "Read the note.", {**read, "content_length": length})
        result = result_of(trace.run)
        spelt = json.dumps(result).encode()
        answer = trace.put(spelt)
        ended = {"answer_status": "ok", "stop_reason": "enough_evidence", "result": answer}
        trace.record(Action.ANSWER, "The note answers it.", ended)
        trace.seal(SealStatus.COMPLETE, answer_hash=answer)
        self.traces[trace.run] = trace.jsonl
        self.contents.update({note: NOTE.encode(), answer: spelt})
        return result

    def record(self, uri: str) -> bytes | None:
        """What `trace://…` and `blob://…` stand for, or the part of it that is asked for."""
        address = urlsplit(uri)
        if address.scheme == "trace":
            stored = self.traces.get(address.netloc)
        else:
            stored = self.contents.get(PREFIX + address.netloc)
        wanted = {key: int(values[0]) for key, values in parse_qs(address.query).items()}
        start = wanted.get("start", 0)
        return stored and stored[start : start + wanted.get("length", len(stored))]


def resource(uri: str, content: bytes) -> Message:
    """The answer to `resources/read`."""
    return {"contents": [{"uri": uri, "blob": base64.b64encode(content).decode()}]}


def result_of(run: str | None = None) -> Message:
    """The result of a run that read the note."""
    start = NOTE.index(SENTENCE)
    return {
        "contract_version": "v1",
        "answer": f"{SENTENCE} [1]",
        "citations": [
            {
                "source": "note",
                "locator": LOCATOR,
                "raw_excerpt": SENTENCE,
                "confidence": 0.5,
                "content_hash": content_name(NOTE.encode()),
                "char_start": start,
                "char_end": start + len(SENTENCE),
            }
        ],
        "confidence": 0.5,
        "confidence_factors": {
            "num_corroborating_sources": 1,
            "source_authority": "low",
            "contradiction_detected": False,
            "query_specificity_match": 1.0,
            "budget_exhausted": False,
        },
        "cost_metadata": {
            "tokens_used": 0,
            "iterations_run": 1,
            "wall_time_sec": 0.0,
            "budget_exhausted": False,
        },
        "trace_id": run or new_run_id(),
        "stop_reason": "enough_evidence",
        "answer_status": "ok",
    }
