"""Responses of earlier runs: what is known about them in one SQLite file, their heads and bodies
in the content store, by hash. What is gone or damaged is as if it had never been kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import anyio
from pydantic import BaseModel, ConfigDict, ValidationError

from researchers.web.fetching import freshness
from researchers.web.fetching.cache_file import CacheBounds, CacheFile
from researchers.web.fetching.freshness import Arrival
from researchers.web.fetching.model import CacheUse, Fetched, Hop
from traces.errors import TraceError
from traces.fields import Kind
from traces.redact import Redactor
from traces.store import ContentStore

FILE_NAME: Final = "web-cache.sqlite3"
"""Below the home's index folder."""

_REDACTOR: Final = Redactor()
_LONGEST_RECORD: Final = 262_144
_NEVER_KEPT: Final = frozenset(
    {
        "set-cookie",
        "set-cookie2",
        "www-authenticate",
        "authentication-info",
        "proxy-authenticate",
        "proxy-authentication-info",
    }
)


class _KeptHop(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    status: int
    head: str


class _Record(BaseModel):
    """One row of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    final_url: str
    status: int
    head: str
    headers: dict[str, str]
    body: str
    hops: tuple[_KeptHop, ...]
    content_coding: str | None
    decoded_length: int
    fetched_at: str
    allowance: str | None
    arrived: float
    age: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A response of an earlier request, as it would be returned without asking anybody."""

    fetched: Fetched
    arrived: Arrival

    def seconds_left(self, now: float) -> float:
        """How long it may still be used unasked; zero or less when it may not. A redirect on its
        way that is neither permanent nor fresh makes it unusable."""
        return self._left(now, guessing=True)

    def promised_seconds_left(self, now: float) -> float:
        """The same by what its server said alone, without a guess from the age of the page."""
        return self._left(now, guessing=False)

    def _left(self, now: float, *, guessing: bool) -> float:
        left = [freshness.seconds_left(self.headers, self.arrived, now, guessing=guessing)]
        for hop in self.fetched.hops:
            fields = freshness.fields_of(hop.head)
            until = freshness.redirect_until(hop.status, fields, self.arrived)
            left += [] if until is None else [until - now]
        return min(left)

    @property
    def headers(self) -> Mapping[str, str]:
        return self.fetched.headers

    @property
    def conditions(self) -> Mapping[str, str]:
        """What to ask its server with; empty when only a new copy will do. Validators belong to
        the last address, so there are none for a response that was reached by redirects."""
        return {} if self.fetched.hops else freshness.conditions(self.headers)


class HttpCache:
    """Kept responses by the URL that was asked for. Its calls never raise for what the disk does;
    a full one means that nothing more is kept."""

    def __init__(self, path: Path, store: ContentStore, bounds: CacheBounds | None = None) -> None:
        self._file = CacheFile(path, bounds)
        self._store = store

    async def find(self, url: str) -> Kept | None:
        """What was kept for a URL, however old."""
        return await anyio.to_thread.run_sync(self._find, url)

    async def keep(self, response: Kept) -> None:
        """Keep a response if it may be and if that is of use; forget the older one in any case."""
        await anyio.to_thread.run_sync(self._keep, response)

    def close(self) -> None:
        """Let go of the file; the next call opens it again."""
        self._file.close()

    def _find(self, url: str) -> Kept | None:
        text = self._file.get(url)
        if text is None:
            return None
        try:
            return self._read(url, _Record.model_validate_json(text))
        except (ValidationError, TraceError, UnicodeEncodeError):
            self._file.remove(url)
            return None

    def _read(self, url: str, record: _Record) -> Kept:
        fetched = Fetched(
            url=url,
            final_url=record.final_url,
            status=record.status,
            head=self._store.get(record.head),
            headers=record.headers,
            body=self._store.get(record.body),
            hops=tuple(Hop(h.url, h.status, h.head.encode("latin-1")) for h in record.hops),
            content_coding=record.content_coding,
            decoded_length=record.decoded_length,
            fetched_at=record.fetched_at,
            allowance=record.allowance,
            cache=CacheUse.CACHE,
        )
        return Kept(fetched, Arrival(record.arrived, record.age))

    def _keep(self, response: Kept) -> None:
        url = response.fetched.url
        try:
            record = self._record(response) if _is_worth_keeping(response) else None
        except (TraceError, OSError):
            record = None
        if record is None or len(text := record.model_dump_json()) > _LONGEST_RECORD:
            self._file.remove(url)
        else:
            self._file.put(url, text, response.arrived.at)

    def _record(self, response: Kept) -> _Record:
        fetched, arrived = response.fetched, response.arrived
        return _Record(
            final_url=fetched.final_url,
            status=fetched.status,
            head=self._store.put(fetched.head),
            headers={k: v for k, v in fetched.headers.items() if k not in _NEVER_KEPT},
            body=self._store.put(fetched.body),
            hops=tuple(
                _KeptHop(url=h.url, status=h.status, head=h.head.decode("latin-1"))
                for h in fetched.hops
            ),
            content_coding=fetched.content_coding,
            decoded_length=fetched.decoded_length,
            fetched_at=fetched.fetched_at,
            allowance=fetched.allowance,
            arrived=arrived.at,
            age=arrived.age,
        )


def _is_worth_keeping(response: Kept) -> bool:
    """Whether a response may be kept and can be used again. An address with a key or a password in
    it is no text to leave behind."""
    fetched = response.fetched
    if not freshness.may_be_kept(fetched.status, fetched.headers):
        return False
    if fetched.hops and response.seconds_left(response.arrived.at) <= 0:
        return False
    urls = (fetched.url, fetched.final_url, *(hop.url for hop in fetched.hops))
    return all(_REDACTOR.value(Kind.URL, url) == url for url in urls)


def after_not_modified(kept: Kept, answer: Fetched, arrived: Arrival) -> Kept | None:
    """A kept response with what a 304 says about it; None when the 304 can't be about it."""
    headers = freshness.renewed(kept.headers, answer.headers)
    if headers is None or answer.hops:
        return None
    fetched = replace(kept.fetched, headers=headers, cache=CacheUse.REVALIDATED)
    return Kept(fetched, arrived)
