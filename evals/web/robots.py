"""How many robots.txt files are understood as their writers meant them.

robots/cases.jsonl     a file's text, a crawler's name, an address, and whether it may be read
"""

from pathlib import Path
from typing import Final

from pydantic import BaseModel

from evals.figures import Figure
from evals.gold_rows import gold_rows
from evals.integrity import Share
from evals.report import SetReport
from researchers.web.fetching.robots_rules import decide

NAME: Final = "robots"
_TARGET: Final = 0.91


class _RobotsRow(BaseModel):
    id: str
    robots_txt: str
    user_agent: str
    url: str
    allowed: bool
    google_specific: bool = False


def measure_robots(data: Path, limit: int | None = None) -> SetReport:
    """Decide every case. Raises GoldUnreadable."""
    rows = list(gold_rows(data / NAME / "cases.jsonl", _RobotsRow))[:limit]
    right = {row.id: _decides_right(row) for row in rows}
    standard = [row for row in rows if not row.google_specific]
    figures = (
        Figure(NAME, "decided right", Share(sum(right.values()), len(rows)), _TARGET),
        Figure(
            NAME,
            "decided right, of what the standard says",
            Share(sum(right[row.id] for row in standard), len(standard)),
        ),
    )
    return SetReport(figures, None, ())


def _decides_right(row: _RobotsRow) -> bool:
    return decide(row.robots_txt, row.user_agent, row.url) is row.allowed
