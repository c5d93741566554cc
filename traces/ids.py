"""Trace ids: random UUIDs in their canonical spelling, safe as a file name."""

import re
import uuid
from typing import Final

_RUN_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def new_run_id() -> str:
    """A fresh trace id."""
    return str(uuid.uuid4())


def is_run_id(text: object) -> bool:
    """True for a trace id as `new_run_id` spells it; nothing else is ever made into a path."""
    return isinstance(text, str) and _RUN_ID.fullmatch(text) is not None
