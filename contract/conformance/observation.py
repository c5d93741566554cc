"""Everything that a round of conformance calls saw, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from contract.conformance.loose import LooseCitation, LooseResult, loosely


class Probe(StrEnum):
    """The calls of one round. The value is how a sentence names the call."""

    EVIDENCE = "the question with evidence"
    NOTHING = "the nonsense question"
    LIMITED = "the call with tight limits"
    HURRIED = "the call with one second"
    LONG = "the 8,000-character question"
    EMPTY = "the empty question"
    UNKNOWN_ARGUMENT = "the unknown argument"
    UNKNOWN_CONSTRAINT = "the unknown constraint"
    OVERLONG = "the 8,001-character question"
    TWIN_A = "the first of two calls at once"
    TWIN_B = "the second of two calls at once"
    AFTER_CANCEL = "the call after a cancelled one"


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """The `research` tool as it is listed."""

    title: str | None
    description: str | None
    input_schema: Mapping[str, object]
    output_schema: Mapping[str, object] | None
    meta: Mapping[str, object]
    read_only: bool | None
    destructive: bool | None
    open_world: bool | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from one call. `failure` is a sentence when nothing did."""

    is_error: bool = False
    text: str = ""
    structured: object = None
    size_bytes: int = 0
    seconds: float = 0.0
    progress: tuple[float, ...] = ()
    links: tuple[str, ...] = ()
    """The addresses of the resources that the answer links to."""
    failure: str | None = None

    @property
    def result(self) -> LooseResult | None:
        """The result as far as it can be read; None for refusals and for what is no object."""
        if self.is_error or self.failure is not None:
            return None
        return loosely(self.structured)


@dataclass(frozen=True, slots=True)
class Cancellation:
    """What a cancelled call left behind. Times are in seconds."""

    started: bool
    """False when the call was over before it could be cancelled."""
    caller_free_after: float
    """How long the caller itself was held up after it had cancelled."""
    tools_listed_after: float | None
    """None when the server did not answer at all any more."""


@dataclass(frozen=True, slots=True)
class StrayOutput:
    """Lines on stdout that are no messages."""

    lines: int
    sample: str


@dataclass(frozen=True, slots=True)
class Observation:
    """One researcher, seen once."""

    tool: ToolFacts | None
    answers: Mapping[Probe, Answer] = field(default_factory=dict)
    trace: bytes | None = None
    trace_failure: str | None = None
    contents: Mapping[str, bytes] = field(default_factory=dict)
    """What `blob://` gave for each name asked for; absent when it gave nothing."""
    cancellation: Cancellation | None = None
    stray_output: StrayOutput | None = None
    """None when the transport is not stdio."""
    prompt_seconds: float = 5.0
    """What counts as promptly."""

    def answered(self) -> Iterator[tuple[Probe, Answer]]:
        """The calls that came back with something else than a refusal."""
        for probe, answer in self.answers.items():
            if answer.failure is None and not answer.is_error:
                yield probe, answer

    def results(self) -> Iterator[tuple[Probe, LooseResult]]:
        """The results that can be read."""
        for probe, answer in self.answered():
            result = answer.result
            if result is not None:
                yield probe, result

    def citations(self) -> Iterator[tuple[str, LooseCitation]]:
        """Every citation of every result, with words that say which one it is."""
        for probe, result in self.results():
            for number, citation in enumerate(result.citations, 1):
                yield f"[{number}] of {probe.value}", citation

    @property
    def evidence(self) -> LooseResult | None:
        """The result of the question with evidence, if it can be read."""
        answer = self.answers.get(Probe.EVIDENCE)
        return answer.result if answer is not None else None
