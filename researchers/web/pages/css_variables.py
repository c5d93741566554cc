"""CSS variables: `var(--name, fallback)` in a value, put in. Pure."""

import re
from collections.abc import Mapping
from typing import Final

_VARIABLE: Final = re.compile(r"var\(\s*(--[^\s,()]{1,80})\s*(?:,([^()]{0,100}))?\)")
_DEEPEST: Final = 5
_LONGEST: Final = 300


def resolved(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables put in, as far as they are known: five deep, 300 characters."""
    for _ in range(_DEEPEST):
        if "var(" not in value:
            break
        value = _VARIABLE.sub(lambda m: variables.get(m[1], m[2] or "").strip(), value)[:_LONGEST]
    return value
