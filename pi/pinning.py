"""What a researcher's list of tools was when it was last met, so that a change is noticed.

Only the hash is kept and told: what a server says about itself goes no further. Pure.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Final

import mcp_types as types

_SHOWN_DIGITS: Final = 12


def pin_of(tools: Sequence[types.Tool]) -> str:
    """`sha256:` over names, titles, descriptions, schemas and annotations, whatever their order."""
    listed = sorted(_canonical(tool) for tool in tools)
    return "sha256:" + hashlib.sha256("\n".join(listed).encode()).hexdigest()


def change_noticed(researcher: str, before: str | None, now: str) -> str | None:
    """One sentence when the tools are others than at the last meeting."""
    if before is None or before == now:
        return None
    return (
        f"{researcher} lists other tools than when it was last met ({_short(before)} then, "
        f"{_short(now)} now); if you did not update it, look at it with "
        f"`marchwarden conform {researcher}`."
    )


def _canonical(tool: types.Tool) -> str:
    said = tool.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"icons"})
    return json.dumps(said, sort_keys=True, separators=(",", ":"))


def _short(pin: str) -> str:
    return pin.removeprefix("sha256:")[:_SHOWN_DIGITS]
