"""How a quoted unit is shown in an answer: its words as they stand, without the markup.

Only markup goes; no word is added, changed or moved. The untouched text is in the citation.
"""

import re
from textwrap import dedent
from typing import Final

from evidence.sentences import UnitKind

_LONGEST: Final = 360
_LONGEST_URL: Final = 90
_IMAGE: Final = re.compile(r"!\[([^\]]*)\]\([^)]*\)|!\[\[([^\]|]+)(?:\|[^\]]*)?\]\]")
_LINK: Final = re.compile(
    r"\[([^\[\]]+)\]\(\s*<?([^()\s>]*(?:\([^()\s]*\))?)>?(?:\s+\"[^\"]*\")?\s*\)"
)
_REFERENCE: Final = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_WIKI: Final = re.compile(r"\[\[([^\]|]+)\|([^\]]+)\]\]|\[\[([^\]]+)\]\]")
_FOOTNOTE: Final = re.compile(r"\[\^[^\]]+\]|(?<=[^\s\[(])\[\d{1,3}\](?!\()")
_STRONG: Final = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS: Final = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)"
)
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_QUOTES: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
_BULLET: Final = re.compile(r"^(?:[-*+]\s+)+")
_SPACE: Final = re.compile(r"\s+")


def shown(text: str, kind: UnitKind) -> str:
    """The unit for a reader, on one line unless it is code of several lines.

    A `[3]` that hangs on a word of prose refers to a list that isn't here, and goes.
    """
    if kind is UnitKind.CODE:
        return _code(text)
    plain = _prose(text)
    if kind is UnitKind.ROW:
        cells = (cell.strip() for cell in plain.strip().strip("|").split("|"))
        plain = " | ".join(cell for cell in cells if cell)
    return _shortened(_BULLET.sub("", _SPACE.sub(" ", plain).strip()))


def collapsed(text: str) -> str:
    """The unit as it stands, on one line."""
    return _shortened(_SPACE.sub(" ", text).strip())


def _prose(text: str) -> str:
    text = _QUOTES.sub("", text)
    text = _IMAGE.sub(lambda m: m.group(1) or m.group(2) or "", text)
    text = _LINK.sub(_link, text)
    text = _WIKI.sub(lambda m: m.group(2) or (m.group(3) or m.group(1)).replace("#", ", "), text)
    text = _REFERENCE.sub(r"\1", text)
    text = _FOOTNOTE.sub("", text)
    text = _TAG.sub("", text)
    text = _STRONG.sub(r"\2", text)
    return _EMPHASIS.sub(lambda m: m.group(1) or m.group(2), text)


def _link(match: re.Match[str]) -> str:
    words, target = match.group(1), match.group(2)
    if target.startswith(("http://", "https://")) and len(target) <= _LONGEST_URL:
        return target if words == target else f"{words} ({target})"
    return words


def _code(text: str) -> str:
    lines = [line.rstrip() for line in dedent(text.expandtabs(4)).splitlines() if line.strip()]
    if len(lines) == 1:
        line = lines[0].strip()
        return f"`{line}`" if "`" not in line else f"`` {line} ``"
    fence = "````" if "```" in text else "```"
    return "\n".join([fence, *lines, fence])


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    place = text.rfind(" ", 0, _LONGEST)
    return text[: place if place > 0 else _LONGEST].rstrip(" ,;:") + " \u2026"
