"""A site that a thread serves on loopback for real: for programs that fetch it from outside."""

from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from mimetypes import guess_type
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import anyio
from anyio.abc import SocketAttribute
from anyio.from_thread import BlockingPortal, start_blocking_portal

from researchers.web.simulated.network import LISTENER
from researchers.web.simulated.record import Asked, RequestLog
from researchers.web.simulated.server import SimulatedServer
from researchers.web.simulated.site import HTML, Site


class LocalSite:
    """A context manager. Serves the files of a folder, or pages by path; `site` takes further
    paths, misbehaving ones too. A folder's `index.html` is also `/`, and a site with pages has a
    `/sitemap.xml` of them unless it brings its own."""

    def __init__(self, pages: Path | Mapping[str, str | bytes] | None = None) -> None:
        self._pages: Final = _read(pages) if isinstance(pages, Path) else dict(pages or {})
        self._log: Final = RequestLog()
        self._stack: Final = ExitStack()
        self._portal: BlockingPortal
        self.site: Site

    def __enter__(self) -> Self:
        self._portal = self._stack.enter_context(start_blocking_portal())
        self.site = self._stack.enter_context(
            self._portal.wrap_async_context_manager(_served(self._pages, self._log))
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()  # a test's own failure passes as it is, in no group

    @property
    def url(self) -> str:
        """The site's own address, with a slash at its end."""
        return self.site.url("/")

    @property
    def host_port(self) -> str:
        """HOST:PORT, as an allowance names it."""
        return self.site.origin.removeprefix("http://")

    @property
    def requests(self) -> tuple[Asked, ...]:
        """What was asked so far, oldest first."""
        return self._log.requests

    def until_asked(self, path: str, seconds: float = 5.0) -> Asked:
        """Wait for a request of a path. Raises TimeoutError."""
        return self._portal.call(self._log.until, lambda asked: asked.path == path, seconds)

    def until_left(self, path: str, seconds: float = 5.0) -> Asked:
        """Wait until a client hangs up on a path before it has all of it. Raises TimeoutError."""
        return self._portal.call(
            self._log.until, lambda asked: asked.path == path and asked.left, seconds
        )


@asynccontextmanager
async def _served(pages: Mapping[str, str | bytes], log: RequestLog) -> AsyncIterator[Site]:
    async with (
        await anyio.create_tcp_listener(local_host=LISTENER) as listener,
        anyio.create_task_group() as tasks,
    ):
        port: int = listener.extra(SocketAttribute.local_port)  # noqa: S610 - anyio's, no SQL
        site = Site(f"http://{LISTENER}:{port}")
        _fill(site, pages)
        tasks.start_soon(listener.serve, SimulatedServer(site.find, log).serve)
        yield site
        tasks.cancel_scope.cancel()


def _fill(site: Site, pages: Mapping[str, str | bytes]) -> None:
    for path, body in pages.items():
        kind = guess_type(path)[0] or "text/html"
        site.page(path, body, content_type=HTML if kind == "text/html" else kind, etag=True)
    shown = [site.url(path) for path in pages if path.endswith((".html", "/"))]
    if shown and "/sitemap.xml" not in pages:
        site.sitemap("/sitemap.xml", shown)


def _read(folder: Path) -> dict[str, str | bytes]:
    """The files below a folder, by path."""
    pages: dict[str, str | bytes] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = "/" + path.relative_to(folder).as_posix()
            pages[name.removesuffix("index.html") if path.name == "index.html" else name] = (
                path.read_bytes()
            )
    return pages
