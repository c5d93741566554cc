"""Whether the numbers, dates and names of a sentence occur in the excerpts it cites, each whole:
an excerpt that says 1260 does not bear out 260."""

import re
from collections.abc import Sequence
from typing import Final

_CLAIM: Final = re.compile(r"\d+(?:[.,:/-]\d+)*|(?<![^\W_])[A-Z][^\W_]+")
_CUT_CLAIM: Final = re.compile(rf"({_CLAIM.pattern}) \u2026\Z")
"""The last claim of a sentence that was shortened; it may have been cut itself."""


def ungrounded(sentence: str, excerpts: Sequence[str]) -> tuple[str, ...]:
    """The numbers and capitalised words of a sentence that stand in none of the excerpts."""
    held = {claim for text in excerpts for claim in _CLAIM.findall(text)}
    cut = _CUT_CLAIM.search(sentence)
    missing = (claim for claim in dict.fromkeys(_CLAIM.findall(sentence)) if claim not in held)
    return tuple(c for c in missing if not (cut and c == cut.group(1) and _begins(c, held)))


def _begins(claim: str, held: set[str]) -> bool:
    return any(whole.startswith(claim) for whole in held)
