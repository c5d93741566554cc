"""The values that evidence is made of: leads, opened documents, passages, rows.

A `Hit` is a lead and never evidence; only a passage of an opened `Document` is. All offsets are
code points in the document's stored text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Lane(StrEnum):
    """The way a row was found; a row may have come by several."""

    TEXT = "text"
    TAG = "tag"
    LINKED_TAG = "linked_tag"
    RELATED = "related"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in a stored text."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document that can be read alone, cut along its headings.

    `fragment` is appended to the document's locator after `#` ("Heading", "page=3"), "" for the
    head of a document. `role` is an EvidenceRole value.
    """

    span: Span
    headings: tuple[str, ...] = ()
    fragment: str = ""
    role: str = "raw_text"


@dataclass(frozen=True, slots=True)
class OutLink:
    """A link that leaves a document, where it stands, and what it points to."""

    target: str
    text: str
    span: Span
    resolved_key: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What can be said for a source by looking at it alone. `kind` is a `credibility.SourceKind`
    value, `site` whose it is (`example.org`)."""

    kind: str
    site: str
    secure: bool
    dated: bool
    signed: bool


@dataclass(frozen=True, slots=True)
class Document:
    """An opened source. `text` is what the store holds, `content_hash` names its UTF-8 bytes."""

    key: str
    locator: str
    title: str
    text: str
    content_hash: str
    passages: tuple[Passage, ...]
    source: str = "note"
    tags: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    links: tuple[OutLink, ...] = ()
    authority: str = "medium"
    """A SourceAuthority value; a person's own notes are of medium authority."""
    modified: str | None = None
    """RFC 3339 date or time of the content itself, where it is known."""
    standing: Standing | None = None
    """What speaks for a source that strangers wrote; None for the user's own."""
    from_cache: str | None = None
    """A sentence, when nobody was asked whether the source still says so: how old the copy is."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A lead: where something may stand, and by which lane it came.

    `rank` is 1-based within its lane and query. `score` is comparable only within one search.
    """

    key: str
    locator: str
    title: str
    lane: Lane
    rank: int
    score: float
    span: Span | None = None
    matched: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    related_to: str | None = None
    relationship: str | None = None
    site: str | None = None
    """Whose page it is (`example.org`); leads of one site share its places. None for leads that
    are not to be held against each other: notes, and pages that the user named."""
    summary: str = ""
    """What whoever gave the lead says of it, never evidence."""
    named: bool = False
    """True when the user named this very document; it is opened as long as sources are left."""
    address: str | None = field(default=None, repr=False)
    """What is asked for where the locator may not say it, because it carries a secret; it goes
    into no record."""


@dataclass(frozen=True, slots=True)
class FurtherLead:
    """Where to go on from a document that could not be opened. `reason` says, in one sentence,
    what it seems to hold or why it may help."""

    target: str
    reason: str
    researcher: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A lead that could not be opened, and why, in one sentence.

    `category` is a GapCategory value: `access_denied` or `source_not_found`.
    """

    locator: str
    category: str
    detail: str
    leads: tuple[FurtherLead, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One passage of an opened document with the signals by which it was chosen."""

    document: Document
    passage: Passage
    lanes: tuple[Lane, ...]
    score: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    related_to: str | None = None
    relationship: str | None = None

    @property
    def identity(self) -> tuple[str, int, int]:
        """What makes two rows the same row."""
        return (self.document.key, self.passage.span.start, self.passage.span.end)

    @property
    def text(self) -> str:
        """The passage's own text."""
        return self.document.text[self.passage.span.start : self.passage.span.end]

    @property
    def locator(self) -> str:
        """The document's locator, down to the passage."""
        fragment = self.passage.fragment
        return f"{self.document.locator}#{fragment}" if fragment else self.document.locator
