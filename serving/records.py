"""Traces and stored content as read-only resources, so that a run can be audited from afar."""

import re
from typing import Annotated, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from pydantic import Field

from traces.errors import ContentMissing
from traces.home import Home
from traces.ids import is_run_id
from traces.store import ContentStore

_HASH: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_LARGEST_READ: Final = 4 * 1024 * 1024
"""Bytes of one read. A stdio client of the SDK needs seconds for larger messages."""

Start = Annotated[int, Field(ge=0)]
Length = Annotated[int, Field(ge=1)]


def add_records(server: MCPServer, home: Home) -> None:
    """Serve `trace://{trace_id}` and `blob://{sha256}` from a home. Both take `?start=…&length=…`
    in bytes; without them a record of more than 4 MiB is refused with a sentence that says so."""
    store = ContentStore(home.cas)

    @server.resource(
        "trace://{trace_id}{?start,length}",
        name="trace",
        title="Trace of a run",
        description="The audit log of one run, as stored: JSON lines, each chained to the one "
        "before by its hash. Large ones by ?start=…&length=… in bytes.",
        mime_type="application/x-ndjson",
    )
    def trace(trace_id: str, start: Start = 0, length: Length | None = None) -> str:
        if not is_run_id(trace_id):
            raise ResourceNotFoundError("A trace is named by its id, a UUID in lower case.")
        try:
            stored = home.trace(trace_id).read_bytes()
        except FileNotFoundError as error:
            raise ResourceNotFoundError(f"There is no trace {trace_id} here.") from error
        return _cut(stored, start, length).decode("ascii", "replace")

    @server.resource(
        "blob://{sha256}{?start,length}",
        name="blob",
        title="Stored content",
        description="The exact bytes that a citation's content_hash names. Large ones by "
        "?start=…&length=… in bytes.",
        mime_type="application/octet-stream",
    )
    def blob(sha256: str, start: Start = 0, length: Length | None = None) -> bytes:
        named = _HASH.fullmatch(sha256)
        if not named:
            raise ResourceNotFoundError("Content is named by sha256: and 64 hexadecimal digits.")
        try:
            stored = store.get(f"sha256:{named.group(1)}")
        except ContentMissing as error:
            raise ResourceNotFoundError(f"The content {sha256} is not in the store.") from error
        return _cut(stored, start, length)


def _cut(stored: bytes, start: int, length: int | None) -> bytes:
    wanted = stored[start:] if length is None else stored[start : start + length]
    if len(wanted) > _LARGEST_READ:
        raise ResourceError(
            f"This record has {len(stored):,} bytes; read it in parts of at most "
            f"{_LARGEST_READ:,} with ?start=…&length=…."
        )
    return wanted
