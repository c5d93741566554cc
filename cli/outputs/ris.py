"""The sources of a result as RIS, which every reference manager reads. Pure.

Tags and their order as in the format's specification of 2011: TY first, ER last, a tag a line.
"""

from collections.abc import Iterator
from typing import Final

from cli.outputs.works import Work, plain, works_of
from contract import ResearchResult

_LINE_END: Final = "\r\n"
_ACCESSIBLE: Final = "ELEC"
_ANY: Final = "GEN"


def render(result: ResearchResult, question: str) -> str:
    """One record for each source; an empty file when there is none."""
    records = (_record(work, plain(result.trace_id)) for work in works_of(result))
    return _LINE_END.join(_LINE_END.join(record) + _LINE_END for record in records)


def _record(work: Work, run: str) -> Iterator[str]:
    yield _line("TY", _ACCESSIBLE if work.is_page else _ANY)
    yield _line("ID", work.key)
    yield _line("TI", work.title)
    if work.author:
        yield _line("AU", work.author)
    if work.published:
        yield _line("PY", work.published[0])
        yield _line("DA", "/".join([*work.published, "", ""][:3]) + "/")
    yield _line("UR", work.locator)
    for note in work.notes:
        yield _line("N1", note)
    yield _line("N1", f"run {run}")
    yield _line("ER", "")


def _line(tag: str, value: str) -> str:
    """No value of a work has a line break, so none can begin a tag of its own."""
    return f"{tag}  - {value}"
