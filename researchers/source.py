"""The one thing a new researcher implements. The loop owns everything else.

A hit is a lead, never evidence; only an opened document is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from evidence.documents import Document, Hit, Refusal
from evidence.plan import Query
from traces.sink import TraceSink


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The answer to one query: hits in rank order, and what the source knows about the terms.

    `term_weights` maps each analysed query term to its inverse document frequency in the source
    (a term that the source does not hold at all has the weight of a term in half a document);
    empty when the source can't tell: the loop then weighs terms by the documents it opens.
    `failures` are sentences for the reader about a search that was done all the same.
    """

    hits: tuple[Hit, ...]
    term_weights: Mapping[str, float] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    searched: int | None = None
    """How many documents the source looked through, where it knows."""
    incomplete: str | None = None
    """A sentence, when time was too short for the source to know all that it holds."""

    refusal: Refusal | None = None
    """Set when nothing could be searched at all: why, and what to do."""
    results: str | None = None
    """Hash of what a search engine answered, to the letter, in the trace's store."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Everything that a reader should know about this answer."""
        return self.failures if self.incomplete is None else (*self.failures, self.incomplete)


class Source(Protocol):
    """Where a researcher looks. Implementations may block in threads; every call is bounded by
    the loop with a deadline and may be cancelled at any await."""

    @property
    def name(self) -> str:
        """The researcher's name, as in `local-brain`."""
        ...

    @property
    def leaves_machine(self) -> bool:
        """True when a search or an open reaches beyond this machine."""
        ...

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        """Find leads for one query. Partial failure is in the outcome. Whatever is read to answer
        goes into `trace`; it is None for a caller that keeps no record."""
        ...

    async def open(self, hit: Hit, trace: TraceSink) -> Document | Refusal:
        """Read what a hit points to; store its bytes through `trace.put` and record the read
        (`read_file` or `fetch_url`, with `content_hash` and `content_length`)."""
        ...

    async def related(self, document: Document, limit: int) -> tuple[Hit, ...]:
        """Leads that the document itself points to, or that point to it."""
        ...
