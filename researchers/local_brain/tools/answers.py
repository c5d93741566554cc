"""What the corpus tools answer. Offsets are code points of the stored text that `content_hash`
names; every text is verbatim from there."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from researchers.local_brain.tools.requests import ContentMode


class ToolData(BaseModel):
    """Base of all answers: frozen."""

    model_config = ConfigDict(frozen=True)


class Section(ToolData):
    """A piece of a note's stored text."""

    text: str
    char_start: int = Field(description="Inclusive.")
    char_end: int = Field(description="Exclusive.")
    locator: str = Field(description="The note's locator down to the heading or page.")
    headings: tuple[str, ...] = ()
    evidence_role: str = Field(default="raw_text", description="What kind of text this is.")


class NoteText(ToolData):
    """One note, as much of it as was asked for."""

    lookup: str = Field(description="As it was asked for.")
    key: str
    locator: str
    title: str
    tags: tuple[str, ...]
    fields: Mapping[str, str] = Field(description="Front matter.")
    modified: str | None = Field(description="Date of the content itself, where it is known.")
    headings: tuple[str, ...] = Field(description="Outline of the note, at most 100 entries.")
    content_mode: ContentMode
    content_hash: str
    total_chars: int
    sections: tuple[Section, ...]
    next_start: int | None = Field(
        default=None, description="Where raw text goes on; null at the end."
    )


class FailedLookup(ToolData):
    """A lookup that gave no note, and why."""

    lookup: str
    category: str = Field(description="source_not_found, access_denied or ambiguous.")
    detail: str


class SearchRow(ToolData):
    """One passage that matches."""

    rank: int
    key: str
    locator: str
    title: str
    tags: tuple[str, ...]
    lane: str = Field(description="text, tag, linked_tag or related: how it was found.")
    score: float = Field(description="Higher is better; comparable within this answer only.")
    matched_terms: tuple[str, ...]
    missing_terms: tuple[str, ...]
    excerpt: Section
    content_hash: str


class SearchData(ToolData):
    query: str
    query_terms: tuple[str, ...] = Field(description="The words that were searched for.")
    rows: tuple[SearchRow, ...]
    errors: tuple[FailedLookup, ...] = ()
    warnings: tuple[str, ...] = ()


class GetManyData(ToolData):
    documents: tuple[NoteText, ...]
    errors: tuple[FailedLookup, ...] = Field(description="Lookups that gave nothing, one by one.")


class RelatedRow(ToolData):
    """A note that is linked with another one."""

    key: str
    locator: str
    title: str
    relationship: str = Field(description="In which way.")


class RelatedData(ToolData):
    related_to: str
    rows: tuple[RelatedRow, ...]


class TagCount(ToolData):
    tag: str
    notes: int


class TagsData(ToolData):
    tags: tuple[TagCount, ...]
    total: int = Field(description="Tags with that prefix, shown or not.")


class RootStats(ToolData):
    root: str
    files_seen: int
    indexed: int
    skipped: int


class StatsData(ToolData):
    notes: int
    passages: int
    text_chars: int
    formats: Mapping[str, int]
    tags: int
    roots: tuple[RootStats, ...]
    skipped_reasons: Mapping[str, int] = Field(description="Why files are not in the index.")
