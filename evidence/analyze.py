"""One analyser for questions, notes, judging and windows, so that all of them agree on a term.

A term is a folded, stemmed word. Identifiers keep their whole form and add their parts
(`getElementById` gives `getelementbyid get element by id`), a number glued to a unit adds both
(`423MB` gives `423mb 423 mb`), and scripts without spaces become overlapping pairs of letters.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import Stemmer

_WORD: Final = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*")
"""Letters and digits; a mark that stands behind its letter, as in names of files, is part of it."""
_CAMEL: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_UNIT: Final = re.compile(r"(\d+)([a-z]{1,3})")
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)
_VOICING: Final = "\u3099\u309a"
_CACHE_LIMIT: Final = 400_000
_LONGEST_TERM: Final = 64
"""A longer run of letters is a hash or encoded data; its head identifies it well enough."""

STOP_WORDS: Final = frozenset(
    (
        "a about above after again all also am an and any are aren as at be because been before "
        "being below between both but by can cannot could couldn d did didn do does doesn doing "
        "don down during each either few for from further had hadn has hasn have haven having "
        "he her here hers herself him himself his how however i if in into is isn it its itself "
        "just let ll m many me might mightn more most much must mustn my myself neither no nor "
        "not now of off on once one only or other our ours ourselves out over own please re s "
        "same shall shan she should shouldn so some such t than that the their theirs them "
        "themselves then there these they this those through to too under until up upon us ve "
        "very was wasn we were weren what whatever when where whether which while who whom "
        "whose why will with within without won would wouldn yet you your yours yourself "
        "yourselves"
    ).split()
)
"""Function words of English; they are indexed, and never searched for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A term and where the word it came from stands, in code points."""

    term: str
    start: int
    end: int


def fold(word: str) -> str:
    """Lower case without diacritics: `Naïve` gives `naive`. The voicing of kana is no diacritic."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    kept = (c for c in decomposed if c in _VOICING or not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(kept)).casefold()


class Analyzer:
    """Turns text into terms. Keeps a bounded cache of words it has seen; not shared by threads
    that run at the same moment outside the interpreter lock."""

    def __init__(self, language: str = "english") -> None:
        self._stemmer = Stemmer.Stemmer(language)
        self._cache: dict[str, tuple[str, ...]] = {}

    def terms(self, text: str) -> list[str]:
        """All terms of a text in order, parts of identifiers after their whole form."""
        cache = self._cache
        out: list[str] = []
        for word in _WORD.findall(text):
            known = cache.get(word)
            out.extend(known if known is not None else self._learn(word))
        return out

    def tokens(self, text: str) -> list[Token]:
        """All terms with the offsets of the word each came from."""
        out: list[Token] = []
        for match in _WORD.finditer(text):
            for term in self.word(match.group()):
                out.append(Token(term, match.start(), match.end()))
        return out

    def word(self, word: str) -> tuple[str, ...]:
        """The terms of one word."""
        known = self._cache.get(word)
        return known if known is not None else self._learn(word)

    @staticmethod
    def words(text: str) -> list[str]:
        """The words of a text as they are written."""
        return _WORD.findall(text)

    def content_terms(self, text: str) -> list[str]:
        """The terms of a text that are not function words, each once, in order."""
        seen: dict[str, None] = {}
        for word in _WORD.findall(text):
            if fold(word) not in STOP_WORDS:
                seen.update(dict.fromkeys(self.word(word)))
        return list(seen)

    def _learn(self, word: str) -> tuple[str, ...]:
        if len(self._cache) >= _CACHE_LIMIT:
            self._cache.clear()
        terms = tuple(self._split(word))
        self._cache[word] = terms
        return terms

    def _split(self, word: str) -> list[str]:
        folded = fold(word)[:_LONGEST_TERM]
        if not word.isascii():
            folded = "".join(filter(str.isalnum, folded)) or word.lower()
            if _UNSPACED.search(folded):
                return _pairs(folded)
        if folded.isdigit():
            return [folded]
        unit = _UNIT.fullmatch(folded)
        if unit:
            return [folded, unit.group(1), unit.group(2)]
        parts = _CAMEL.findall(word) if word.isascii() and not word.islower() else []
        if len(parts) > 1 and not word.isupper():
            return [folded, *(self._stem(part.lower()) for part in parts)]
        return [self._stem(folded)]

    def _stem(self, word: str) -> str:
        return str(self._stemmer.stemWord(word)) if word.isalpha() else word


def _pairs(word: str) -> list[str]:
    """Overlapping pairs of letters for scripts that don't put spaces between words."""
    out: list[str] = []
    last = 0
    for run in _UNSPACED.finditer(word):
        if run.start() > last:
            out.append(word[last : run.start()])
        letters = run.group()
        out.extend(letters[i : i + 2] for i in range(max(1, len(letters) - 1)))
        last = run.end()
    if last < len(word):
        out.append(word[last:])
    return out


@lru_cache(maxsize=1)
def default_analyzer() -> Analyzer:
    """The analyser every part of a process shares."""
    return Analyzer()
