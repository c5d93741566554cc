"""How much of an article is read out of a page, and how little else.

extraction/{ground_truth.jsonl, html/*.html.gz}     pages, and their articles as people typed them
"""

import gzip
from pathlib import Path
from typing import Final

from anyio import to_thread
from pydantic import BaseModel

from evals.extraction_score import Match, match_article, score_extraction
from evals.figures import Figure
from evals.gold_rows import GoldUnreadable, gold_rows
from evals.integrity import Share
from evals.report import SetReport
from researchers.web.fetching.model import Fetched
from researchers.web.pages.model import PageReader, Unread
from researchers.web.pages.reader import ConfinedPageReader

NAME: Final = "extraction"
_TARGET: Final = 0.96


class _ExtractionRow(BaseModel):
    id: str
    url: str
    file: str
    article_body: str


async def measure_extraction(data: Path, limit: int | None = None) -> SetReport:
    """Read every page in the processes that read pages. Raises GoldUnreadable."""
    rows = list(gold_rows(data / NAME / "ground_truth.jsonl", _ExtractionRow))[:limit]
    reader = ConfinedPageReader(size=1)
    try:
        read = {row.id: await _read(row, data / NAME, reader) for row in rows}
    finally:
        await to_thread.run_sync(reader.close)
    score = score_extraction(_match(row, read[row.id]) for row in rows)
    whole = Share(sum(text is not None for text in read.values()), len(rows))
    figures = (
        Figure(NAME, "F1 of the article's text", whole, _TARGET, score.f1),
        Figure(NAME, "precision", whole, None, score.precision),
        Figure(NAME, "recall", whole, None, score.recall),
    )
    return SetReport(figures, None, ())


async def _read(row: _ExtractionRow, folder: Path, reader: PageReader) -> str | None:
    """The text of a page; None when nothing could be read."""
    headers = {"content-type": "text/html"}
    body = await to_thread.run_sync(_body, folder / row.file)
    page = await reader(Fetched(row.url, row.url, 200, b"", headers, body))
    return None if isinstance(page, Unread) else page.text


def _body(path: Path) -> bytes:
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError) as error:
        raise GoldUnreadable(f"{path} can't be read: {error}.") from error


def _match(row: _ExtractionRow, text: str | None) -> Match:
    return match_article(row.article_body, text or "")
