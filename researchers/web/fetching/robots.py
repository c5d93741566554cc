"""What each site's robots.txt says, asked for once for all who want to know."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import anyio
from anyio import to_thread

from researchers.web.fetching.model import Fetched, FetchFailure
from researchers.web.fetching.patient_fetch import Admission, site_of
from researchers.web.fetching.robots_answers import (
    SiteRules,
    closed_page,
    record,
    refused_page,
    understood,
)
from researchers.web.fetching.robots_rules import RobotsRules
from researchers.web.fetching.urls import WebAddress, parse_url
from traces.sink import TraceSink

ABSENCE_SECONDS: Final = 3_600.0
"""For how long a site is taken to have no robots.txt."""

TROUBLE_SECONDS: Final = 300.0
"""For how long a site is not asked again that could not tell."""

FRESH_SECONDS: Final = 60.0
"""No run asks again for what another one asked for within the last minute."""

_MOST_SITES: Final = 1_000
_MOST_BYTES: Final = 2_000_000
"""Of all files together. Parsed they take up to forty times as much."""

_MOST_RUNS: Final = 1_000
_IN_A_THREAD: Final = 16_384
"""Larger files are matched in a thread: the largest takes up to half a second."""


class AskForRobots(Protocol):
    """Asks a site for its robots.txt; the answer, and for how many seconds it may be used.
    `fresh` asks even where one is kept."""

    async def __call__(
        self, address: WebAddress, fresh: bool
    ) -> tuple[Fetched, float] | tuple[FetchFailure, None]: ...


@dataclass(slots=True)
class _Site:
    """One site: who asks for its file has the lock, and all others wait for the answer."""

    lock: anyio.Lock = field(default_factory=anyio.Lock)
    known: SiteRules | None = None
    until: float = 0.0
    asked_at: float = 0.0
    recorded_in: set[str] = field(default_factory=set)
    wanted_by: int = 0


class Robots:
    """The rules of all sites for one product token. `now` gives seconds that never go back."""

    def __init__(self, ask: AskForRobots, token: str, now: Callable[[], float]) -> None:
        self._ask = ask
        self._token = token
        self._now = now
        self._sites: OrderedDict[str, _Site] = OrderedDict()

    async def admit(
        self, address: WebAddress, trace: TraceSink, *, fresh: bool = False
    ) -> Admission | FetchFailure:
        """Whether an address may be asked for. The first time in a run that a site is looked at,
        its robots.txt is written to the run's trace; a `fresh` run asks for it then, unless it is
        less than a minute old."""
        name = site_of(address)
        site = self._sites.setdefault(name, _Site())
        self._sites.move_to_end(name)
        site.wanted_by += 1
        try:
            async with site.lock:
                known = await self._known(site, f"{name}/robots.txt", trace, fresh)
        finally:
            site.wanted_by -= 1
            self._forget_some()
        if known.closed is not None:
            return closed_page(address.url, known.closed)
        if known.rules is None:
            return Admission(robots="none")
        if not await _allows(known, known.rules, address):
            return refused_page(address.url, f"{name}/robots.txt", self._token)
        return Admission(known.rules.crawl_delay or 0.0, "allows")

    async def _known(self, site: _Site, url: str, trace: TraceSink, fresh: bool) -> SiteRules:
        known, anew = site.known, False
        aged = self._now() - site.asked_at > FRESH_SECONDS
        again = fresh and aged and trace.run not in site.recorded_in
        if known is None or again or site.until <= self._now():
            answer, seconds = await self._ask(parse_url(url), fresh)
            known, anew = await to_thread.run_sync(understood, answer, self._token), True
            if seconds is None:
                seconds = ABSENCE_SECONDS if known.closed is None else TROUBLE_SECONDS
            site.asked_at = self._now()
            site.known, site.until = known, site.asked_at + seconds
            site.recorded_in.clear()
        if trace.run not in site.recorded_in:
            await to_thread.run_sync(lambda: record(url, known, trace, anew=anew))
            if len(site.recorded_in) >= _MOST_RUNS:
                site.recorded_in.clear()
            site.recorded_in.add(trace.run)
        return known

    def _forget_some(self) -> None:
        """Let go of the sites that nobody asked about for longest, while there are too many."""
        weight = sum(_weight(site) for site in self._sites.values())
        for name, site in list(self._sites.items()):
            if len(self._sites) <= _MOST_SITES and weight <= _MOST_BYTES:
                return
            if not site.wanted_by:
                weight -= _weight(site)
                del self._sites[name]


async def _allows(known: SiteRules, rules: RobotsRules, address: WebAddress) -> bool:
    if len(known.content) <= _IN_A_THREAD:
        return rules.allows(address.url)
    return await to_thread.run_sync(rules.allows, address.url)


def _weight(site: _Site) -> int:
    return 0 if site.known is None else len(site.known.content)
