"""Researchers that treat calls wrongly: limits, refusals, progress, cancelling, two at once."""

import os
from collections.abc import Mapping
from typing import Any

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from contract import ResearchRequest
from serving.progress import Progress, ProgressEvent
from tests.contract.broken.good import NOTES, GoodResearcher, Note, Result
from traces.home import Home


class RunsThreePasses(GoodResearcher):
    caught_by = "limit-iterations"

    def cost(self, opened: int) -> Result:
        return {**super().cost(opened), "iterations_run": 3}


class CitesMoreSourcesThanAllowed(GoodResearcher):
    caught_by = "limit-sources"

    def choose(self, request: ResearchRequest) -> tuple[Note, ...]:
        return NOTES if super().choose(request) else ()


class SpendsWhatItDoesNotHave(GoodResearcher):
    caught_by = "limit-tokens"

    def cost(self, opened: int) -> Result:
        return {**super().cost(opened), "tokens_used": 50}


class HasAllTheTimeInTheWorld(GoodResearcher):
    caught_by = "limit-seconds"

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        await super().work(request, progress)
        if request.constraints.max_seconds is not None:
            await anyio.sleep(request.constraints.max_seconds + 2.2)


class TakesAnEmptyQuestion(GoodResearcher):
    caught_by = "refuse-empty"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        if not arguments["question"].strip():
            arguments = {**arguments, "question": "rye"}
        return super().parse(arguments)


class DropsUnknownArguments(GoodResearcher):
    caught_by = "refuse-argument"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        known = ResearchRequest.model_fields
        return super().parse({k: v for k, v in arguments.items() if k in known})


class DropsUnknownConstraints(GoodResearcher):
    caught_by = "refuse-constraint"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        constraints = arguments.get("constraints", {})
        kept = {k: v for k, v in constraints.items() if k.startswith(("max_", "token_"))}
        return super().parse({**arguments, "constraints": kept})


class DumpsItsValidator(GoodResearcher):
    caught_by = "refuse-overlong"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        try:
            return super().parse(arguments)
        except ToolError as error:
            if len(arguments["question"]) > 8_000:
                raise ToolError(f"1 validation error\n{error}\n[input_value='xx']") from error
            raise


class MasksItsRefusals(GoodResearcher):
    caught_by = "refuse-argument"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        if arguments.keys() - ResearchRequest.model_fields.keys():
            raise ToolError("An error occurred.")
        return super().parse(arguments)


class StopsReadingAtHalf(GoodResearcher):
    caught_by = "long-question"

    def parse(self, arguments: Mapping[str, Any]) -> ResearchRequest:
        request = super().parse(arguments)
        if len(request.question) > 4_000:
            raise ToolError("This question is too long.")
        return request


class MarksTime(GoodResearcher):
    caught_by = "progress"

    def notifier(self, context: Context[Any, Any]) -> Progress:
        async def repeat(event: ProgressEvent) -> None:
            await context.report_progress(1, 3, event.message)

        return repeat


class WorksOnInSilence(GoodResearcher):
    caught_by = "progress"

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        """Reports nothing."""


class CannotBeStopped(GoodResearcher):
    """A cancelled call goes on, and the next one has to wait for it."""

    caught_by = "cancellation"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._turn = anyio.Lock()

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        async with self._turn:
            await super().work(request, progress)
            if request.depth == "deep":
                with anyio.CancelScope(shield=True):
                    await anyio.sleep(2.5)


class DiesWhenCancelled(GoodResearcher):
    """Ends its process; only to be served over a transport of its own."""

    caught_by = "cancellation"

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        try:
            await super().work(request, progress)
            if request.depth == "deep":
                await anyio.sleep(60)
        except anyio.get_cancelled_exc_class():
            os._exit(7)


class ServesOneAtATime(GoodResearcher):
    caught_by = "concurrency"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._busy = False

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        if self._busy:
            raise ToolError("Busy with another question.")
        self._busy = True
        try:
            await super().work(request, progress)
            await anyio.sleep(0.05)
        finally:
            self._busy = False


class SharesItsTraceId(GoodResearcher):
    """Two calls at once answer with the same trace; one after the other they do not."""

    caught_by = "concurrency"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._running = 0
        self._shared: str | None = None

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        await super().work(request, progress)
        await anyio.sleep(0.05)

    async def run(self, request: ResearchRequest, progress: Progress) -> Result:
        self._running += 1
        try:
            result = await super().run(request, progress)
            if self._running == 1 and self._shared is None:
                return result
            self._shared = self._shared or str(result["trace_id"])
            return {**result, "trace_id": self._shared}
        finally:
            self._running -= 1
            if self._running == 0:
                self._shared = None


class TalksOnStdout(GoodResearcher):
    """Prints beside its messages; only to be served over stdio."""

    caught_by = "stdout-clean"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._stdout = os.dup(1)

    async def work(self, request: ResearchRequest, progress: Progress) -> None:
        os.write(self._stdout, b"DEBUG: thinking about rye\n")
        await super().work(request, progress)
