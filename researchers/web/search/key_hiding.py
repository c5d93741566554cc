"""Keeping a key out of what is stored, should an engine echo it. Pure."""

from typing import Final

_HIDDEN: Final = b"[secret]"


def without_key(answer: bytes, key: str | None) -> bytes:
    """An engine's answer with the key taken out wherever it stands; to the letter otherwise."""
    return answer.replace(key.encode(), _HIDDEN) if key else answer
