"""What a `fetch_url` line says of one fetch, as a value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, TypeAdapter, ValidationError

from traces.line import Line
from traces.reader import Trace, data_of, text_of
from traces.sink import Action, JsonValue
from traces.store import ContentStore


class Hop(BaseModel):
    """One redirect on the way, as the stored list of hops has it. `head` is its status line and
    fields."""

    url: str
    status: int
    head: str = ""

    @property
    def head_bytes(self) -> bytes:
        """The head as it came: HTTP's fields are Latin-1."""
        try:
            return self.head.encode("latin-1")
        except UnicodeEncodeError:
            return self.head.encode("utf-8", errors="replace")


_HOPS: Final = TypeAdapter(tuple[Hop, ...])


@dataclass(frozen=True, slots=True)
class Fetch:
    """One fetch of a run. `text` names what was read out of the body, `raw` the body as it came,
    `head` its status line and fields, `hops` the list of redirects; empty where none is kept."""

    line: Line
    url: str
    final_url: str
    text: str
    raw: str
    head: str
    hops: str
    told: Mapping[str, JsonValue]
    """The whole data of the line."""

    @property
    def place(self) -> str:
        """The address that answered."""
        return self.final_url or self.url


def fetches_of(trace: Trace, store: ContentStore) -> Iterator[Fetch]:
    """The fetches of a run, in order."""
    for line in trace.lines:
        if line.action is Action.FETCH_URL:
            data = data_of(line, store)
            yield Fetch(
                line=line,
                url=text_of(data, "url"),
                final_url=text_of(data, "final_url"),
                text=text_of(data, "content_hash"),
                raw=text_of(data, "raw"),
                head=text_of(data, "head"),
                hops=text_of(data, "hops"),
                told=data,
            )


def read_hops(content: bytes) -> tuple[Hop, ...] | None:
    """The redirects of a stored list; None when it is none."""
    try:
        return _HOPS.validate_json(content)
    except ValidationError:
        return None
