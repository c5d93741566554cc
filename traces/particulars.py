"""What a person is shown of a line's data, beside its decision: a few fields, each short."""

from collections.abc import Iterator, Mapping
from typing import Final

from traces.errors import ContentMissing
from traces.fetches import read_hops
from traces.line import Line
from traces.reader import data_of, text_of
from traces.sink import Action, JsonValue
from traces.store import ContentStore

_SHOWN: Final = (
    "query",
    "path",
    "url",
    "verdict",
    "missing",
    "locator",
    "found",
    "status",
    "failure",
    "message",
    "content_hash",
)
"""In this order; after them come the findings of a failed check."""

_FETCHED: Final = (
    "status",
    "content_type",
    "cache",
    "robots",
    "allowance",
    "role",
    "flags",
    "content_hash",
)
"""Of a fetch, after its addresses and its title."""

_FINDINGS_SHOWN: Final = 8
_ADDRESS_CHARS: Final = 300
_TITLE_CHARS: Final = 100
_CHARS: Final = 200
_MEMBERS: Final = 8

Row = tuple[str, str]


def particulars_of(line: Line, store: ContentStore) -> tuple[Row, ...]:
    """The fields to show, by name, as text that may hold anything that a source held."""
    data = data_of(line, store)
    if line.action is Action.FETCH_URL:
        return tuple(_of_fetch(data, store))
    findings = data.get("findings")
    found = findings if isinstance(findings, list) else []
    return (
        *_fields(data, _SHOWN),
        *(("finding", _short(finding)) for finding in found[:_FINDINGS_SHOWN]),
    )


def _of_fetch(data: Mapping[str, JsonValue], store: ContentStore) -> Iterator[Row]:
    """A title stands in quotation marks of its own, so that it can't pass for another field."""
    url, final_url = text_of(data, "url"), text_of(data, "final_url")
    yield "url", url[:_ADDRESS_CHARS]
    if final_url and final_url != url:
        yield "led to", final_url[:_ADDRESS_CHARS]
    if hops := text_of(data, "hops"):
        yield "redirects", _redirects(hops, store)
    if title := " ".join(text_of(data, "title").split()):
        inside = title[:_TITLE_CHARS].replace("”", "'")
        yield "title", f"“{inside}”"
    yield from _fields(data, _FETCHED)
    length = data.get("raw_length")
    if isinstance(length, int):
        yield "bytes", f"{length:,}"


def _redirects(hops: str, store: ContentStore) -> str:
    """How many, and what each of them answered."""
    try:
        rows = read_hops(store.get(hops))
    except ContentMissing:
        rows = None
    if rows is None:
        return "lost"
    statuses = ", ".join(str(row.status) for row in rows[:_MEMBERS])
    return f"{len(rows)} ({statuses})"


def _fields(data: Mapping[str, JsonValue], names: tuple[str, ...]) -> Iterator[Row]:
    shown = ((name, _short(data.get(name))) for name in names)
    return ((name, text) for name, text in shown if text)


def _short(value: JsonValue) -> str:
    if isinstance(value, str):
        return value[:19] + "…" if value.startswith("sha256:") else value[:_CHARS]
    if isinstance(value, list):
        return ", ".join(str(item) for item in value[:_MEMBERS])
    return "" if value is None or isinstance(value, Mapping) else str(value)
