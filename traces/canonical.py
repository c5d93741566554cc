"""The one spelling of a JSON value: ASCII, sorted keys, no spaces, no floats.

A hash is taken over bytes, so a value must have exactly one spelling. A reader parses a line and
spells it again: any difference (a duplicate key, a space, `1.0`, `\\u0041`) is a refusal.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final, Never

from traces.errors import LineRefused, TraceShapeError
from traces.sink import JsonValue

LARGEST_INTEGER: Final = 2**53
"""Beyond this other languages' parsers round."""

DEEPEST: Final = 32


def plain(value: object, depth: int = 0) -> JsonValue:
    """A copy made of dict, list, str, int, bool and None only. Raises TraceShapeError for what
    has no exact spelling: floats, huge integers, other types, nesting deeper than 32."""
    if depth > DEEPEST:
        raise TraceShapeError("trace data is nested deeper than 32 levels")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise TraceShapeError("an integer in trace data is beyond 2**53; write it as text")
        return int(value)
    if isinstance(value, Mapping):
        return {_key(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [plain(item, depth + 1) for item in value]
    raise TraceShapeError(f"trace data holds a {type(value).__name__}; write it as text")


def spell(value: JsonValue) -> bytes:
    """The canonical bytes of a value that `plain` has accepted."""
    return json.dumps(
        value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode("ascii")


def read_exact(text: bytes) -> JsonValue:
    """Parse bytes that must be canonical. Raises LineRefused for anything else, and nothing but
    that, whatever the bytes are."""
    try:
        value: object = json.loads(text.decode("ascii"), parse_float=_no, parse_constant=_no)
        exact = plain(value)
        again = spell(exact)
    except (ValueError, RecursionError, TraceShapeError) as error:
        raise LineRefused(f"not canonical JSON ({type(error).__name__})") from None
    if again != text:
        raise LineRefused("not canonical JSON: the same value is spelt differently")
    return exact


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TraceShapeError("a key in trace data is not text")
    return str(key)


def _no(text: str) -> Never:
    raise ValueError(f"a trace has no number like {text[:20]}")
