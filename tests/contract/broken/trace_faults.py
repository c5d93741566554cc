"""Researchers whose traces don't hold."""

from tests.contract.broken.good import GoodResearcher, Note, Result
from traces.sink import Action, TraceSink


class LinksToNoTrace(GoodResearcher):
    caught_by = "trace-linked"

    def links(self, result: Result) -> tuple[str, ...]:
        return ()


class HidesItsTraces(GoodResearcher):
    """Deletes each trace when the run is over; its stored content stays."""

    caught_by = "trace-readable"

    def deliver(self, result: Result) -> Result:
        self.home.trace(result["trace_id"]).unlink()
        return result


class NeverSeals(GoodResearcher):
    caught_by = "trace-chain"

    def keep(self, result: Result, trace: TraceSink) -> None:
        trace.record(Action.BUDGET, "There was no time to seal.", {"what": "time"})


class RewritesHistory(GoodResearcher):
    caught_by = "trace-chain"

    def deliver(self, result: Result) -> Result:
        path = self.home.trace(result["trace_id"])
        path.chmod(0o600)
        path.write_bytes(path.read_bytes().replace(b"Two notes were", b"Ten notes were"))
        return result


class ReadsInSecret(GoodResearcher):
    caught_by = "trace-evidence"

    def read(self, note: Note, trace: TraceSink) -> None:
        trace.put(note.text.encode())


class DeliversSomethingElse(GoodResearcher):
    caught_by = "trace-result"

    def deliver(self, result: Result) -> Result:
        return {**result, "confidence": result["confidence"] / 2}
