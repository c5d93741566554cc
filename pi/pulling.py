"""Fetching what a researcher's citations name: from the home where it is there already, else
through `blob://`, bounded in time and bytes."""

from collections.abc import Sequence
from typing import Final, Protocol

import anyio
import anyio.to_thread

from pi.checking import Unavailable
from pi.failure import ResearcherFailure
from traces.digest import content_name
from traces.errors import ContentMissing, TraceWriteError
from traces.store import ContentStore

CONTENT_MAX_BYTES: Final = 32 * 1024 * 1024
"""Of one piece of content: a long book as text has two."""
_TOTAL_MAX_BYTES: Final = 128 * 1024 * 1024
_AT_ONCE: Final = 4


class Records(Protocol):
    """Where records are read from: `pi.connection.ResearcherConnection` is one. Both raise
    ResearcherFailure."""

    async def read_trace(self, trace_id: str, max_bytes: int) -> bytes: ...
    async def read_blob(self, content_hash: str, max_bytes: int) -> bytes: ...


class ContentPull:
    """Content of one researcher. What comes and has its name's hash is put into the store, so that
    it is pulled once and there for whoever verifies; without a store it is kept nowhere. At most
    32 MiB of one piece and 128 MiB of all are taken."""

    def __init__(self, records: Records, store: ContentStore | None) -> None:
        self._records = records
        self._store = store
        self._left = _TOTAL_MAX_BYTES

    async def all(self, names: Sequence[str], seconds: float) -> dict[str, bytes | Unavailable]:
        """Every name's bytes, a few at once, or why they could not be had within the time. Bytes
        that are not those of the name are handed over as they came: that is for the rules."""
        found: dict[str, bytes | Unavailable] = {}
        turns = anyio.CapacityLimiter(_AT_ONCE)

        async def fetch(name: str) -> None:
            async with turns:
                found[name] = await self.one(name)

        with anyio.move_on_after(seconds):
            async with anyio.create_task_group() as tasks:
                for name in names:
                    tasks.start_soon(fetch, name)
        late = Unavailable("its content did not come in time")
        return {name: found.get(name, late) for name in names}

    async def one(self, name: str) -> bytes | Unavailable:
        """One name's bytes."""
        here = await self._from_store(name)
        if here is not None:
            return here
        most = min(CONTENT_MAX_BYTES, self._left)
        try:
            content = await self._records.read_blob(name, most)
        except ResearcherFailure as failure:
            what = failure.sentence.partition(";")[0].rstrip(".")
            return Unavailable(f"its content can't be had ({what})")
        self._left -= len(content)
        if self._store is not None and content_name(content) == name:
            return await self._kept(content)
        return content

    async def _kept(self, content: bytes) -> bytes | Unavailable:
        assert self._store is not None
        try:
            await anyio.to_thread.run_sync(self._store.put, content)
        except TraceWriteError as error:
            return Unavailable(f"its content could not be kept ({str(error).rstrip('.')})")
        return content

    async def _from_store(self, name: str) -> bytes | None:
        if self._store is None:
            return None
        try:
            return await anyio.to_thread.run_sync(self._store.get, name)
        except ContentMissing:
            return None
