"""A researcher's own words, where the result repeats them outside of the answer.

They come from whoever wrote that researcher or what it read, and a caller's language model may read
the result: what gives such a model orders is left out, and so is what can't be printed.
"""

from typing import Final

from evidence.instructions import without_instructions

UNREPEATED: Final = "its words speak to a language model and are not repeated."
_LOOKED_AT: Final = 4
"""How many times the length that is kept is looked at."""


def plain(words: str, longest: int) -> str:
    """The words on one line, at most so many characters; empty when nothing is left of them."""
    printable = "".join(c if c.isprintable() else " " for c in words[: _LOOKED_AT * longest])
    kept = " ".join(without_instructions(printable).split())[:longest].strip()
    return kept if any(map(str.isalnum, kept)) else ""


def named(researcher: str, words: str) -> str:
    """A researcher's words behind its name, unless they begin with it themselves."""
    begins = words.startswith((f"{researcher} ", f"{researcher}: "))
    return words if begins else f"{researcher}: {words}"
