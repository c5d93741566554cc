"""The simulated web as a whole: sites, names, a network between them, and search engines."""

import ssl
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

import anyio
from anyio.abc import AnyByteStream, Listener, SocketAttribute, SocketStream, TaskGroup
from anyio.streams.tls import TLSListener

from researchers.web.search.model import WebResult
from researchers.web.simulated.engine import Engine, EngineKind
from researchers.web.simulated.names import SimulatedNames
from researchers.web.simulated.network import LISTENER, Dial, SimulatedNetwork
from researchers.web.simulated.record import Asked, RequestLog
from researchers.web.simulated.replies import Answer
from researchers.web.simulated.server import MISDIRECTED, SimulatedServer
from researchers.web.simulated.site import Site

_HTTP: Final = 80
_HTTPS: Final = 443


class SimulatedWeb:
    """An async context manager. Hand `resolver` and `network` to what fetches.

    `latency` seconds pass for each connection and again before each answer, as one round trip
    does. With `tls`, a server's context that holds a certificate for the sites' names, they also
    listen on port 443 and their addresses are https.
    """

    def __init__(self, *, latency: float = 0.0, tls: ssl.SSLContext | None = None) -> None:
        self.resolver: Final = SimulatedNames()
        self.network: Final = SimulatedNetwork(latency)
        self._latency = latency
        self._tls = tls
        self._log = RequestLog()
        self._sites: dict[str, Site] = {}
        self._stack = AsyncExitStack()
        self._tasks: TaskGroup
        self._ports: dict[bool, int] = {}

    async def __aenter__(self) -> Self:
        self._tasks = await self._stack.enter_async_context(anyio.create_task_group())
        server = SimulatedServer(self._find, self._log, self._latency)
        self._ports[False] = await self._listen(server, secure=False)
        if self._tls is not None:
            self._ports[True] = await self._listen(server, secure=True)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tasks.cancel_scope.cancel()
        await self._stack.aclose()  # a test's own failure passes as it is, in no group

    def site(self, host: str, *, address: str | None = None) -> Site:
        """A new site at a host, or at `host:port`. Without an address of its own it gets one that
        looks public; with one (`127.0.0.1`, say) it is what a guard should never reach."""
        name, _, port = host.lower().partition(":")
        address = address or self.resolver.new_address()
        self.resolver.give(name, [address])
        if port:
            self.network.listen(address, int(port), self._ports[False])
        else:
            self.network.listen(address, _HTTP, self._ports[False])
            if self._tls is not None:
                self.network.listen(address, _HTTPS, self._ports[True])
        scheme = "https" if self._tls is not None and not port else "http"
        self._sites[host.lower()] = Site(f"{scheme}://{host.lower()}")
        return self._sites[host.lower()]

    def dns(
        self,
        host: str,
        addresses: Sequence[str],
        then: Sequence[str] | None = None,
        *,
        alternating: bool = False,
        delay: float = 0.0,
    ) -> None:
        """What a name resolves to: `addresses`, and from the second question on `then`, for ever
        or in turns. A name that no site and no call gave has no address."""
        self.resolver.give(host, addresses, then, alternating=alternating, delay=delay)

    def dead(self, host: str) -> str:
        """A host that refuses connections; its address."""
        self.resolver.give(host, [self.resolver.new_address()])
        return f"http://{host}/"

    def silent(self, host: str) -> str:
        """A host that never answers a connection; its address."""
        address = self.resolver.new_address()
        self.resolver.give(host, [address])
        self.network.silence(address)
        return f"http://{host}/"

    async def engine(
        self,
        kind: EngineKind,
        results: Sequence[WebResult] | Callable[[str], Sequence[WebResult]] = (),
        *,
        key: str | None = None,
    ) -> Engine:
        """A search engine at a loopback address of its own. `results` may depend on the query; an
        engine with a key refuses every other."""
        engine = Engine(kind, results, key)
        server = SimulatedServer(lambda asked: engine, engine.log, self._latency)
        engine.base_url = f"http://{LISTENER}:{await self._listen(server, secure=False)}"
        return engine

    @property
    def requests(self) -> tuple[Asked, ...]:
        """What the sites were asked, oldest first."""
        return self._log.requests

    @property
    def dials(self) -> tuple[Dial, ...]:
        """What the network was asked to connect to, oldest first."""
        return tuple(self.network.dials)

    def asked(self, url: str) -> tuple[Asked, ...]:
        """The requests for an address, or for everything below a site's origin."""
        path = urlsplit(url).path
        return tuple(
            asked
            for asked in self.requests
            if asked.url == url or (path in {"", "/"} and asked.url.startswith(url.rstrip("/")))
        )

    async def until_asked(self, url: str, seconds: float = 5.0) -> Asked:
        """The first request for an address, as soon as it is there. Raises TimeoutError."""
        return await self._log.until(lambda asked: asked.url == url, seconds)

    async def until_left(self, url: str, seconds: float = 5.0) -> Asked:
        """The first request for an address whose client has hung up before the end of the answer.
        Raises TimeoutError."""
        return await self._log.until(lambda asked: asked.url == url and asked.left, seconds)

    def _find(self, asked: Asked) -> Answer:
        host = asked.host.removesuffix(":443" if asked.secure else ":80")
        site = self._sites.get(host)
        return MISDIRECTED if site is None else site.find(asked)

    async def _listen(self, server: SimulatedServer, *, secure: bool) -> int:
        tcp = await anyio.create_tcp_listener(local_host=LISTENER)
        port: int = tcp.extra(SocketAttribute.local_port)  # noqa: S610 - anyio's, no SQL
        self._tasks.start_soon(self._serve, server, tcp, secure)
        return port

    async def _serve(
        self, server: SimulatedServer, tcp: Listener[SocketStream], secure: bool
    ) -> None:
        async def serve(stream: AnyByteStream) -> None:
            await server.serve(stream, secure=secure)

        async with tcp:
            if secure and self._tls is not None:
                await TLSListener(tcp, self._tls, standard_compatible=False).serve(serve)
            else:
                await tcp.serve(serve)
