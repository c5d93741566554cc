"""From whatever an MCP client raises to one failure with one sentence. Pure but for its inputs."""

from typing import Final

import anyio
import httpx2
from mcp import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    REQUEST_TIMEOUT,
)
from pydantic import ValidationError

from pi.child import ChildProcess
from pi.failure import FailureKind, ResearcherFailure
from pi.http import KIND_KEY
from pi.stdio import MESSAGE_MAX_BYTES, StdioRecord

_WORDS_CHARS: Final = 300
_REFUSED_TO_START: Final = 2
"""The exit code of a command that was called wrongly, by everybody's custom."""


def failure_of(
    name: str, error: BaseException, child: ChildProcess | None, record: StdioRecord | None
) -> ResearcherFailure:
    """The failure that an exception stands for, given what was seen of the child."""
    leaf = _leaf(error)
    if isinstance(leaf, ResearcherFailure):
        return leaf
    seen = _seen_on_stdio(name, child, record)
    if seen is not None:
        return seen
    match leaf:
        case TimeoutError():
            return _timeout(name, str(leaf), child, record)
        case MCPError():
            return _from_mcp(name, leaf, "command" if child is not None else "address (…/mcp)")
        case httpx2.TransportError() | OSError():
            return _of(name, FailureKind.UNREACHABLE)
        case httpx2.InvalidURL() | httpx2.UnsupportedProtocol():
            words = f"{name} has an address that is not a URL; check it."
            return ResearcherFailure(name, FailureKind.UNREACHABLE, words)
        case anyio.ClosedResourceError() | anyio.BrokenResourceError() | anyio.EndOfStream():
            return _of(name, FailureKind.DIED)
        case RuntimeError():
            words = f"{name} can't be spoken with: {_cut(str(leaf))}."
            return ResearcherFailure(name, FailureKind.PROTOCOL, words)
        case ValidationError():
            words = f"{name} answered with a message that is not valid MCP."
            return ResearcherFailure(name, FailureKind.PROTOCOL, words)
    words = (
        f"{name} failed in a way that is not understood: {_cut(f'{type(leaf).__name__}: {leaf}')}"
    )
    return ResearcherFailure(name, FailureKind.PROTOCOL, words)


def _leaf(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _seen_on_stdio(
    name: str, child: ChildProcess | None, record: StdioRecord | None
) -> ResearcherFailure | None:
    if child is None or record is None:
        return None
    if record.too_large:
        words = f"{name} sent a message over {MESSAGE_MAX_BYTES:,} bytes and was stopped."
        return ResearcherFailure(name, FailureKind.TOO_LARGE, words)
    if record.flooded:
        words = (
            f"{name} sent {record.messages:,} messages, more than anybody reads, and was stopped."
        )
        if record.stray_lines:
            words = f"{name} fills stdout with lines that are not MCP: {record.stray_sample!r}."
        return ResearcherFailure(name, FailureKind.PROTOCOL, words)
    if record.ended and child.exit_code == _REFUSED_TO_START and child.last_words:
        reason = _cut(child.last_words[-1]).removeprefix("Error: ")
        return ResearcherFailure(name, FailureKind.REFUSED, f"{name} can't start: {reason}")
    if record.ended:
        return ResearcherFailure(name, FailureKind.DIED, _obituary(name, child))
    return None


def _obituary(name: str, child: ChildProcess) -> str:
    match child.exit_code:
        case None:
            how = "closed its output while it was needed"
        case int(code) if code < 0:
            how = f"was killed by signal {-code}"
        case code:
            how = f"ended with exit code {code}"
    if child.last_words:
        return f"{name} {how}; its last words: {_cut(child.last_words[-1])}"
    return f"{name} {how}; ask again, and if it ends again, start its command by hand to see why."


def _timeout(
    name: str, waited: str, child: ChildProcess | None, record: StdioRecord | None
) -> ResearcherFailure:
    words = f"{name} gave no answer within {waited}"
    if record is not None and record.stray_lines:
        words += f", only lines that are not MCP: {record.stray_sample!r}"
        return ResearcherFailure(name, FailureKind.PROTOCOL, words + ".")
    if child is not None and child.last_words:
        words += f"; its last words: {_cut(child.last_words[-1])}"
    else:
        words += "; allow it more time, or restart it if it stays silent."
    return ResearcherFailure(name, FailureKind.TIMEOUT, words)


def _from_mcp(name: str, error: MCPError, where: str) -> ResearcherFailure:
    data = error.data
    if isinstance(data, dict) and data.get(KIND_KEY) in set(FailureKind):
        return _of(name, FailureKind(data[KIND_KEY]))
    match error.code:
        case code if code == CONNECTION_CLOSED:
            return _of(name, FailureKind.DIED)
        case code if code == REQUEST_TIMEOUT:
            return ResearcherFailure(
                name, FailureKind.TIMEOUT, f"{name} gave no answer in time; ask again."
            )
        case code if code == METHOD_NOT_FOUND:
            words = f"{name} answers, but not as an MCP server; check its {where}."
            return ResearcherFailure(name, FailureKind.PROTOCOL, words)
        case code if code == INVALID_PARAMS:
            words = f"{name} turned the request down: {_cut(error.message)}"
            return ResearcherFailure(name, FailureKind.REFUSED, words)
    words = f"{name} answered with an error: {_cut(error.message)}"
    return ResearcherFailure(name, FailureKind.PROTOCOL, words)


_SENTENCES: Final = {
    FailureKind.UNREACHABLE: "{} does not answer; is it running, and is its address right?",
    FailureKind.UNAUTHORIZED: "{} refuses access; check the token that is set for it.",
    FailureKind.DIED: "{} ended the connection before it answered; ask again.",
    FailureKind.TOO_LARGE: "{} sent more than a message may hold and was cut off.",
}


def _of(name: str, kind: FailureKind) -> ResearcherFailure:
    sentence = _SENTENCES.get(kind, "{} failed; ask again.").format(name)
    return ResearcherFailure(name, kind, sentence)


def _cut(words: str) -> str:
    one_line = " ".join(words.split())
    return one_line if len(one_line) <= _WORDS_CHARS else one_line[:_WORDS_CHARS] + " …"
