"""Researchers whose results break the contract as a whole."""

from mcp.server.mcpserver.exceptions import ToolError

from contract import ResearchRequest
from tests.contract.broken.good import NOTES, GoodResearcher, Note, Result


class FailsUnderTightLimits(GoodResearcher):
    caught_by = "answers"

    def choose(self, request: ResearchRequest) -> tuple[Note, ...]:
        if request.constraints.max_sources == 1:
            raise ToolError("Something went wrong.")
        return super().choose(request)


class InventsAStopReason(GoodResearcher):
    caught_by = "result-valid"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "stop_reason": "felt_done"}


class LeavesTheTextToTheStructure(GoodResearcher):
    caught_by = "both-contents"

    def text(self, result: Result) -> str:
        return "See the structured content."


class NamesNoSourceInTheText(GoodResearcher):
    caught_by = "both-contents"

    def text(self, result: Result) -> str:
        return str(result["answer"])


class AnswersTooMuch(GoodResearcher):
    caught_by = "result-size"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "appendix": "x" * 600_000}


class FindsEvidenceForNonsense(GoodResearcher):
    caught_by = "no-evidence"

    def choose(self, request: ResearchRequest) -> tuple[Note, ...]:
        return NOTES[: request.constraints.max_sources]

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "gaps": [self.gap()]}


class CallsNoEvidenceAnError(GoodResearcher):
    caught_by = "no-evidence"

    def choose(self, request: ResearchRequest) -> tuple[Note, ...]:
        notes = super().choose(request)
        if not notes:
            raise ToolError("Nothing was found.")
        return notes

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "gaps": [self.gap()]}


class InventsAGapCategory(GoodResearcher):
    caught_by = "gaps-categorised"

    def gap(self) -> Result:
        return {**super().gap(), "category": "mystery"}


class LeadsFromNowhere(GoodResearcher):
    caught_by = "discovery-grounded"

    def lead(self) -> Result:
        return {**super().lead(), "source_locator": None}


class IsMoreThanCertain(GoodResearcher):
    caught_by = "confidence"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "confidence": 1.7}


class DoesNotExplainItsConfidence(GoodResearcher):
    caught_by = "confidence"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        return {**super().compose(request, notes, run), "confidence_factors": {}}
