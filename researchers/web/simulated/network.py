"""The network behind the guard: whatever is dialled ends at a listener on loopback, or nowhere."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import anyio
import httpcore2

LISTENER: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Dial:
    """One attempt to connect. `address` is what was handed to the network: a guard that does its
    work hands over an address and never a name. `at` is `time.monotonic()`."""

    address: str
    port: int
    at: float
    answered: bool
    """Somebody listens there."""


@dataclass(slots=True)
class SimulatedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects to the listeners behind simulated addresses; a connection takes `latency` seconds.
    Implements httpcore2's backend, so it stands where a real one does."""

    latency: float = 0.0
    dials: list[Dial] = field(default_factory=list)
    _listeners: dict[tuple[str, int], int] = field(default_factory=dict)
    _silent: set[str] = field(default_factory=set)
    _real: httpcore2.AsyncNetworkBackend = field(default_factory=httpcore2.AnyIOBackend)

    def listen(self, address: str, port: int, listener: int) -> None:
        """Let an address and port lead to a listener's port on loopback."""
        self._listeners[address, port] = listener

    def silence(self, address: str) -> None:
        """Let nothing ever come back from an address, not even a refusal."""
        self._silent.add(address)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own argument
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Raises httpcore2's errors, as the real one does."""
        listener = self._listeners.get((host, port))
        self.dials.append(Dial(host, port, time.monotonic(), listener is not None))
        try:
            with anyio.fail_after(timeout):
                await anyio.sleep(self.latency)
                if host in self._silent:
                    await anyio.sleep_forever()
        except TimeoutError as error:
            raise httpcore2.ConnectTimeout(f"{host} did not answer") from error
        if listener is None:
            raise httpcore2.ConnectError(f"{host}:{port} refused the connection")
        return await self._real.connect_tcp(LISTENER, listener, timeout, None, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own argument
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Refused: the web has no such sockets."""
        raise httpcore2.ConnectError(f"{path} is not on the network")

    async def sleep(self, seconds: float) -> None:
        """Wait, as between two tries."""
        await anyio.sleep(seconds)
