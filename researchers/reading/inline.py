"""What a line of Markdown can hold besides words: `#tags` and bare web addresses."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from evidence.documents import OutLink, Span

_TAG: Final = re.compile(r"(?<!\S)#([\w/-]*[^\W\d_][\w/-]*)")
_URL: Final = re.compile(r"https?://[^\s<>\[\]\"'`|\\^{}]+")
_TRAILING: Final = ".,;:!?*_~"


class Ranges:
    """Disjoint ranges in ascending order, asked whether a position lies in one."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in ranges]
        self._ends = [end for _, end in ranges]

    def __contains__(self, position: int) -> bool:
        at = bisect_right(self._starts, position) - 1
        return at >= 0 and position < self._ends[at]


def inline_tags(text: str, start: int, code: Ranges) -> Iterator[str]:
    """Tags as Obsidian reads them: `#` after white space, letters, digits, `_`, `-`, `/`, and at
    least one letter. Nothing in code counts."""
    for match in _TAG.finditer(text, start):
        if match.start() not in code:
            tag = match[1].strip("/")
            if tag:
                yield tag


def bare_links(text: str, start: int, taken: Ranges) -> Iterator[OutLink]:
    """Web addresses that stand in the text without any markup."""
    for match in _URL.finditer(text, start):
        if match.start() in taken:
            continue
        url = _without_trailing(match[0])
        yield OutLink(url, url, Span(match.start(), match.start() + len(url)))


def _without_trailing(url: str) -> str:
    """An address without the punctuation of the sentence around it: a closing parenthesis belongs
    to the address only if it was opened there."""
    surplus = url.count(")") - url.count("(")
    end = len(url)
    while end and (url[end - 1] in _TRAILING or (url[end - 1] == ")" and surplus > 0)):
        surplus -= url[end - 1] == ")"
        end -= 1
    return url[:end]
