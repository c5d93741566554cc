"""JSON as a page. The stored text is the JSON anew, indented by two, one member a line, so that
a person can read a line of it and an excerpt is verbatim of it; keys keep their order, and of a
key that comes twice the last value counts."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from researchers.reading.parsed import Block, BlockKind
from researchers.reading.passages import cut_passages
from researchers.reading.visible_text import clean, cut_at_line
from researchers.web.pages.model import Page, PageForm, Unread

_DEEPEST: Final = 64
_MEMBER: Final = re.compile(r"^  (?=\S)", re.MULTILINE)
_TITLE_KEYS: Final = ("title", "name", "headline")
_LONGEST_TITLE: Final = 300


def read_json(text: str, encoding: str, longest: int) -> Page | Unread:
    """What is nested deeper than 64 levels is Unread, as is what is no JSON."""
    try:
        value = json.loads(text)
    except RecursionError:
        return Unread("JSON nested too deeply")
    except ValueError:
        return Unread("broken JSON")
    if _deeper_than(value, _DEEPEST):
        return Unread("JSON nested too deeply")
    shown = cut_at_line(clean(_written(value, longest)), longest)
    blocks = [Block(m.start(), BlockKind.PROSE) for m in _MEMBER.finditer(shown)]
    return Page(
        text=shown,
        passages=cut_passages(shown, blocks),
        form=PageForm.JSON,
        encoding=encoding,
        title=_title(value),
    )


def _written(value: Any, longest: int) -> str:
    """The head of the JSON, as much of it as can be stored."""
    parts: list[str] = []
    length = 0
    for part in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(value):
        parts.append(part)
        length += len(part)
        if length > longest:
            break
    return "".join(parts)


def _deeper_than(value: Any, depth: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(depth):
        level = [inner for outer in level for inner in _collections(outer)]
    return bool(level)


def _collections(outer: Any) -> Iterator[Any]:
    members = outer.values() if isinstance(outer, dict) else outer
    return (one for one in members if isinstance(one, dict | list))


def _title(value: Any) -> str | None:
    if isinstance(value, dict):
        for key in _TITLE_KEYS:
            found = value.get(key)
            if isinstance(found, str) and found.strip():
                return " ".join(clean(found).split())[:_LONGEST_TITLE]
    return None
