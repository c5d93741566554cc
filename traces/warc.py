"""A run's fetches as one WARC/1.1 file, for the tools of web archives.

The file holds what came over the network and the text that was read out of it: no question, no
answer, no note. The store stays the truth; this is a copy that other programs can read.
"""

import gzip
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from traces.children import with_children
from traces.errors import ContentMissing, ExportRefused
from traces.fetches import Fetch, Hop, fetches_of, read_hops
from traces.home import Home
from traces.store import ContentStore
from traces.target import made_whole, refuse_taken
from traces.verification import Verification
from traces.verify import verify_trace
from traces.warc_fetch import FIELDS, Kept, fetch_records
from traces.warc_record import WarcRecord, is_warc, record_id, spell, warc_fields

_STANDARD: Final = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"


@dataclass(frozen=True, slots=True)
class WarcExported:
    """What a file holds: how many fetches and records; what the store did not have, in sentences;
    how many fetches had no response kept; and what the trace's own check said."""

    path: Path
    runs: tuple[str, ...]
    fetches: int
    records: int
    missing: tuple[str, ...]
    unkept: int
    verification: Verification


def export_warc(home: Home, run: str, target: Path) -> WarcExported:
    """Write the fetches of a run and of its children that are in this home. `target` ends in
    `.warc.gz` or `.warc` and must not exist. Whole or not at all; the same run gives the same
    bytes. Raises TraceNotFound, OSError, and ExportRefused, also when nothing was fetched."""
    if not is_warc(target):
        raise ExportRefused(
            f"{target.name} is no name of a WARC file: end it in .warc.gz or .warc."
        )
    refuse_taken(target)
    traces = [trace for _, trace in with_children(home, run).values()]
    store = ContentStore(home.cas)
    every = [fetch for trace in traces for fetch in fetches_of(trace, store)]
    fetches = [fetch for fetch in every if fetch.head and fetch.raw]
    if not fetches:
        what = "kept no response of what it fetched" if every else "fetched nothing"
        raise ExportRefused(f"Run {run} {what}, so there is no WARC to write.")
    archivist = _Archivist(store)
    with made_whole(target) as place:
        records = _write(place, archivist.records(run, fetches), target.suffix == ".gz")
    return WarcExported(
        path=target,
        runs=tuple(trace.run for trace in traces),
        fetches=archivist.fetches,
        records=records,
        missing=tuple(dict.fromkeys(archivist.missing)),
        unkept=len(every) - len(fetches),
        verification=verify_trace(home, run, read_data=True),
    )


def _write(place: Path, records: Iterable[WarcRecord], zipped: bool) -> int:
    count = 0
    with place.open("xb") as file:
        for record in records:
            _append(file, spell(record), zipped)
            count += 1
    return count


def _append(file: BinaryIO, spelt: bytes, zipped: bool) -> None:
    """Each record is a gzip member of its own, so that a reader can begin at any of them."""
    with gzip.GzipFile("", "wb", 6, file, mtime=0) if zipped else nullcontext(file) as out:
        out.write(spelt)


@dataclass(slots=True)
class _Archivist:
    """Looks up the bytes of each fetch, one fetch at a time, and counts what it finds."""

    store: ContentStore
    fetches: int = 0
    missing: list[str] = field(default_factory=list)

    def records(self, run: str, fetches: Sequence[Fetch]) -> Iterator[WarcRecord]:
        info = _info(run, min(fetch.line.timestamp for fetch in fetches))
        yield info
        for fetch in fetches:
            kept = self._kept(fetch)
            if kept is not None:
                self.fetches += 1
                yield from fetch_records(fetch, kept, info.id)

    def _kept(self, fetch: Fetch) -> Kept | None:
        head, body = self._content(fetch.head), self._content(fetch.raw)
        text = self._content(fetch.text) if fetch.text not in ("", fetch.raw) else None
        hops = self._hops(fetch)
        return None if head is None or body is None else Kept(head, body, text, hops)

    def _hops(self, fetch: Fetch) -> tuple[Hop, ...]:
        content = self._content(fetch.hops) if fetch.hops else b"[]"
        hops = read_hops(content) if content is not None else ()
        if hops is None:
            self.missing.append(f"{fetch.hops} is no list of redirects.")
        return hops or ()

    def _content(self, name: str) -> bytes | None:
        try:
            return self.store.get(name)
        except ContentMissing as error:
            self.missing.append(str(error))
            return None


def _info(run: str, date: str) -> WarcRecord:
    """The record about the file. Without the file's name, so that two copies are the same."""
    rows = (
        ("software", "marchwarden"),
        ("format", "WARC File Format 1.1"),
        ("conformsTo", _STANDARD),
        ("isPartOf", f"urn:uuid:{run}"),
        ("description", f"What the run {run} fetched."),
    )
    return WarcRecord("warcinfo", record_id(run, 0, "warcinfo"), date, FIELDS, warc_fields(rows))
