"""Serving over streamable HTTP, on loopback by default, never open to strangers."""

import asyncio
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Final

import anyio.to_thread
import uvicorn
from starlette.types import ASGIApp

from serving.access import BearerGate, access_settings, as_authority, refuse_open_address
from serving.shell import ResearcherServer

MCP_PATH: Final = "/mcp"
_GRACE_SECONDS: Final = 2
"""Time for open streams after running calls were cancelled; uvicorn waits without limit else."""

_LARGEST_REQUEST: Final = 1024 * 1024
"""Bytes of a request body. A question has 8,000 characters; a context may be long."""


async def serve_http(
    server: ResearcherServer,
    host: str,
    port: int,
    token: str | None = None,
    *,
    accepted_hosts: Sequence[str] = (),
    started: Callable[[str], None] | None = None,
) -> None:
    """Serve on `http://host:port/mcp` until SIGTERM or SIGINT, which cancel running calls at once.

    `accepted_hosts` are names under which clients may address this server besides the address
    itself. `started` is called with the URL once connections are accepted; port 0 takes a free
    one. Raises OpenAddressError when the address is not loopback and there is no token, or when
    the token is weak, and OSError when the address can't be bound.
    """
    refuse_open_address(host, token)
    listener = await anyio.to_thread.run_sync(_bound, host, port)
    config = uvicorn.Config(
        http_app(server, host, token, accepted_hosts=accepted_hosts),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    url = f"http://{as_authority(host)}:{listener.getsockname()[1]}{MCP_PATH}"
    with listener:
        await _Listener(config, server, partial(started, url) if started else None).serve(
            [listener]
        )


def http_app(
    server: ResearcherServer,
    host: str,
    token: str | None = None,
    *,
    accepted_hosts: Sequence[str] = (),
) -> ASGIApp:
    """The ASGI application: bearer gate outside, Host and Origin checks and body cap inside."""
    app = server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        max_request_body_size=_LARGEST_REQUEST,
        transport_security=access_settings(host, accepted_hosts),
    )
    return BearerGate(app, token) if token else app


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host.strip("[]"), port), family=family, backlog=128)


class _Listener(uvicorn.Server):
    """A uvicorn server that ends the running calls as soon as a signal asks it to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        server: ResearcherServer,
        on_started: Callable[[], None] | None,
    ) -> None:
        super().__init__(config)
        self._calls = server.calls
        self._on_started = on_started
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        if self._on_started is not None:
            self._on_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if sig in (signal.SIGTERM, signal.SIGINT) and self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop_calls)

    def _stop_calls(self) -> None:
        self._stopping = asyncio.ensure_future(self._calls.stop(_GRACE_SECONDS))
