"""MCP over a child's pipes: bounded lines, tolerant decoding, nothing that escapes as a group."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from pi.allowance import MessageAllowance
from pi.child import EXIT_GRACE_SECONDS, ChildProcess
from pi.lines import LineCutter, LineTooLongError

MESSAGE_MAX_BYTES: Final = 16 * 1024 * 1024
"""Bound on one message: a result has its own, smaller one; stored content is larger."""
_STRAY_LINES_MAX: Final = 1_000
_FLUSH_SECONDS: Final = 0.5
_LAST_OUTPUT_SECONDS: Final = 0.5
"""When nothing more of a dead child came for so long, nothing will."""
_STRANGER_SECONDS: Final = 0.2
"""Grace for a child that never spoke MCP, or spoke too much."""
_STRAY_SAMPLE_CHARS: Final = 120

_log = logging.getLogger(__name__)

_Streams = tuple[
    MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]
]


@dataclass(slots=True)
class StdioRecord:
    """What the wire was seen to carry beside messages."""

    received: int = 0
    """Bytes."""
    messages: int = 0
    stray_lines: int = 0
    stray_sample: str = ""
    too_large: bool = False
    flooded: bool = False
    """Too many messages, or too many lines that are none."""
    silent: bool = False
    """It does not answer, so nothing is gained by waiting for it."""
    closing: bool = False
    """We are taking the connection down ourselves."""
    ended: bool = False
    """The child's output ended, and not by our doing."""


@asynccontextmanager
async def stdio_streams(child: ChildProcess, record: StdioRecord) -> AsyncIterator[_Streams]:
    """The pair of streams that an MCP client is driven with. The child is the caller's to stop."""
    incoming_in, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, outgoing_out = anyio.create_memory_object_stream[SessionMessage](0)
    written = anyio.Event()
    listening = anyio.CancelScope(shield=True)
    hearing = anyio.CancelScope(shield=True)

    async def read() -> None:
        """Until the child is gone, also when the caller is cancelled: a child that writes into a
        full pipe does not see that it is to leave."""
        with listening:
            async with incoming_in:
                with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                    async for message in _messages(child, record):
                        await incoming_in.send(message)
            record.ended = record.ended or not record.closing
            if not (record.too_large or record.flooded):
                await _drain(child)

    async def hear() -> None:
        with hearing:
            await child.keep_last_words()

    async def write() -> None:
        try:
            async with outgoing_out:
                async for item in outgoing_out:
                    text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await child.stdin.send(text.encode() + b"\n")
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            await incoming_in.aclose()
        finally:
            written.set()

    async def watch() -> None:
        """End the stream of a dead child although a process that it left holds the pipe."""
        await child.wait_for_exit()
        received = -1
        while received != record.received:
            received = record.received
            await anyio.sleep(_LAST_OUTPUT_SECONDS)
        record.ended = record.ended or not record.closing
        await incoming_in.aclose()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        tasks.start_soon(read)
        tasks.start_soon(write)
        tasks.start_soon(hear)
        try:
            yield incoming, outgoing
        finally:
            record.closing = True
            with anyio.CancelScope(shield=True):
                incoming.close()
                outgoing.close()
                with anyio.move_on_after(_FLUSH_SECONDS):
                    await written.wait()
                await child.stop(_grace_for(record))
            listening.cancel()
            hearing.cancel()
            tasks.cancel_scope.cancel()


async def _drain(child: ChildProcess) -> None:
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        async for _ in child.stdout:
            pass


def _grace_for(record: StdioRecord) -> float:
    rude = record.too_large or record.flooded or record.silent or not record.messages
    return _STRANGER_SECONDS if rude else EXIT_GRACE_SECONDS


async def _messages(child: ChildProcess, record: StdioRecord) -> AsyncIterator[SessionMessage]:
    cutter = LineCutter(MESSAGE_MAX_BYTES)
    allowance = MessageAllowance()
    async for chunk in child.stdout:
        record.received += len(chunk)
        try:
            lines = cutter.feed(chunk)
        except LineTooLongError:
            record.too_large = True
            return
        for line in lines:
            message = _parse(line, record)
            if message is not None:
                record.messages += 1
                yield message
        if record.stray_lines > _STRAY_LINES_MAX or not allowance.take(len(lines)):
            record.flooded = True
            return


def _parse(line: bytes, record: StdioRecord) -> SessionMessage | None:
    text = line.decode("utf-8", "replace").strip()
    if not text:
        return None
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValueError:
        record.stray_lines += 1
        record.stray_sample = record.stray_sample or text[:_STRAY_SAMPLE_CHARS]
        _log.debug("a line on stdout is not a message: %s", text[:_STRAY_SAMPLE_CHARS])
        return None
