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
_BREAK: Final = re.compile(r"</?(?:br|p|div|li|ul|ol|t[dhr]|h[1-6])\b[^<>]{0,200}>", re.I)
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_QUOTES: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
_BULLET: Final = re.compile(r"^(?:(?:[-*+]|#{1,6})\s+)+")
_CODE_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|`+", re.S)
_KEPT: Final = re.compile("\ue000(\\d+)\ue001")
"""Where a span of code stood while the markup around it was removed; private letters."""
_TICKS: Final = re.compile("`+")
_BRACKETED: Final = re.compile(r"\[(\d{1,4})\]")
"""A reference of the source's own would read as one of our markers."""
_TAGS: Final = re.compile(r"(?<![^\s(])#[^\W\d_][\w/-]*")
_SPACE: Final = re.compile(r"\s+")


def shown(text: str, kind: UnitKind) -> str:
    """The unit for a reader, on one line unless it is code of several lines.

    A `[3]` that hangs on a word of prose refers to a list that isn't here, and goes. Markup
    without a word in it (a picture, say) stays as it stands.
    """
    if kind is UnitKind.CODE:
        return _code(text)
    plain = _prose(text)
    if kind is UnitKind.ROW:
        cells = (cell.strip() for cell in plain.strip().strip("|").split("|"))
        plain = " | ".join(cell for cell in cells if cell)
    plain = _BULLET.sub("", _SPACE.sub(" ", plain).strip())
    return _shortened(plain) if any(map(str.isalnum, plain)) else collapsed(text)


def has_words(text: str, kind: UnitKind) -> bool:
    """Whether anything is left to read without markup; a picture or tags alone say nothing."""
    words = _TAGS.sub(" ", _without_markup(text))
    return kind is UnitKind.CODE or any(map(str.isalnum, words))


def collapsed(text: str) -> str:
    """The unit as it stands, on one line, but for back-ticks without a partner: they would make
    code of what comes after, and what would make a heading of it."""
    return _shortened(_BULLET.sub("", _SPACE.sub(" ", text).strip()))


def _prose(text: str) -> str:
    spans: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if match.group(1) is None:
            return " "
        spans.append(match.group())
        return f"\ue000{len(spans) - 1}\ue001"

    def restored(match: re.Match[str]) -> str:
        place = int(match.group(1))
        return spans[place] if place < len(spans) else match.group()

    return _KEPT.sub(restored, _without_markup(_CODE_SPAN.sub(keep, text)))


def _without_markup(text: str) -> str:
    text = _QUOTES.sub("", text)
    text = _IMAGE.sub(lambda m: m.group(1) or m.group(2) or "", text)
    text = _LINK.sub(_link, text)
    text = _WIKI.sub(lambda m: m.group(2) or (m.group(3) or m.group(1)).replace("#", ", "), text)
    text = _REFERENCE.sub(r"\1", text)
    text = _FOOTNOTE.sub("", text)
    text = _TAG.sub("", _BREAK.sub(" ", text))
    text = _STRONG.sub(r"\2", text)
    text = _EMPHASIS.sub(lambda m: m.group(1) or m.group(2), text)
    return _BRACKETED.sub(r"(\1)", text)


def _link(match: re.Match[str]) -> str:
    words, target = match.group(1), match.group(2)
    if target.startswith(("http://", "https://")) and len(target) <= _LONGEST_URL:
        return target if words == target else f"{words} ({target})"
    return words


def _code(text: str) -> str:
    lines = [line.rstrip() for line in dedent(text.expandtabs(4)).splitlines() if line.strip()]
    if len(lines) == 1:
        line = lines[0].strip()
        ticks = "`" * (1 + _longest_run(line))
        return f"{ticks}{line}{ticks}" if ticks == "`" else f"{ticks} {line} {ticks}"
    fence = "`" * max(3, 1 + _longest_run(text))
    return "\n".join([fence, *lines, fence])


def _longest_run(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)


def _shortened(text: str) -> str:
    if len(text) > _LONGEST:
        place = text.rfind(" ", 0, _LONGEST)
        text = text[: place if place > 0 else _LONGEST].rstrip(" ,;:") + " \u2026"
    paired = _CODE_SPAN.sub(lambda match: match.group() if match.group(1) else " ", text)
    return _SPACE.sub(" ", paired).strip()
