"""Names in a question: what is written with capitals inside a sentence, or stands in quotes."""

import re
from typing import Final

from evidence.analyze import STOP_WORDS, fold

_WORD: Final = re.compile(r"[^\W_]+")
_SENTENCE_END: Final = frozenset(".?!:")
_JOINERS: Final = frozenset({" ", "-", ".", "'", "\u2019", "&", "_", "/"})


def names_in(text: str) -> tuple[str, ...]:
    """Names in order, neighbours joined: `Natural Earth`, `ElevenLabs`, `SQLite3`.

    The first word of a sentence counts only when capitals stand inside it (`DuckDB`), because
    there a capital says nothing. A text in capitals throughout has no names.
    """
    words = list(_WORD.finditer(text))
    if not any(w.group().islower() for w in words):
        return ()
    names: dict[str, None] = {}
    run: list[re.Match[str]] = []
    for word in words:
        if not _is_name(text, word):
            _close(text, run, names)
            run = []
            continue
        if run and text[run[-1].end() : word.start()] not in _JOINERS:
            _close(text, run, names)
            run = []
        run.append(word)
    _close(text, run, names)
    return tuple(names)


def _close(text: str, run: list[re.Match[str]], names: dict[str, None]) -> None:
    if run:
        names[" ".join(word.group() for word in run)] = None


def _is_name(text: str, match: re.Match[str]) -> bool:
    word = match.group()
    if not any(letter.isupper() for letter in word) or fold(word) in STOP_WORDS:
        return False
    if len(word) == 1:
        return False
    before = text[: match.start()].rstrip(" \t\n\"'\u2018\u201c(")
    starts_sentence = not before or before[-1] in _SENTENCE_END
    return not starts_sentence or any(letter.isupper() for letter in word[1:])
