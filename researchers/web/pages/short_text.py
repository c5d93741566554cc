"""The words of an element that is expected to hold few of them."""

from typing import Any


def short_text(element: Any, longest: int) -> str | None:
    """An element's text with single spaces; None when it is longer than `longest` characters. No
    more than that much is looked at, however large the element is."""
    words: list[str] = []
    length = 0
    for part in element.itertext():
        length += len(part.strip())
        if length > longest:
            return None
        words.append(part)
    text = " ".join("".join(words).split())
    return text if len(text) <= longest else None
