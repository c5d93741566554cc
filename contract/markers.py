"""Citation markers in an answer: `[1]` points to the first of the result's citations.

An answer is paragraphs, separated by blank lines. Each sentence (or list line, or fenced block of
code) is followed by its markers, after the full stop: `Wheat is sown in autumn. [1][3]`. A run of
markers has white space before it and white space or the end after it, so that `argv[1]`,
`[1](https://…)`, `[^1]` and `[[1]]` are text. Code, inline or fenced, holds no markers.

The writer of an answer uses `with_markers`, its checker the rest; both see the same sentences.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_NUMBER: Final = r"\[([1-9][0-9]{0,3})\]"
_RUN: Final = re.compile(rf"(?<=\s)(?:{_NUMBER})+(?=\s|$)")
_FENCED: Final = re.compile(r"^(`{3,}|~{3,}).*?^\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
_INLINE_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)[^\n]+?(?<!`)\1(?!`)")
_PARAGRAPH_END: Final = re.compile(r"\n[^\S\n]*\n\s*")
_LIST_LINE: Final = re.compile(r"\n(?=[^\S\n]*(?:[-*+•]|[0-9]{1,3}[.)])[^\S\n]+\S)")
_OPENING: Final = "\"'(\u201c\u2018\u00ab[*_"
_CLOSING: Final = "\"')\u201d\u2019\u00bb\\]*_"
_SENTENCE_END: Final = re.compile(
    rf"(?<=[.!?…])[{_CLOSING}]*\s+(?=[{re.escape(_OPENING)}]*[A-ZÀ-ÖØ-Þ0-9])"
    r"|(?<=[\u3002\uff01\uff1f])(?=\S)"
)
"""After a stop, before a capital or a digit; between sentences of Chinese and Japanese, at once."""

_LAST_WORD: Final = re.compile(r"(\S+)[.!?…]$")
_HEADING: Final = re.compile(r"#{1,6}\s")
_ABBREVIATIONS: Final = frozenset(
    "al approx art ca ch cf co corp dept dr ed eds eq etc fig gen inc jr ltd max min mr mrs ms no "
    "nos p pp prof rev sec sr st ver vol vs jan feb mar apr jun jul aug sep sept oct nov "
    "dec".split()
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, or what stands for one, with the numbers that follow it."""

    text: str
    markers: tuple[int, ...]

    @property
    def states_something(self) -> bool:
        """False for headings, rules and other pieces without a word."""
        return not _HEADING.match(self.text) and any(c.isalnum() for c in self.text)


def split_sentences_with_markers(answer: str) -> tuple[Sentence, ...]:
    """The sentences of an answer in order, each with the markers that follow it."""
    masked = _without_code(answer)
    cuts = sorted({0, len(answer), *_marker_ends(masked), *_paragraph_ends(masked)})
    found: list[Sentence] = []
    for start, end in pairwise(cuts):
        found.extend(_sentences(answer, masked, start, end))
    return tuple(found)


def markers(answer: str) -> tuple[int, ...]:
    """The distinct numbers that an answer points to, in the order of their first use."""
    runs = _RUN.finditer(_without_code(answer))
    numbers = (int(number) for run in runs for number in re.findall(_NUMBER, run.group()))
    return tuple(dict.fromkeys(numbers))


def sentences_without_marker(answer: str) -> tuple[str, ...]:
    """The sentences that state something and point to nothing."""
    pieces = split_sentences_with_markers(answer)
    return tuple(p.text for p in pieces if p.states_something and not p.markers)


def unresolved(answer: str, citations: int) -> tuple[int, ...]:
    """Markers that point past the last of that many citations."""
    return tuple(number for number in markers(answer) if number > citations)


def unused(answer: str, citations: int) -> tuple[int, ...]:
    """1-based positions of citations that no marker points to."""
    used = frozenset(markers(answer))
    return tuple(number for number in range(1, citations + 1) if number not in used)


def with_markers(text: str, numbers: Iterable[int]) -> str:
    """A text with the same markers behind each of its sentences. What looks like a marker in it
    is defused first; white space between sentences stays as it is."""
    run = "".join(f"[{number}]" for number in numbers)
    text = without_look_alikes(text)
    out, done = [], 0
    for piece in split_sentences_with_markers(text):
        end = text.index(piece.text, done) + len(piece.text)
        gap = "\n" if piece.text.endswith(("```", "~~~")) else " "
        after = "" if text[end : end + 1].isspace() else " "
        out += [text[done:end], f"{gap}{run}{after}" if piece.states_something else ""]
        done = end
    return "".join(out).rstrip()


def without_look_alikes(text: str) -> str:
    """A source's text in which nothing reads as one of our markers: ` [2] ` becomes ` (2) `."""
    masked = _without_code(text)
    out, done = [], 0
    for run in _RUN.finditer(masked):
        out += [text[done : run.start()], re.sub(_NUMBER, r"(\1)", run.group())]
        done = run.end()
    return "".join([*out, text[done:]])


def _sentences(answer: str, masked: str, start: int, end: int) -> list[Sentence]:
    """The sentences of a stretch that holds at most one run of markers, at its end."""
    run = _RUN.search(masked, start, end)
    numbers = tuple(int(n) for n in re.findall(_NUMBER, run.group())) if run else ()
    body_end = run.start() if run else end
    ends = [*_sentence_ends(masked, start, body_end), body_end]
    starts = [start, *ends[:-1]]
    texts = [answer[a:b].strip() for a, b in zip(starts, ends, strict=True)]
    kept = [text for text in texts if text]
    if not kept:
        return [Sentence("", numbers)] if numbers else []
    return [*(Sentence(text, ()) for text in kept[:-1]), Sentence(kept[-1], numbers)]


def _sentence_ends(masked: str, start: int, end: int) -> list[int]:
    ends = [m.end() for m in _LIST_LINE.finditer(masked, start, end)]
    for match in _SENTENCE_END.finditer(masked, start, end):
        if match.end() < end and not _is_abbreviation(masked[start : match.start()]):
            ends.append(match.end())
    return sorted(set(ends))


def _is_abbreviation(before: str) -> bool:
    """Whether the full stop at the end of a text belongs to a short form, an initial or a list
    number, and so does not end a sentence."""
    word = _LAST_WORD.search(before[-40:])
    if word is None or not before.endswith("."):
        return False
    stem = word.group(1).lstrip(_OPENING)
    listed = stem.isdigit() and not before[: -len(stem) - 1].strip(" \t-*+•")
    initial = len(stem) == 1 and stem.isupper()
    return listed or initial or "." in stem or stem.lower() in _ABBREVIATIONS


def _marker_ends(masked: str) -> Iterable[int]:
    return (run.end() for run in _RUN.finditer(masked))


def _paragraph_ends(masked: str) -> Iterable[int]:
    return (gap.end() for gap in _PARAGRAPH_END.finditer(masked) if not _leads_to_run(masked, gap))


def _leads_to_run(masked: str, gap: re.Match[str]) -> bool:
    return _RUN.match(masked, gap.end()) is not None


def _without_code(text: str) -> str:
    """The text with every character of code replaced by `X`, at the same length."""
    masked = _FENCED.sub(lambda m: "X" * len(m.group()), text)
    return _INLINE_CODE.sub(lambda m: "X" * len(m.group()), masked)
