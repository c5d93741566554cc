"""Progress of a call, as MCP notifications that always increase."""

from typing import Final

import anyio

from serving.progress import ProgressEvent
from serving.typed_tool import ServerContext

_PATIENCE_SECONDS: Final = 2.0
"""A client that does not take a notification within this time loses that one, not the call."""


class ProgressNotifier:
    """Sends events to the client of one call. Notifications must increase strictly, so a step
    that repeats or goes back is counted on."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._last = 0

    async def __call__(self, event: ProgressEvent) -> None:
        self._last = max(event.step, self._last + 1)
        total = event.total if event.total is not None and event.total >= self._last else None
        with anyio.move_on_after(_PATIENCE_SECONDS):
            await self._context.report_progress(self._last, total, event.message)
