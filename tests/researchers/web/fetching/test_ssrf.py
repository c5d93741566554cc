"""No vector makes the fetcher connect to a forbidden address, and the harness would see it."""

import ssl
from collections import Counter

import httpcore2
import pytest

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import (
    Allowance,
    Fetched,
    FetchFailure,
    FetchLimits,
    FetchPolicy,
)
from researchers.web.fetching.resolving import Resolver
from tests.researchers.web.fetching.careless_clients import looking_first, naive
from tests.researchers.web.fetching.ssrf_harness import Client, Dial, Range, firing_range
from tests.researchers.web.fetching.ssrf_vectors import (
    PUBLIC,
    PUBLIC6,
    Answers,
    Reply,
    Vector,
    vectors,
)

pytestmark = pytest.mark.anyio

TRUST = ssl.create_default_context()


def guarded(port: int, outcomes: list[Fetched | FetchFailure] | None = None) -> Client:
    """The fetcher as a client that may use one more port, and keeps what came of it."""
    kept = outcomes if outcomes is not None else []

    async def fetch(
        vector: Vector, resolver: Resolver, network: httpcore2.AsyncNetworkBackend
    ) -> None:
        policy = FetchPolicy(
            "marchwarden-test",
            limits=FetchLimits(seconds=5),
            allowances=vector.allowances,
            ports=frozenset({80, 443, port}),
        )
        async with GuardedFetcher(
            policy, resolver=resolver, network=network, ssl_context=TRUST
        ) as fetcher:
            for _ in range(2):  # the second one over connections that may still be open
                outcome = await fetcher(vector.url)
                assert not (isinstance(outcome, Fetched) and b"canary" in outcome.body)
                kept.append(outcome)

    return fetch


async def leaks_of(client: Client, servers: Range) -> dict[str, tuple[Dial, ...]]:
    tried = {v.name: await servers.try_out(v, client) for v in vectors(servers.canary)}
    assert len(tried) >= 460
    return {name: leaks for name, leaks in tried.items() if leaks}


async def test_no_vector_reaches_a_forbidden_address() -> None:
    async with firing_range() as servers:
        leaks = await leaks_of(guarded(servers.canary), servers)
    assert leaks == {}
    assert servers.accepted == 0


async def test_the_harness_sees_what_careless_clients_reach() -> None:
    async with firing_range() as servers:
        leaks = await leaks_of(naive, servers)
        reached = servers.accepted
        looked = await leaks_of(looking_first, servers)
    families = Counter(name.partition("/")[0] for name in leaks)
    assert len(leaks) > 450, "careless clients were seen to reach 498"
    assert reached >= len(leaks), "a leak is a connection that a canary has accepted"
    assert len(looked) > 200, "and those that look first 240"
    assert set(families) >= {
        "literal", "named", "spelled", "local name", "confusing", "scheme", "port", "many answers",
        "rebinding", "redirect", "chain", "odd redirect", "allowance",
    }  # fmt: skip
    assert {name.partition("/")[0] for name in looked} >= {"rebinding", "redirect", "chain"}


async def test_the_same_fetcher_reaches_what_it_may() -> None:
    wiki, at = (Allowance("wiki.intern", 8080),), frozenset({("10.1.2.3", 8080)})
    names: dict[str, Answers] = {
        "away.example": ((PUBLIC, PUBLIC6),),
        "wiki.intern": (("10.1.2.3", "fd00::1"),),
    }
    replies = {
        "/moved": Reply(302, "http://away.example/moved/2"),
        "/moved/2": Reply(307, "//away.example:443/moved/3"),
        "/inside": Reply(301, "/inside/2"),
        "/outwards": Reply(302, "http://away.example/"),
    }
    good = (
        Vector("literal", f"http://{PUBLIC}/"),
        Vector("literal 6", f"http://[{PUBLIC6}]/"),
        Vector("mapped", f"http://[::ffff:{PUBLIC}]/"),
        Vector("named", "http://AWAY.example./x y?ü", names),
        Vector("redirects", "http://away.example/moved", names, replies),
        Vector("allowed", "http://wiki.intern:8080/", names, {}, wiki, at),
        Vector("allowed, same site", "http://wiki.intern:8080/inside", names, replies, wiki, at),
        Vector("allowed, then out", "http://wiki.intern:8080/outwards", names, replies, wiki, at),
    )
    async with firing_range() as servers:
        for vector in good:
            dialled: list[Fetched | FetchFailure] = []
            await servers.try_out(vector, guarded(80, dialled))
            assert [type(outcome) for outcome in dialled] == [Fetched] * 2, (vector, dialled)
