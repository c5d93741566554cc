"""A simulated web that ships with the product: try a researcher without a network.

async with SimulatedWeb(latency=0.2) as web:
    news = web.site("news.example.com")
    url = news.article("/lamp", "The lamp", "The lamp was lit in 1874.")
    fetcher = GuardedFetcher(policy, resolver=web.resolver, network=web.network)

with LocalSite(Path("pages")) as local:      # for a program outside: --url and --allow-host
    print(local.url, local.host_port)
"""

from researchers.web.simulated.bombs import Bomb, BombKind, bomb
from researchers.web.simulated.engine import Engine, EngineKind
from researchers.web.simulated.example import EXAMPLE_QUESTION, example_site
from researchers.web.simulated.local_site import LocalSite
from researchers.web.simulated.misbehaviour import Breakage, Broken, Drip, Endless
from researchers.web.simulated.names import SimulatedNames
from researchers.web.simulated.network import Dial, SimulatedNetwork
from researchers.web.simulated.record import Asked, most_at_once, shortest_pause
from researchers.web.simulated.replies import Answer, InTurn, Reply
from researchers.web.simulated.site import Site
from researchers.web.simulated.web import SimulatedWeb

__all__ = [
    "EXAMPLE_QUESTION",
    "Answer",
    "Asked",
    "Bomb",
    "BombKind",
    "Breakage",
    "Broken",
    "Dial",
    "Drip",
    "Endless",
    "Engine",
    "EngineKind",
    "InTurn",
    "LocalSite",
    "Reply",
    "SimulatedNames",
    "SimulatedNetwork",
    "SimulatedWeb",
    "Site",
    "bomb",
    "example_site",
    "most_at_once",
    "shortest_pause",
]
