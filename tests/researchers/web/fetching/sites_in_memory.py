"""Sites without a network, and a time that passes only when somebody waits."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import format_datetime

import anyio
from anyio.lowlevel import checkpoint

from researchers.web.fetching.answers import problem_of
from researchers.web.fetching.model import (
    Fetched,
    FetchFailure,
    FetchProblem,
    Hop,
    MayFollow,
)
from researchers.web.fetching.patient_fetch import site_of
from researchers.web.fetching.politeness import Pace
from researchers.web.fetching.urls import parse_url
from traces.clock import timestamp
from traces.memory import MemoryTrace
from traces.sink import Action

START = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()


class ManualTime:
    """A clock of both kinds, and a pace: seconds pass when somebody sleeps or `pass_by` is
    called."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.left = float("inf")
        self.slept: list[float] = []

    def now(self) -> datetime:
        return datetime.fromtimestamp(START + self.seconds, UTC)

    def monotonic(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds
        await checkpoint()

    @property
    def pace(self) -> Pace:
        return Pace(self.monotonic, self.sleep, lambda: self.left)

    def http_date(self, ago: float = 0.0) -> str:
        """A moment before now, as a header has it."""
        moment = datetime.fromtimestamp(START + self.seconds - ago, UTC)
        return format_datetime(moment, usegmt=True)


@dataclass(frozen=True, slots=True)
class Reply:
    """What an address answers; `seconds` later, or once `gate` is opened."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    location: str | None = None
    problem: FetchProblem | None = None
    retry_after: float | None = None
    seconds: float = 0.0
    gate: anyio.Event | None = None
    content_coding: str | None = None
    allowance: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One request, and when it was sent and answered."""

    url: str
    conditions: Mapping[str, str]
    at: float
    ended: float


class SitesInMemory:
    """A `Fetch` over a table of replies; whatever isn't in it is 404. A list of replies is given
    one after the other, the last one for ever. A reply with an ETag answers 304 to it."""

    def __init__(self, time: ManualTime) -> None:
        self._time = time
        self._replies: dict[str, list[Reply]] = {}
        self.requests: list[Request] = []
        self.running: list[str] = []
        self.most_at_once: dict[str, int] = {}
        self.most_of_all = 0
        self.arrived = anyio.Event()

    def put(self, url: str, *replies: Reply) -> str:
        self._replies[url] = list(replies)
        return url

    def asked(self, url: str | None = None) -> list[str]:
        """The addresses that were asked for, in order; of one address or site, if given."""
        return [one.url for one in self.requests if url is None or one.url.startswith(url)]

    async def __call__(
        self,
        url: str,
        *,
        conditions: Mapping[str, str] | None = None,
        may_follow: MayFollow | None = None,
    ) -> Fetched | FetchFailure:
        hops: list[Hop] = []
        step = url
        while True:
            reply = await self._reply(step, {} if hops else conditions or {})
            if reply.location is None:
                return self._answer(url, step, reply, tuple(hops), bool(conditions) and not hops)
            hops.append(Hop(step, reply.status, _head(reply)))
            if len(hops) > 5:
                detail = f"{url} redirects more than 5 times."
                return FetchFailure(url, FetchProblem.TOO_MANY_REDIRECTS, detail, hops=tuple(hops))
            step = reply.location
            refused = await may_follow(step) if may_follow is not None else None
            if refused is not None:
                return replace(refused, url=url, hops=tuple(hops))

    async def _reply(self, url: str, conditions: Mapping[str, str]) -> Reply:
        waiting = self._replies.get(url, [Reply(status=404)])
        reply = waiting[0] if len(waiting) == 1 else waiting.pop(0)
        host, begun = site_of(parse_url(url)), self._time.seconds
        self.running.append(host)
        self.most_at_once[host] = max(self.most_at_once.get(host, 0), self.running.count(host))
        self.most_of_all = max(self.most_of_all, len(self.running))
        self.arrived.set()
        try:
            await checkpoint()
            if reply.gate is not None:
                await reply.gate.wait()
            self._time.pass_by(reply.seconds)
        finally:
            self.running.remove(host)
            self.requests.append(Request(url, dict(conditions), begun, self._time.seconds))
        etag = reply.headers.get("etag")
        if etag is not None and conditions.get("If-None-Match") == etag:
            return replace(reply, status=304, body=b"")
        return reply

    def _answer(
        self, url: str, final: str, reply: Reply, hops: tuple[Hop, ...], conditional: bool
    ) -> Fetched | FetchFailure:
        problem = reply.problem or problem_of(reply.status, conditional)
        if problem is not None:
            status = None if reply.problem else reply.status
            detail = f"{final} answered {reply.status}."
            return FetchFailure(url, problem, detail, final, status, reply.retry_after, hops)
        return Fetched(
            url=url,
            final_url=final,
            status=reply.status,
            head=_head(reply),
            headers=reply.headers,
            body=reply.body,
            hops=hops,
            content_coding=reply.content_coding,
            decoded_length=len(reply.body),
            fetched_at=timestamp(self._time.now()),
            allowance=reply.allowance,
        )


def open_trace() -> MemoryTrace:
    """A trace that fetches can be written to."""
    trace = MemoryTrace(by="web")
    trace.record(Action.OPEN, "A question came.", {"question": "What was lit in 1874?"})
    return trace


def _head(reply: Reply) -> bytes:
    fields = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
    return f"HTTP/1.1 {reply.status} X\r\n{fields}\r\n".encode("latin-1")
