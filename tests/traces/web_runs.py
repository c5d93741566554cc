"""Runs that fetched pages: every kind of response as a researcher of the web records it."""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.traces.runs import record_answer, result_of
from traces.clock import ScriptedClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue, SealStatus, TraceSink
from traces.writer import TraceWriter

QUESTION: Final = "How far does the swift fly?"
FETCHED_AT: Final = "2026-03-01T10:00:00.250000Z"
MOVED_HEAD: Final = (
    "HTTP/1.1 301 Moved Permanently\r\nLocation: /swift\r\nContent-Length: 154\r\n\r\n"
)


@dataclass(frozen=True)
class Response:
    """A response and what was read out of it."""

    url: str
    body: bytes
    text: str
    fields: tuple[str, ...] = ("Content-Type: text/html; charset=utf-8",)
    final_url: str | None = None
    hops: tuple[tuple[str, int, str], ...] = ()
    told: tuple[tuple[str, JsonValue], ...] = ()

    @property
    def place(self) -> str:
        """The address that answered."""
        return self.final_url or self.url

    @property
    def head(self) -> bytes:
        return "".join(f"{row}\r\n" for row in ("HTTP/1.1 200 OK", *self.fields, "")).encode(
            "latin-1"
        )


SWIFT_TEXT: Final = "Swifts.\n\nA swift flies 200,000 km a year.\nIt sleeps in the air.\n"
SWIFT_HTML: Final = b"<h1>Swifts.</h1><p>A swift flies 200,000 km a year.<p>It sleeps in the air."
PLAIN: Final = Response(
    "http://birds.test/swift-old",
    SWIFT_HTML,
    SWIFT_TEXT,
    (f"Content-Length: {len(SWIFT_HTML)}", "Content-Type: text/html"),
    final_url="http://birds.test/swift",
    hops=(("http://birds.test/swift-old", 301, MOVED_HEAD),),
    told=(("title", "Swifts"), ("cache", "network"), ("robots", "allowed")),
)
ZIPPED: Final = Response(
    "https://nests.test/",
    gzip.compress(b"<p>Nests are under the eaves.</p>" * 40, mtime=0),
    "Nests are under the eaves.\n" * 40,
    (
        "Content-Type: text/html",
        "Content-Encoding: gzip",
        "Transfer-Encoding: chunked",
        "X-Name: M\xfcnchen",
    ),
    told=(("cache", "revalidated"), ("flags", ["instructions"])),
)
ROBOTS: Final = Response(
    "http://birds.test/robots.txt",
    b"User-agent: *\nDisallow: /eggs\n",
    "User-agent: *\nDisallow: /eggs\n",
    ("Content-Type: text/plain",),
    told=(("role", "robots"),),
)
EMPTY: Final = Response("http://birds.test/empty", b"", "", ("Content-Length: 0",))
PAGES: Final = (ROBOTS, PLAIN, ZIPPED, EMPTY)


def record_fetch(sink: TraceSink, response: Response) -> int:
    """Store a response whole and record its line. Returns the step."""
    hops = [{"url": url, "status": status, "head": head} for url, status, head in response.hops]
    text = response.text.encode()
    data: dict[str, JsonValue] = {
        "url": response.url,
        "final_url": response.final_url,
        "status": 200,
        "fetched_at": FETCHED_AT,
        "head": sink.put(response.head),
        "raw": sink.put(response.body),
        "raw_length": len(response.body),
        "hops": sink.put(json.dumps(hops).encode()) if hops else None,
        "content_hash": sink.put(text),
        "content_length": len(text),
        "locator": response.place,
        **dict(response.told),
    }
    return sink.record(Action.FETCH_URL, "Opened the best lead.", data)


def write_web_run(
    home: Home,
    responses: Sequence[Response] = PAGES,
    *,
    run: str | None = None,
    more: Mapping[Action, Mapping[str, JsonValue]] | None = None,
) -> str:
    """A sealed run that fetched some pages. `more` are lines to record after the fetches."""
    one = run or new_run_id()
    with TraceWriter.create(home, run=one, by="web", clock=ScriptedClock()) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": QUESTION})
        for response in responses:
            record_fetch(writer, response)
        for action, data in (more or {}).items():
            writer.record(action, "As it was.", data)
        result = result_of(one, writer.put(b"x")).model_copy(update={"citations": ()})
        writer.seal(SealStatus.COMPLETE, answer_hash=record_answer(writer, result))
    return one
