"""Thirty pages of six hosts over a network of 200 ms, as one call of research() reads them."""

import time
from dataclasses import dataclass
from pathlib import Path

from researchers.web.testing import SimulatedWeb, Site, most_at_once, shortest_pause
from tests.researchers.web.desk import Desk, desk

HOSTS = 6
PAGES_EACH = 5
LATENCY = 0.2
DELAY = 0.15
"""Seconds; the pause at a host is the product's default."""

QUESTION = "How many litres of paraffin did the lamp of the lighthouse burn in a year?"
_PLACES = ("bay", "cape", "skerry", "shoal", "sound", "strait")
_PARTS = ("granite", "lantern", "gallery", "bell", "oil store")


@dataclass(frozen=True, slots=True)
class Reading:
    """One call. Seconds; the worst of all hosts."""

    seconds: float
    pages: int
    requests: int
    at_once_at_a_host: int
    shortest_pause: float
    misquoted: int

    def row(self, name: str) -> str:
        """A line of a table."""
        return (
            f"| {name} | {self.seconds:.2f} s | {self.pages} | {self.requests} | "
            f"{self.at_once_at_a_host} | {self.shortest_pause:.3f} s |"
        )


HEAD = (
    "| run | whole call | pages read | requests | most at once at a host | shortest pause there |\n"
    "| --- | --- | --- | --- | --- | --- |"
)


async def measure_reading(home: Path, warm_runs: int = 3) -> tuple[Reading, list[Reading]]:
    """A first call with everything cold (processes to start, robots.txt to fetch), and calls that
    follow it. Every page is asked for anew each time."""
    async with SimulatedWeb(latency=LATENCY) as web:
        sites = [web.site(f"lighthouse-{number}.example") for number in range(HOSTS)]
        urls = [_write(site, host, page) for host, site in enumerate(sites) for page in _pages()]
        async with desk(web, home, urls=urls, fresh=True) as at:
            cold = await _read(at, sites)
            warm = [await _read(at, sites) for _ in range(warm_runs)]
    return cold, warm


async def _read(at: Desk, sites: list[Site]) -> Reading:
    before = len(at.web.requests)
    started = time.monotonic()
    result = await at.ask(QUESTION, constraints={"max_sources": HOSTS * PAGES_EACH})
    seconds = time.monotonic() - started
    asked = at.web.requests[before:]
    by_host = [tuple(one for one in asked if one.url.startswith(site.origin)) for site in sites]
    pauses = [pause for one in by_host if (pause := shortest_pause(one)) is not None]
    return Reading(
        seconds,
        result.cost_metadata.sources_opened,
        len(asked),
        max(most_at_once(one) for one in by_host),
        min(pauses),
        len(at.misquoted(result)),
    )


def _pages() -> range:
    return range(PAGES_EACH)


def _write(site: Site, host: int, page: int) -> str:
    place, part = _PLACES[host], _PARTS[page]
    paragraphs = [
        f"The {part} of the lighthouse at the {place} was {done} by the keeper of the {place}."
        for done in ("built", "painted", "mended", "guarded", "drawn", "described")
    ]
    if page == 0:
        oil = 900 + 17 * host
        paragraphs[0] = f"The lamp at the {place} burned {oil} litres of paraffin in a year."
    return site.article(f"/{place}-{page}", f"The {part} at the {place}", *paragraphs * 3)
