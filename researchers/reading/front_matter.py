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
    return _leaves(source) or simple or None


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


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read; `key` is the mapping's key whose value comes next."""

    prefix: str
    is_mapping: bool
    key: str | None = None


def _leaves(source: str) -> list[tuple[str, str]] | None:
    """Scalars below a mapping with the path of their keys; None for anything else.

    Read from the parser's events: composing a tree recurses in C, and a few kilobytes of nesting
    end the process. Aliases of scalars are followed, others dropped, so that nothing can swell.
    """
    found: list[tuple[str, str]] = []
    stack: list[_Open] = []
    anchors: dict[str, str] = {}
    try:
        for event in yaml.parse(source, Loader=yaml.CBaseLoader):
            if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                if len(stack) >= _DEEPEST or not (stack or is_mapping):
                    return None
                stack.append(_Open(_path_of(stack), is_mapping))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                stack.pop()
                _value_read(stack)
            elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                value = _scalar(event, anchors)
                if not stack:
                    return None
                if stack[-1].is_mapping and stack[-1].key is None:
                    stack[-1].key = value
                    continue
                if value.strip() and len(found) < _MOST_FIELDS:
                    found.append((_path_of(stack), value.strip()))
                _value_read(stack)
    except (yaml.YAMLError, ValueError):
        return None
    return found


def _scalar(event: yaml.ScalarEvent | yaml.AliasEvent, anchors: dict[str, str]) -> str:
    if isinstance(event, yaml.AliasEvent):
        return anchors.get(event.anchor or "", "")
    value = str(event.value)
    if event.anchor:
        anchors[event.anchor] = value
    return value


def _path_of(stack: list[_Open]) -> str:
    """Where the next value belongs. A collection as a key counts as an empty one."""
    if not stack:
        return ""
    top = stack[-1]
    if not top.is_mapping:
        return top.prefix
    return f"{top.prefix}.{top.key or ''}" if top.prefix else top.key or ""


def _value_read(stack: list[_Open]) -> None:
    if stack and stack[-1].is_mapping:
        stack[-1].key = "" if stack[-1].key is None else None
