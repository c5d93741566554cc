"""What a run knows so far. One mutable value, owned by one run."""

from collections import Counter
from dataclasses import dataclass, field

from contract import GapCategory, ResearchRequest
from evidence.documents import Document, Refusal
from evidence.judge import Judgement
from evidence.plan import QueryPlan
from evidence.rows import ScoredRow
from researchers.loop.budget import Budget
from researchers.loop.leads import Lead
from serving.progress import Progress, ProgressEvent


@dataclass(slots=True)
class RunState:
    """The scratchpad of one call: what was tried, found, rejected, and why it stopped.

    `rows` are in the order in which they enter an answer: the first pass's by rank, then what
    later passes added. `weights` are the source's inverse document frequencies.
    """

    request: ResearchRequest
    plan: QueryPlan
    budget: Budget
    progress: Progress
    rows: list[ScoredRow] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    leads: tuple[Lead, ...] = ()
    """The leads of the current pass, until rows are made of them."""
    read: tuple[Lead, ...] = ()
    """The leads of all passes whose documents were opened and looked into."""
    unread: tuple[Lead, ...] = ()
    """Leads to whole documents that no pass has asked for yet, best first."""
    goes_on: bool = False
    """Whether the current pass goes on with the leads of the one before."""
    tried: set[str] = field(default_factory=set)
    """Keys of documents that were asked for, opened or not."""
    weights: dict[str, float] = field(default_factory=dict)
    weighs_terms: bool = False
    """Whether the source itself says how rare a term is."""
    refusals: list[Refusal] = field(default_factory=list)
    unsearched: list[Refusal] = field(default_factory=list)
    """Why the source could not be searched at all; empty as soon as one search was answered."""
    kept_out: dict[str, str] = field(default_factory=dict)
    """Keys of opened documents that may not be quoted, each with the reason."""
    per_site: Counter[str] = field(default_factory=Counter)
    """How many documents of each site were asked for."""
    failures: list[str] = field(default_factory=list)
    judgement: Judgement | None = None
    first_pass_rows: int = 0
    finds_new: bool = True
    """Whether the latest pass brought a document that was not there before."""
    searched: int | None = None
    incomplete: str | None = None
    """Why the source does not know all that it holds yet: its own time ran out."""
    timed_out: bool = False
    stopped_by_passes: bool = False
    trace_kept: bool = True
    steps: int = 0

    @property
    def may_retry(self) -> bool:
        """Whether a pass is left, and the latest retry, if there was one, brought anything new."""
        goes_on = self.budget.passes < 2 or self.finds_new
        return self.budget.may_retry and goes_on and not self.unsearched

    @property
    def out_of_time(self) -> bool:
        """Whether time ended before all that was asked for had come."""
        short = (refusal.category == GapCategory.BUDGET_EXHAUSTED for refusal in self.refusals)
        return self.timed_out or any(short)

    @property
    def quotable(self) -> list[ScoredRow]:
        """The rows without those of documents that are kept out, in order."""
        return [row for row in self.rows if row.row.document.key not in self.kept_out]

    async def say(self, message: str) -> None:
        """Report one step to the caller."""
        self.steps += 1
        await self.progress(ProgressEvent(self.steps, message))
