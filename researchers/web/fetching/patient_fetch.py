"""One address asked for in turn: its host's pauses kept, redirects at the next host's turn, and
once more when the host asks for a few seconds of patience.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

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
"""How long a host is left alone that answered 429 or 503 and did not say for how long."""


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
        self, address: WebAddress, pause: float, admit: Admit, conditions: Mapping[str, str]
    ) -> Fetched | FetchFailure:
        """Ask for an address that was admitted. `admit` is asked again for each address that a
        redirect leads to, while no host is held."""
        turn = self._turns.turn(self._pace)
        errand = _Errand(self._fetch, turn, address, pause, admit, conditions)
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

    async def run(self) -> Fetched | FetchFailure:
        late = await self.turn.take(site_of(self.address), self.pause)
        if late is not None:
            return _not_now(self.address, late)
        answer = await self.fetch(
            self.address.url, conditions=self.conditions or None, may_follow=self._may_follow
        )
        if _is_busy(answer) and self.turn.holds:
            wait = _wished_wait(answer)
            self.turn.leave_alone(LEFT_ALONE_SECONDS if wait is None else wait)
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


def _is_busy(answer: Fetched | FetchFailure) -> bool:
    """Whether a host said that it gets too many requests, and not we."""
    return (
        isinstance(answer, FetchFailure)
        and answer.problem is FetchProblem.RATE_LIMITED
        and answer.status is not None
    )


def _wished_wait(answer: Fetched | FetchFailure) -> float | None:
    if isinstance(answer, FetchFailure) and _is_busy(answer):
        return answer.retry_after
    return None


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
