"""One address asked for in turn: its host's pauses kept, redirects at the next host's turn, and
once more when the host asks for a few seconds of patience.
"""

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

import anyio

from researchers.web.fetching.model import Fetch, Fetched, FetchFailure, FetchProblem
from researchers.web.fetching.politeness import (
    LONGEST_CRAWL_DELAY,
    LONGEST_RETRY_AFTER,
    Pace,
    TooLate,
    Turn,
    Turns,
    WhoDelays,
)
from researchers.web.fetching.urls import WebAddress, parse_url

LEFT_ALONE_SECONDS: Final = 30.0
"""How long a host is left alone that answered 429 and did not say for how long. 503 without a
time may be about one page."""

_TOO_MANY_REQUESTS: Final = 429
_LITTLE_SECONDS: Final = 5.0
"""A patience that says more about the run than about the page."""


@dataclass(frozen=True, slots=True)
class Admission:
    """An address may be asked for. `pause` is what its robots.txt asks for between two requests,
    in seconds; `robots` is as in `Fetched`."""

    pause: float = 0.0
    robots: str | None = None


Admit = Callable[[WebAddress], Awaitable[Admission | FetchFailure]]
"""Says whether an address may be asked for, or why not."""


class PatientFetch:
    """A fetch with manners, robots.txt apart."""

    def __init__(self, fetch: Fetch, turns: Turns, pace: Pace) -> None:
        self._fetch = fetch
        self._turns = turns
        self._pace = pace

    async def get(
        self,
        address: WebAddress,
        pause: float,
        admit: Admit,
        conditions: Mapping[str, str],
        patience: float = math.inf,
    ) -> Fetched | FetchFailure:
        """Ask for an address that was admitted. `admit` is asked again for each address that a
        redirect leads to, while no host is held. After `patience` seconds, the wait for its turn
        not counted, the fetch is given up."""
        turn = self._turns.turn(self._pace)
        errand = _Errand(self._fetch, turn, address, pause, admit, conditions, patience)
        try:
            answer = await errand.run()
            wait = _wished_wait(answer)
            if wait is None or wait > min(LONGEST_RETRY_AFTER, self._pace.time_left()):
                return answer
            turn.release()
            return await errand.run()
        finally:
            turn.release()


@dataclass(slots=True)
class _Errand:
    """One address, and the turn with which it is asked for."""

    fetch: Fetch
    turn: Turn
    address: WebAddress
    pause: float
    admit: Admit
    conditions: Mapping[str, str]
    patience: float

    async def run(self) -> Fetched | FetchFailure:
        late = await self.turn.take(site_of(self.address), self.pause)
        if late is not None:
            return _not_now(self.address, late)
        answer: Fetched | FetchFailure = _too_slow(self.address, self.patience)
        with anyio.move_on_after(self.patience):
            answer = await self.fetch(
                self.address.url, conditions=self.conditions or None, may_follow=self._may_follow
            )
        if self.turn.holds and (wait := _peace(answer)) is not None:
            self.turn.leave_alone(wait)
        return answer

    async def _may_follow(self, url: str) -> FetchFailure | None:
        """Go on to the next host, or wait for the next turn at the same one."""
        self.turn.release()
        address = parse_url(url)
        admitted = await self.admit(address)
        if isinstance(admitted, FetchFailure):
            return admitted
        late = await self.turn.take(site_of(address), admitted.pause)
        return None if late is None else _not_now(address, late)


def site_of(address: WebAddress) -> str:
    """Scheme, name and port, as a host's turns and a robots.txt are kept by."""
    return f"{address.scheme}://{address.authority}"


def _wished_wait(answer: Fetched | FetchFailure) -> float | None:
    """The seconds after which a host wants to be asked again, where it says so."""
    if not isinstance(answer, FetchFailure) or answer.problem is not FetchProblem.RATE_LIMITED:
        return None
    return None if answer.status is None else answer.retry_after  # without one, it is our own word


def _peace(answer: Fetched | FetchFailure) -> float | None:
    """The seconds for which nothing at all is asked of a host."""
    wait = _wished_wait(answer)
    if wait is None and isinstance(answer, FetchFailure) and answer.status == _TOO_MANY_REQUESTS:
        return LEFT_ALONE_SECONDS
    return wait


def _too_slow(address: WebAddress, patience: float) -> FetchFailure:
    took = f"{address.url} took longer than {patience:.1f} s"
    if patience >= _LITTLE_SECONDS:
        return FetchFailure(address.url, FetchProblem.TIMEOUT, f"{took}.")
    return FetchFailure(
        address.url,
        FetchProblem.OUT_OF_TIME,
        f"{took}, and the run had no more for it; ask again with more seconds (--max-seconds).",
    )


def _not_now(address: WebAddress, late: TooLate) -> FetchFailure:
    return FetchFailure(
        address.url,
        FetchProblem.RATE_LIMITED,
        f"{address.url} was not asked for: {_reason(address, late)}; ask again later.",
        retry_after=late.seconds,
    )


def _reason(address: WebAddress, late: TooLate) -> str:
    seconds = f"{late.seconds:.1f} s"
    if late.who is WhoDelays.SERVER:
        return f"{address.authority} wants no requests for another {seconds}"
    if late.seconds > LONGEST_CRAWL_DELAY:
        return f"the pause between requests at {address.authority} lasts another {seconds}"
    return f"its turn at {address.authority} comes in {seconds}, too late for this run"
