"""One round of conformance calls: which ones are made, in which order, and what is kept."""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import anyio
import mcp_types as types

from contract.conformance import Answer, Cancellation, Observation, Probe, StrayOutput, ToolFacts
from contract.conformance.call_checks import HURRIED_SECONDS, LIMITED_CONSTRAINTS, UNKNOWN_NAME
from contract.conformance.chain import BrokenChainError, read_chain
from contract.version import QUESTION_MAX_CHARS
from pi.conformance.calls import Arguments, Caller, Waits, cancel_a_call, seconds_to_list_tools
from pi.connection import ResearcherConnection
from pi.failure import ResearcherFailure

SAMPLE_QUESTION_KEY: Final = "marchwarden/sample-question"
"""Optional key in the tool's `_meta`: a question that the researcher can answer with evidence."""

_GENERAL_QUESTION: Final = "What is described here in most detail?"
_NONSENSE: Final = "Zqxvorb flimwattle Ghrunxpol sneevitate quobbledrix?"


class Round:
    """The steps still to take, and what was seen so far."""

    def __init__(self, question: str | None, waits: Waits) -> None:
        self._question = question or ""
        self._waits = waits
        self._caller = Caller()
        self._tool: ToolFacts | None = None
        self._answers: dict[Probe, Answer] = {}
        self._contents: dict[str, bytes] = {}
        self._trace: bytes | None = None
        self._trace_failure: str | None = None
        self._cancellation: Cancellation | None = None
        self._stray: StrayOutput | None = None
        self._steps: deque[Callable[[ResearcherConnection], Awaitable[None]]] = deque(
            (
                self._ask_questions,
                self._read_trace,
                self._read_contents,
                self._ask_for_refusals,
                self._ask_twice_at_once,
                self._cancel_a_call,
                self._read_contents,
            )
        )

    @property
    def is_over(self) -> bool:
        """Whether every step was taken, or given up."""
        return not self._steps

    async def go_on(self, connection: ResearcherConnection) -> None:
        """Take at least one step, and then more for as long as the connection lasts."""
        self._learn_tool(connection)
        while self._steps:
            await self._steps.popleft()(connection)
            if not connection.is_usable:
                break
        self._note_stray_output(connection)

    def give_up(self, sentence: str) -> None:
        """Record every call that was not made as one that failed."""
        self._steps.clear()
        for probe in Probe:
            self._answers.setdefault(probe, Answer(failure=f"not made: {sentence}"))

    def observation(self) -> Observation:
        """All that was seen."""
        return Observation(
            tool=self._tool,
            answers=self._answers,
            trace=self._trace,
            trace_failure=self._trace_failure,
            contents=self._contents,
            cancellation=self._cancellation,
            stray_output=self._stray,
            prompt_seconds=self._waits.prompt,
        )

    def _learn_tool(self, connection: ResearcherConnection) -> None:
        tool = connection.facts.research_tool
        if tool is None:
            self._steps.clear()
            return
        self._tool = _facts_of(tool)
        sample = self._tool.meta.get(SAMPLE_QUESTION_KEY)
        if not self._question:
            self._question = sample if isinstance(sample, str) else _GENERAL_QUESTION

    async def _ask_questions(self, connection: ResearcherConnection) -> None:
        await self._ask(connection, Probe.EVIDENCE)
        await self._ask(connection, Probe.NOTHING, question=_NONSENSE)
        await self._ask(connection, Probe.LIMITED, constraints=dict(LIMITED_CONSTRAINTS))
        await self._ask(connection, Probe.HURRIED, constraints={"max_seconds": HURRIED_SECONDS})
        long = _exactly(self._question, QUESTION_MAX_CHARS)
        await self._ask(connection, Probe.LONG, question=long)

    async def _ask_for_refusals(self, connection: ResearcherConnection) -> None:
        unknown = {"max_iterations": 1, UNKNOWN_NAME: "blue"}
        await self._ask(connection, Probe.EMPTY, question="  ")
        await self._ask(connection, Probe.UNKNOWN_ARGUMENT, **{UNKNOWN_NAME: "blue"})
        await self._ask(connection, Probe.UNKNOWN_CONSTRAINT, constraints=unknown)
        long = _exactly(self._question, QUESTION_MAX_CHARS + 1)
        await self._ask(connection, Probe.OVERLONG, question=long)

    async def _ask_twice_at_once(self, connection: ResearcherConnection) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._ask, connection, Probe.TWIN_A)
            tasks.start_soon(self._ask, connection, Probe.TWIN_B)

    async def _cancel_a_call(self, connection: ResearcherConnection) -> None:
        arguments: Arguments = {"question": self._question, "depth": "deep"}
        was_running, held = await cancel_a_call(connection, arguments, self._waits)
        listed = await seconds_to_list_tools(connection, 2 * self._waits.prompt)
        self._cancellation = Cancellation(was_running, held, listed)
        await self._ask(connection, Probe.AFTER_CANCEL)

    async def _ask(
        self, connection: ResearcherConnection, probe: Probe, **arguments: object
    ) -> None:
        """Call with the round's own question, unless the arguments name another."""
        seconds = self._waits.call
        if probe is Probe.AFTER_CANCEL and Probe.EVIDENCE in self._answers:
            seconds = 2 * self._answers[Probe.EVIDENCE].seconds + self._waits.prompt + 1
        whole: Arguments = {"question": self._question, **arguments}
        self._answers[probe] = await self._caller.ask(connection, whole, seconds)

    async def _read_trace(self, connection: ResearcherConnection) -> None:
        result = self._answers[Probe.EVIDENCE].result
        if result is None or not result.trace_id:
            return
        try:
            self._trace = await connection.read_trace(result.trace_id)
        except ResearcherFailure as failure:
            self._trace_failure = failure.sentence

    async def _read_contents(self, connection: ResearcherConnection) -> None:
        for name in self._wanted_contents():
            if name not in self._contents:
                content = await self._caller.read_blob(connection, name)
                if content is not None:
                    self._contents[name] = content

    def _wanted_contents(self) -> list[str]:
        cited = (citation.content_hash for _, citation in self.observation().citations())
        kept = _kept_result(self._trace) if self._trace is not None else None
        return list(dict.fromkeys(name for name in (*cited, kept) if name))

    def _note_stray_output(self, connection: ResearcherConnection) -> None:
        record = connection.stdio
        if record is None:
            return
        before = self._stray or StrayOutput(0, "")
        sample = before.sample or record.stray_sample
        self._stray = StrayOutput(before.lines + record.stray_lines, sample)


def _kept_result(trace: bytes) -> str | None:
    try:
        return read_chain(trace).answer
    except BrokenChainError:
        return None


def _facts_of(tool: types.Tool) -> ToolFacts:
    hints = tool.annotations or types.ToolAnnotations()
    return ToolFacts(
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        meta=tool.meta or {},
        read_only=hints.read_only_hint,
        destructive=hints.destructive_hint,
        open_world=hints.open_world_hint,
    )


def _exactly(question: str, length: int) -> str:
    """The question repeated to a length, with no white space at its end that trimming removes."""
    repeats = length // (len(question) + 1) + 1
    return " ".join([question] * repeats)[: length - 1].ljust(length - 1, ".") + "?"
