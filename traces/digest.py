"""Names of content: `sha256:` and 64 hexadecimal digits, computed over the exact bytes."""

import hashlib
import re
from typing import Final

PREFIX: Final = "sha256:"
_NAME: Final = re.compile(r"sha256:[0-9a-f]{64}")


def content_name(content: bytes) -> str:
    """The name under which these bytes are stored and referred to."""
    return PREFIX + hashlib.sha256(content).hexdigest()


def is_content_name(text: object) -> bool:
    """True for the one spelling that a name has."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None
