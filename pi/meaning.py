"""What a question means, as far as it decides whether it was asked before.

Two questions mean the same when they hold the same terms, whatever their order and form: a
researcher searches with terms. `Did A buy B` and `Did B buy A` therefore count as one.
"""

import re
from typing import Final, TypeAlias

from evidence.analyze import STOP_WORDS, Analyzer, fold
from evidence.expected import AnswerKind, expected_answer
from evidence.families import searchable

Meaning: TypeAlias = frozenset[str]
"""Terms, numbers, addresses, and what kind of answer is wanted. Empty only for an empty text."""

_ADDRESS: Final = re.compile(r"\b(?:https?://|doi:|arxiv:|note://)\S*[^\s\"'<>)\]}.,;:!?/]", re.I)
_NUMBER: Final = re.compile(r"\d+(?:[.:/-]\d+)+")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SIGNED: Final = re.compile(r"\b[A-Za-z]\w{0,20}(?:\+\+|#)")
_CAPITALS: Final = re.compile(r"(?<!\w)(?:[A-Z]{2,5}|(?<=[a-z] )[A-HJ-Z])(?!\w)")
"""`US`, `WHO` and the letter of `vitamin A` look like function words when their capitals go."""
_TURNS: Final = frozenset(
    (
        "not no nor never without before after above below over under more less few fewer most "
        "least only than until since"
    ).split()
)
"""Function words that turn a question into another one."""
_ASKED: Final = {"who": "?who", "whom": "?who", "whose": "?who", "where": "?where", "why": "?why"}
_DATE_WORDS: Final = frozenset({"year", "date", "day", "month", "centuri", "decad"})


def meaning_of(text: str, analyzer: Analyzer) -> Meaning:
    """The meaning of a question or of the topic of one; its lead-in says nothing."""
    asked = _THOUSANDS.sub("", " ".join(searchable(text).split()))
    words = _ADDRESS.sub(" ", asked)
    folded = [fold(word) for word in analyzer.words(words)]
    kind = expected_answer(words)
    terms = set(analyzer.content_terms(words))
    if kind is AnswerKind.DATE:
        terms -= _DATE_WORDS
    if kind is not AnswerKind.OPEN:
        terms.add(f"?{kind.value}")
    terms.update(word for word in folded if word in _TURNS)
    terms.update(_ASKED[word] for word in folded[:1] if word in _ASKED)
    terms.update(_marked(words), _NUMBER.findall(words), _ADDRESS.findall(asked))
    return frozenset(terms or folded or asked.split())


def same_topic(topic: Meaning, question: Meaning) -> bool:
    """Whether a topic asks for nothing that the question does not ask for."""
    return topic <= question


def _marked(text: str) -> set[str]:
    """Words that would be lost, or be another word, without their capitals and signs."""
    signed = {match.group().lower() for match in _SIGNED.finditer(text)}
    if text.isupper():
        return signed
    capitals = (match.group() for match in _CAPITALS.finditer(text))
    return signed | {word for word in capitals if fold(word) in STOP_WORDS}
