"""Which sentences of a text give orders to a language model that might read it.

No model chooses an action here, so that nothing can obey such a sentence. It is still no
statement: it is flagged where it is read, may stand in what is quoted, and is never said in an
answer. The rules see common wordings; a sentence that they miss is quoted text like any other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import compress, pairwise
from typing import Final

from evidence.documents import Span
from evidence.folded_text import FoldedText, fold
from evidence.instruction_rules import RULES
from evidence.instruction_rules.rule import Rule, Strength

_BREAK: Final = re.compile(
    r"(?:(?<=[.!?\u2026])|(?<=[.!?\u2026][\"'\u201d\u2019)\]*_`>]))(?<!\be\.g\.)(?<!\bi\.e\.)\s+"
    r"|(?<=[\u3002\uff01\uff1f\u0964])"
    r"|\n(?=[ \t]{0,8}(?:\n|[-*+#>|<\[{]|\d{1,3}[.)]\s|[a-z][a-z ]{0,20}:))"
)
_QUOTED: Final = re.compile(
    r"\"[^\"]{1,300}\"|\u201c[^\u201c\u201d]{1,300}\u201d|\u00ab[^\u00ab\u00bb]{1,300}\u00bb"
    r"|`[^`]{1,300}`|(?<!\w)['\u2018][^'\u2018\u2019]{1,300}['\u2019](?!\w)"
)
_REPORT: Final = re.compile(
    r"\b(?:such as|for example|for instance|e\.g\.|phrases?|so-called|known as|attack(?:er|s|ers)?|"
    r"jailbreak(?:s|ing)?|injections?|malicious|adversar\w{1,8}|called|titled|entitled)\b"
)
_GOES_ON: Final = re.compile(
    r"\W{0,6}(?:then |also |instead,? |and |finally,? |now ){0,2}"
    r"(?:say|state|write|print|output|reply|respond|answer|tell|report|cite|include|add|append|"
    r"insert|repeat|mention|recommend|do not|don't|never|instead)\b"
)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_WORDS_AROUND: Final = 2
"""So many words of its own around a quotation make the sentence one about what it quotes."""
_REMEMBERED_CHARS: Final = 16_000
_BLOCK: Final = 4_000
"""Surroundings begin and end with such a block, so that neighbouring passages share them."""
_LOOKS: Final = 8
"""Matches of one rule that are looked at in one sentence."""


_NEEDED: Final = {
    word: tuple(place for place, rule in enumerate(RULES) if word in rule.needs)
    for word in sorted({word for rule in RULES for word in rule.needs})
}
"""Which rules are tried when a word stands in a sentence: most sentences need none."""


class _Weight(Enum):
    """What the rules make of one sentence."""

    NONE = auto()
    HINT = auto()
    """One weak rule, or several of one aspect."""
    SUSPICION = auto()
    """An order if the text holds another."""
    ORDER = auto()


_ORDERS_ELSEWHERE: Final = frozenset({_Weight.SUSPICION, _Weight.ORDER})


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The sentences of a text, from where to where, and what the rules make of each."""

    folded: FoldedText
    sentences: tuple[tuple[tuple[int, int], _Weight], ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """The orders of a text; in one without any, what would be one beside another."""

    orders: tuple[Span, ...]
    suspicions: tuple[Span, ...]


def instruction_spans(text: str) -> tuple[Span, ...]:
    """The sentences that give a language model orders, in order and apart from each other, in code
    points of `text`. Linear in its length.

    A sentence that speaks about such an order (quotes it within words of its own, names it as an
    example or an attack) is ordinary text.
    """
    return _look(text).orders


def without_instructions(text: str) -> str:
    """The text with a space in place of each order."""
    pieces: list[str] = []
    start = 0
    for order in instruction_spans(text):
        pieces.append(text[start : order.start])
        start = order.end
    return " ".join([*pieces, text[start:]])


def orders_around(text: str, part: Span) -> bool:
    """Whether a part of a text, or what stands within 4,000 characters of it, gives an order."""
    first = max(0, part.start // _BLOCK - 1) * _BLOCK
    behind = (part.end // _BLOCK + 2) * _BLOCK
    return bool(instruction_spans(text[first:behind]))


def instructions_in(text: str, part: Span) -> tuple[Span, ...]:
    """The orders in a part of a text, in code points of the whole. What is only suspicious there
    is an order when its surroundings give one: 4,000 characters on each side, or some more."""
    seen = _look(text[part.start : part.end])
    found = seen.orders
    if not found and seen.suspicions and orders_around(text, part):
        found = seen.suspicions
    return tuple(Span(part.start + one.start, part.start + one.end) for one in found)


def _look(text: str) -> _Seen:
    return _remembered(text) if len(text) <= _REMEMBERED_CHARS else _seen(text)


def _seen(text: str) -> _Seen:
    weighed = _weighed(text)
    weights = {weight for _, weight in weighed.sentences}
    if _Weight.ORDER in weights:
        return _Seen(_spans(weighed, _with_neighbours(weighed)), ())
    suspect = [weight is _Weight.SUSPICION for _, weight in weighed.sentences]
    return _Seen((), _spans(weighed, suspect))


_remembered: Final = lru_cache(maxsize=512)(_seen)
"""A passage is looked at when it is quoted and again for its leads, half a millisecond each; what
surrounds it, some ten milliseconds, with every question that it is cited for."""


def _weighed(text: str) -> _Weighed:
    folded = fold(text)
    words = [word for word in _NEEDED if word in folded.text]
    if not words:
        return _Weighed(folded, ())
    return _Weighed(
        folded,
        tuple((place, _weight(folded.text[slice(*place)], words)) for place in _sentences(folded)),
    )


def _spans(weighed: _Weighed, orders: Sequence[bool]) -> tuple[Span, ...]:
    place = weighed.folded.place
    return tuple(
        Span(place(start), place(end - 1) + 1)
        for (start, end), _ in compress(weighed.sentences, orders)
    )


def _sentences(folded: FoldedText) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence, without the white space around it."""
    text = folded.text
    start = 0
    for end, following in [*(m.span() for m in _BREAK.finditer(text)), (len(text), len(text))]:
        piece = text[start:end]
        left = len(piece) - len(piece.lstrip())
        right = len(piece.rstrip())
        if right > left:
            yield start + left, start + right
        start = following


def _weight(sentence: str, words: Sequence[str]) -> _Weight:
    """An order by one strong rule, or by two weak ones that see different aspects. `words` are
    those of the rules that the text holds at all."""
    aspects = set()
    is_suspect = False
    places = {place for word in words if word in sentence for place in _NEEDED[word]}
    for rule in map(RULES.__getitem__, sorted(places)):
        if _matches(rule, sentence):
            excused = rule.excuse is not None and rule.excuse.search(sentence) is not None
            if rule.strength is Strength.STRONG and not excused:
                return _Weight.ORDER
            is_suspect = is_suspect or rule.strength is not Strength.WEAK
            if rule.strength is Strength.WEAK:
                aspects.add(rule.aspect)
    if len(aspects) > 1:
        return _Weight.ORDER
    if is_suspect:
        return _Weight.SUSPICION
    return _Weight.HINT if aspects else _Weight.NONE


def _with_neighbours(weighed: _Weighed) -> list[bool]:
    """Which sentences are orders, in a text that has one: the suspicious ones too, and those next
    to one in its paragraph that give a hint or, when they follow it, go on in the imperative."""
    text = weighed.folded.text
    orders = [weight in _ORDERS_ELSEWHERE for _, weight in weighed.sentences]
    for place, (((_, end), before), ((start, _), after)) in enumerate(pairwise(weighed.sentences)):
        if text.count("\n", end, start) > 1:
            continue
        if orders[place]:
            goes_on = after is not _Weight.NONE or _GOES_ON.match(text, start)
            orders[place + 1] = orders[place + 1] or bool(goes_on)
        elif orders[place + 1]:
            orders[place] = before is _Weight.HINT
    return orders


def _matches(rule: Rule, sentence: str) -> bool:
    for look, match in enumerate(rule.pattern.finditer(sentence)):
        if look == _LOOKS:
            return False
        if not _is_spoken_of(sentence, match.start()):
            return True
    return False


def _is_spoken_of(sentence: str, start: int) -> bool:
    """Whether the sentence only speaks of the order that begins at `start`."""
    if _REPORT.search(sentence, 0, start):
        return True
    for quoted in _QUOTED.finditer(sentence):
        if quoted.start() > start:
            return False
        if start < quoted.end():
            around = f"{sentence[: quoted.start()]} {sentence[quoted.end() :]}"
            return len(_WORD.findall(around)) >= _WORDS_AROUND
    return False
