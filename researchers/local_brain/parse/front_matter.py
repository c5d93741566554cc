"""The YAML block at the head of a note, read as strings only.

Most front matter is a few `key: value` lines; those are read by a pattern at a tenth of the cost
of a YAML parser, and everything else goes to PyYAML's string-only loader.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import yaml

_OPEN: Final = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE: Final = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_LINE: Final = re.compile(r"([A-Za-z_][\w .-]*):(?: +(\S.*?))?[ \t]*")
_QUOTED: Final = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_NOT_PLAIN: Final = re.compile(r"[\s\"'\[\]{}&*!|>%@`#,?:-]|.*(?:: | #|:$)")
_LONGEST: Final = 65_536
_MOST_FIELDS: Final = 500
_DEEPEST: Final = 8
_TAG_KEYS: Final = frozenset({"tags", "tag"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Fields as strings (lists joined by ", ", nested keys by "."), tags without their `#`."""

    end: int
    """Where the text after the closing line begins, in code points."""

    fields: dict[str, str]
    tags: tuple[str, ...]


def read_front_matter(text: str) -> FrontMatter | None:
    """The front matter a text opens with; None when it opens with anything else."""
    opening = _OPEN.match(text)
    if opening is None:
        return None
    closing = _CLOSE.search(text, opening.end(), opening.end() + _LONGEST)
    if closing is None:
        return None
    values = _values(text[opening.end() : closing.start()])
    if values is None:
        return None
    fields: dict[str, str] = {}
    tags: list[str] = []
    for path, value in values:
        if not value:
            continue
        if path.lower() in _TAG_KEYS:
            tags.extend(_split_tags(value))
        fields[path] = f"{fields[path]}, {value}" if path in fields else value
    end = closing.end() + (1 if text[closing.end() : closing.end() + 1] == "\n" else 0)
    return FrontMatter(end, fields, tuple(dict.fromkeys(tags)))


def _split_tags(value: str) -> Iterator[str]:
    for part in re.split(r"[,\s]+", value) if "," not in value else value.split(","):
        tag = part.strip().lstrip("#").strip()
        if tag:
            yield tag


def _values(source: str) -> list[tuple[str, str]] | None:
    lines = [_plain_line(line) for line in source.splitlines() if line.strip()]
    simple = [line for line in lines if line is not None]
    if len(simple) == len(lines):
        return simple
    try:
        loaded: object = yaml.load(source, Loader=yaml.CBaseLoader)  # noqa: S506 - strings only
    except (yaml.YAMLError, RecursionError, ValueError):
        return simple or None
    return list(_flatten(loaded)) if isinstance(loaded, dict) else None


def _plain_line(line: str) -> tuple[str, str] | None:
    """A line that means to YAML what it looks like."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    value = match[2] or ""
    quoted = _QUOTED.fullmatch(value)
    if quoted:
        return match[1], (quoted[1] or quoted[2] or "").strip()
    return None if value and _NOT_PLAIN.match(value) else (match[1], value)


def _flatten(loaded: dict[object, object]) -> Iterator[tuple[str, str]]:
    """Leaves in order; bounded, because aliases can make a small text stand for a huge tree."""
    left = _MOST_FIELDS
    stack: list[tuple[str, object, int]] = [("", loaded, 0)]
    while stack and left:
        path, value, depth = stack.pop()
        left -= 1
        if isinstance(value, dict) and depth < _DEEPEST:
            below = [(f"{path}.{key}" if path else str(key), v) for key, v in value.items()]
        elif isinstance(value, list) and depth < _DEEPEST:
            below = [(path, v) for v in value]
        else:
            if isinstance(value, str) and value.strip() and path:
                yield path, value.strip()
            continue
        stack.extend((name, v, depth + 1) for name, v in reversed(below[:_MOST_FIELDS]))
