"""Whether the numbers, dates and names of a sentence occur in the excerpts it cites."""

import re
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME: Final = re.compile(r"(?<![^\W_])[A-Z][^\W_]+")


def ungrounded(sentence: str, excerpts: Sequence[str]) -> tuple[str, ...]:
    """The numbers and capitalised words of a sentence that stand in none of the excerpts."""
    claims = dict.fromkeys((*_NUMBER.findall(sentence), *_NAME.findall(sentence)))
    return tuple(claim for claim in claims if not any(claim in text for text in excerpts))
