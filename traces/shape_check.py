"""Holding data against the shape of its action, and walking it by kind. Pure.

A top-level value over 4 KiB stands in the line as `{"content_hash": …, "content_length": …}`; the
store holds its canonical JSON under that name.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, assert_never

from traces.canonical import read_exact
from traces.digest import is_content_name
from traces.errors import ContentCorrupt, LineRefused, TraceShapeError
from traces.fields import Field, Kind, Shape
from traces.ids import is_run_id
from traces.shapes import shape_of
from traces.sink import Action, JsonValue, SealStatus

Leaf = Callable[[Kind, JsonValue], JsonValue]

_MOVED: Final = frozenset(("content_hash", "content_length"))
_WORD_MAX_CHARS: Final = 256
_SEAL_STATUSES: Final = frozenset(status.value for status in SealStatus)


def moved(value: JsonValue) -> tuple[str, int] | None:
    """The name and length of a value that was moved to the store; None for one in place."""
    if not isinstance(value, dict) or value.keys() != _MOVED:
        return None
    name, length = value["content_hash"], value["content_length"]
    if not isinstance(name, str) or not is_content_name(name) or type(length) is not int:
        return None
    return name, length


def restore(data: Mapping[str, JsonValue], get: Callable[[str], bytes]) -> dict[str, JsonValue]:
    """Data with its moved values in place again. Raises ContentMissing as `get` does, and
    ContentCorrupt when the store holds something else than a value."""
    out: dict[str, JsonValue] = {}
    for key, value in data.items():
        away = moved(value)
        if away is None:
            out[key] = value
            continue
        try:
            out[key] = read_exact(get(away[0]))
        except LineRefused as error:
            raise ContentCorrupt(f"{away[0]} is not the value that was moved: {error}") from None
    return out


def check(action: Action, data: Mapping[str, JsonValue]) -> None:
    """Raise TraceShapeError, naming the field, unless data has the shape of its action. Moved
    values are accepted for any field; check them again after `restore`."""
    _map_shape(shape_of(action), data, action.value, _checked)
    if action is Action.SEAL and data["status"] not in _SEAL_STATUSES:
        raise TraceShapeError("`seal.status` is not one of complete, failed, cancelled")


def check_and_name(action: Action, data: Mapping[str, JsonValue]) -> frozenset[str]:
    """Check data as `check` does, and return the content that it names."""
    named: set[str] = set()

    def look(kind: Kind, value: JsonValue) -> JsonValue:
        if kind is Kind.REFERENCE and isinstance(value, str):
            named.add(value)
        return _checked(kind, value)

    map_leaves(action, data, look)
    return frozenset(named)


def map_leaves(action: Action, data: Mapping[str, JsonValue], leaf: Leaf) -> dict[str, JsonValue]:
    """Checked data with every value passed through `leaf`, together with its kind."""
    return _map_shape(shape_of(action), data, action.value, leaf)


def references(action: Action, data: Mapping[str, JsonValue]) -> Iterator[tuple[str, int | None]]:
    """The stored content that a line names, with its length where the line says it."""
    found: list[str] = []

    def collect(kind: Kind, value: JsonValue) -> JsonValue:
        if kind is Kind.REFERENCE and isinstance(value, str):
            found.append(value)
        return value

    map_leaves(action, data, collect)
    length = data.get("content_length")
    for name in found:
        sized = name == data.get("content_hash") and isinstance(length, int)
        yield name, (int(str(length)) if sized else None)
    for value in data.values():
        away = moved(value)
        if away is not None:
            yield away


def named_in(action: Action, data: Mapping[str, JsonValue]) -> frozenset[str]:
    """The stored content that a line itself names, values that were moved away included."""
    return frozenset(name for name, _ in references(action, data))


def _map_shape(
    shape: Shape, data: Mapping[str, JsonValue], where: str, leaf: Leaf
) -> dict[str, JsonValue]:
    out: dict[str, JsonValue] = {}
    for key, value in data.items():
        known = shape.get(key)
        if known is None:
            fields = ", ".join(sorted(shape))
            raise TraceShapeError(f"`{where}` has no field `{key}`; it has {fields}")
        try:
            out[key] = _map_field(known, value, key, leaf)
        except TraceShapeError as error:
            raise TraceShapeError(f"`{where}.{key}` {error}") from None
    for key, field in shape.items():
        if field.required and data.get(key) is None:
            raise TraceShapeError(f"`{where}` needs `{key}`")
    return out


def _map_field(field: Field, value: JsonValue, key: str, leaf: Leaf) -> JsonValue:
    if value is None or moved(value) is not None:
        return value
    if not field.many:
        return leaf(field.kind, value)
    if not isinstance(value, list):
        raise TraceShapeError("takes a list")
    rows = field.rows
    if rows is None:
        return [leaf(field.kind, item) for item in value]
    return [_map_shape(rows, _row(item), key, leaf) for item in value]


def _row(item: JsonValue) -> Mapping[str, JsonValue]:
    if not isinstance(item, dict):
        raise TraceShapeError("takes a list of objects")
    return item


def _checked(kind: Kind, value: JsonValue) -> JsonValue:
    """Return the value when its kind takes it."""
    match kind:
        case Kind.PLAIN:
            return value
        case Kind.FLAG:
            fits, takes = isinstance(value, bool), "true or false"
        case Kind.COUNT:
            fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            takes = "an integer of zero or more"
        case Kind.REFERENCE | Kind.DIGEST:
            fits, takes = is_content_name(value), "sha256: and 64 hexadecimal digits"
        case Kind.RUN:
            fits, takes = is_run_id(value), "a trace id"
        case Kind.WORD:
            fits = isinstance(value, str) and len(value) <= _WORD_MAX_CHARS
            takes = "text of at most 256 characters"
        case Kind.TEXT | Kind.QUOTED | Kind.URL | Kind.PATH:
            fits, takes = isinstance(value, str), "text"
        case _:
            assert_never(kind)
    if not fits:
        raise TraceShapeError(f"takes {takes}")
    return value
