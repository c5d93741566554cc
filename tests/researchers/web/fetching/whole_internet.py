"""Runs every vector with the whole internet on the loopback interface: each address of the world
is this machine, each server is real, each connection is one of the kernel's, on ports 80 and 443.

To be run in a network namespace of its own (`unshare -rn python -m …`); prints what was reached.
"""

import json
import socket
import ssl
import subprocess
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack

import anyio
import httpcore2
from anyio.abc import SocketAttribute, SocketListener, SocketStream

from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import FetchLimits, FetchPolicy
from researchers.web.fetching.resolving import Resolver
from tests.researchers.web.fetching.careless_clients import naive
from tests.researchers.web.fetching.forbidden_oracle import is_forbidden
from tests.researchers.web.fetching.ssrf_harness import Client, ScriptedNames, answer_with
from tests.researchers.web.fetching.ssrf_vectors import Reply, Vector, vectors

PORT = 80
LISTENED = (22, 25, 53, 80, 443, 2375, 3306, 6379, 8080, 9200, 11211)
ROUTES = (
    "ip link set lo up",
    "ip route add local 0.0.0.0/0 dev lo",
    "ip -6 route add local ::/0 dev lo",
)


class World:
    """Every server there is, and who was reached."""

    def __init__(self) -> None:
        self.vector = Vector("none", "")
        self.reached: list[str] = []

    async def serve(self, stream: SocketStream) -> None:
        """One connection to anywhere: a forbidden address is a canary, the rest is the web."""
        address, port = stream.extra(SocketAttribute.raw_socket).getsockname()[:2]
        replies: Mapping[str, Reply] = self.vector.replies
        plain = address.removeprefix("::ffff:") if "." in address else address
        if self._is_leak(plain, port):
            self.reached.append(f"{self.vector.name}: {plain} port {port}")
            replies = {}
        await answer_with(stream, replies)

    def _is_leak(self, address: str, port: int) -> bool:
        if (address, port) in self.vector.may_reach:
            return False
        return is_forbidden(address) or port not in (80, 443)

    async def face(self, client: Client) -> list[str]:
        """Try every vector on a client; what it reached."""
        self.reached = []
        for vector in vectors(PORT):
            self.vector = vector
            with anyio.fail_after(20):
                await client(vector, ScriptedNames(vector.names), httpcore2.AnyIOBackend())
        return self.reached


def guarded(trust: ssl.SSLContext) -> Client:
    async def fetch(
        vector: Vector, resolver: Resolver, network: httpcore2.AsyncNetworkBackend
    ) -> None:
        limits = FetchLimits(seconds=5)
        policy = FetchPolicy("marchwarden-test", limits=limits, allowances=vector.allowances)
        async with GuardedFetcher(policy, resolver=resolver, ssl_context=trust) as fetcher:
            await fetcher(vector.url)
            await fetcher(vector.url)

    return fetch


async def main() -> None:
    world = World()
    async with AsyncExitStack() as stack:
        listeners = [await stack.enter_async_context(await everywhere(port)) for port in LISTENED]
        async with anyio.create_task_group() as tasks:
            for listener in listeners:
                tasks.start_soon(listener.serve, world.serve)
            found = {
                "vectors": len(vectors(PORT)),
                "guarded": await world.face(guarded(ssl.create_default_context())),
                "naive": await world.face(naive),
            }
            tasks.cancel_scope.cancel()
    json.dump(found, sys.stdout)


async def everywhere(port: int) -> SocketListener:
    """Listen on a port of every address."""
    any_address = socket.create_server(
        ("::", port), family=socket.AF_INET6, backlog=128, dualstack_ipv6=True
    )
    return await SocketListener.from_socket(any_address)


if __name__ == "__main__":
    for route in ROUTES:
        subprocess.run(route.split(), check=True)
    anyio.run(main)
