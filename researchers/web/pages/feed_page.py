"""A feed as a page: each entry a section with its title as heading, its date and its summary."""

from typing import Any, Final

from researchers.reading.parsed import Block, BlockKind
from researchers.reading.passages import cut_passages
from researchers.web.pages.listing import described, local_name, parse_xml, read_listing
from researchers.web.pages.model import FeedEntry, Page, PageForm, Unread

_MOST_ENTRIES: Final = 200


def read_feed_page(data: bytes, url: str, longest: int) -> Page | Unread:
    """The first 200 entries. Entries without title and summary are left out, links always."""
    listing = read_listing(data, url)
    if isinstance(listing, Unread):
        return listing
    title, date = _head(data)
    writer = _Writer(longest)
    if title:
        writer.heading(title, 1)
    for entry in listing.entries[:_MOST_ENTRIES]:
        writer.entry(entry)
    if not writer.blocks:
        return Unread("a feed without any text")
    text = "".join(writer.parts)
    newest = max((entry.date for entry in listing.entries if entry.date), default=None)
    return Page(
        text=text,
        passages=cut_passages(text, writer.blocks),
        form=PageForm.FEED,
        encoding="utf-8",
        title=title,
        site=title,
        date=date or newest,
    )


def _head(data: bytes) -> tuple[str | None, str | None]:
    """The feed's own title and date; a JSON feed has none that we read."""
    root = None if data.lstrip()[:1] == b"{" else parse_xml(data)
    if root is None:
        return None, None
    channel: Any = next((child for child in root if local_name(child) == "channel"), root)
    title, date, _ = described(channel)
    return title, date


class _Writer:
    """Puts sections after one another, until the text is long enough."""

    def __init__(self, longest: int) -> None:
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self._length = 0
        self._longest = longest

    def entry(self, entry: FeedEntry) -> None:
        if not (entry.title or entry.summary):
            return
        self.heading(entry.title or entry.date or "Entry", 2)
        if entry.date and entry.title:
            self._put(entry.date, Block(0, BlockKind.PROSE))
        for paragraph in (entry.summary or "").split("\n"):
            self._put(paragraph, Block(0, BlockKind.PROSE))

    def heading(self, title: str, level: int) -> None:
        self._put(f"{'#' * level} {title}", Block(0, BlockKind.HEADING, level, title))

    def _put(self, text: str, block: Block) -> None:
        gap = "\n\n" if self.parts else ""
        if not text.strip() or self._length + len(gap) + len(text) > self._longest:
            return
        start = self._length + len(gap)
        self.parts += [gap, text]
        self.blocks.append(Block(start, block.kind, block.level, block.title))
        self._length = start + len(text)
