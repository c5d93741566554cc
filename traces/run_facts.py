"""What of a run can be held against another run. Values only; `traces.facts_reader` fills them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from contract.result import ResearchResult


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of a source and where it stands in the stored text. `number` is the citation's in
    its answer, 0 for evidence. `text` is empty when the store has lost it."""

    locator: str
    start: int
    end: int
    text: str
    number: int = 0

    @property
    def document(self) -> str:
        """The locator without the part that says where in the document."""
        return self.locator.partition("#")[0]


@dataclass(frozen=True, slots=True)
class Opened:
    """A source that was opened. `text` is None when the store has lost it."""

    locator: str
    content_hash: str
    title: str
    text: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a run was asked, how it went about it, what it found and what it said. The facts of
    the researchers that it rests on are among its own."""

    run: str
    question: str
    context: str
    settings: Mapping[str, str]
    """Limits, depth, versions and settings by their dotted names."""
    plan: Mapping[str, tuple[str, ...]]
    leads: tuple[str, ...]
    evidence: tuple[Placed, ...]
    sources: Mapping[str, Opened]
    """By locator; of a source that was opened twice, the later reading."""
    ended: str
    """`complete`, `failed`, `cancelled`, or `unsealed`."""
    result: ResearchResult | None
    """None when the run came to no answer, or the answer is lost."""
