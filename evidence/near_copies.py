"""Which documents say the same words: the second of two near copies is no second source.

Resemblance of token shingles (Broder, "On the resemblance and containment of documents", 1997):
two texts are near copies when 0.8 of the shingles of the shorter one stand in the longer one, and
the shorter one is no mere fragment of it.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final

from evidence.documents import Document

_SHINGLE: Final = 5
_MOST_SHINGLES: Final = 4_000
_SAME_SHARE: Final = 0.8
_LEAST_LENGTH_SHARE: Final = 0.5
_WORD: Final = re.compile(r"\w+")


def near_copies(documents: Sequence[Document]) -> Mapping[str, str]:
    """Keys of near copies, each with the key of the first document that it copies. Documents come
    in the order in which they are to be kept."""
    kept: list[tuple[Document, frozenset[int]]] = []
    copies: dict[str, str] = {}
    for document in documents:
        own = shingles(document.text)
        original = next(
            (one for one, known in kept if _same(document, own, one, known)),
            None,
        )
        if original is None:
            kept.append((document, own))
        else:
            copies[document.key] = original.key
    return copies


def shingles(text: str) -> frozenset[int]:
    """Hashes of every five words in a row; of a long text, the smallest 4,000 of them, which are
    the same sample of the same words in every text."""
    words = [word.casefold() for word in _WORD.findall(text)]
    if len(words) < _SHINGLE:
        return frozenset({_hash(" ".join(words))} if words else ())
    runs = {" ".join(words[n : n + _SHINGLE]) for n in range(len(words) - _SHINGLE + 1)}
    return frozenset(sorted(map(_hash, runs))[:_MOST_SHINGLES])


def _same(left: Document, own: frozenset[int], right: Document, known: frozenset[int]) -> bool:
    if left.content_hash == right.content_hash:
        return True
    if not own or not known:
        return False
    short, long = sorted((own, known), key=len)
    if len(short) < _LEAST_LENGTH_SHARE * len(long):
        return False
    if len(long) == _MOST_SHINGLES:  # samples: compare only where both of them reach
        reach = min(max(short), max(long))
        short = frozenset(one for one in short if one <= reach)
        long = frozenset(one for one in long if one <= reach)
        short, long = sorted((short, long), key=len)
    return len(short & long) >= _SAME_SHARE * max(len(short), 1)


def _hash(words: str) -> int:
    return int.from_bytes(blake2b(words.encode("utf-8", "replace"), digest_size=8).digest(), "big")
