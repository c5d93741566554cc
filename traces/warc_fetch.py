"""One fetch as WARC records: each redirect, the response, what is known of it, and its text. Pure.

The request is not among them: what was sent is not kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from traces.fetches import Fetch, Hop
from traces.http_head import archived_head
from traces.sink import JsonValue
from traces.warc_record import WarcRecord, record_id, target_uri, warc_date, warc_fields

_HTTP: Final = "application/http; msgtype=response"
FIELDS: Final = "application/warc-fields"
_TEXT: Final = "text/plain; charset=utf-8"
_TOLD: Final = (
    "url",
    "final_url",
    "status",
    "title",
    "role",
    "cache",
    "allowance",
    "robots",
    "flags",
    "content_hash",
    "content_length",
    "raw",
    "raw_length",
    "head",
    "hops",
)
"""What a metadata record repeats from the trace, under the trace's own names."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored bytes of one fetch. `text` is None where it is the body itself, or lost, and
    empty where nothing could be read."""

    head: bytes
    body: bytes
    text: bytes | None
    hops: Sequence[Hop]


def fetch_records(fetch: Fetch, kept: Kept, info: str) -> Iterator[WarcRecord]:
    """The records of one fetch; `info` is the id of the file's own record."""
    run, step = fetch.line.run, fetch.line.step
    date = warc_date(str(fetch.told.get("fetched_at") or ""), fetch.line.timestamp)
    about = record_id(run, step, "response")
    belongs = ("WARC-Warcinfo-ID", info)
    place = ("WARC-Target-URI", target_uri(fetch.place))
    for number, hop in enumerate(kept.hops, start=1):
        yield _redirect(hop, record_id(run, step, f"hop-{number}"), date, (belongs, about))
    yield WarcRecord(
        kind="response",
        id=about,
        date=date,
        content_type=_HTTP,
        block=archived_head(kept.head, len(kept.body)) + kept.body,
        named=(place, belongs),
        payload=kept.body,
    )
    refers = ("WARC-Refers-To", about)
    yield WarcRecord(
        kind="metadata",
        id=record_id(run, step, "metadata"),
        date=date,
        content_type=FIELDS,
        block=_metadata(fetch),
        named=(place, refers, belongs),
    )
    if kept.text:
        yield WarcRecord(
            kind="conversion",
            id=record_id(run, step, "text"),
            date=date,
            content_type=_TEXT,
            block=kept.text,
            named=(place, refers, belongs),
        )


def _redirect(hop: Hop, own: str, date: str, ties: tuple[tuple[str, str], str]) -> WarcRecord:
    """A redirect's head. Its body was not kept, and the record says that it is cut."""
    belongs, about = ties
    return WarcRecord(
        kind="response",
        id=own,
        date=date,
        content_type=_HTTP,
        block=archived_head(hop.head_bytes, 0),
        named=(
            ("WARC-Target-URI", target_uri(hop.url)),
            ("WARC-Concurrent-To", about),
            belongs,
            ("WARC-Truncated", "unspecified"),
        ),
        payload=b"",
    )


def _metadata(fetch: Fetch) -> bytes:
    """Where the fetch stands in the record of the run, and what that says of it."""
    return warc_fields(
        (
            ("marchwarden-trace", fetch.line.run),
            ("marchwarden-step", str(fetch.line.step)),
            ("marchwarden-by", fetch.line.by),
            ("marchwarden-decision", fetch.line.decision),
            *(
                (f"marchwarden-{key}".replace("_", "-"), _word(fetch.told.get(key)))
                for key in _TOLD
            ),
        )
    )


def _word(value: JsonValue) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)
