"""Reads the servers that another client's `.mcp.json` lists, as researchers of ours. Pure.

Clients write `mcpServers` or `servers`: names with a command, or with an address. What stands in
`${NAME}` or `${env:NAME}` is taken from the environment when the server starts, and so it is here.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from researchers.setting_errors import sentence_of
from researchers.settings import RemoteResearcher

_VARIABLE: Final = re.compile(r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}")
_BEARER: Final = re.compile(r"(?i)bearer\s+" + _VARIABLE.pattern)
_ANY_PLACEHOLDER: Final = re.compile(r"\$\{[^}]*\}")
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 40


class ListingError(Exception):
    """The file is no listing of MCP servers; the message says why."""


class _Entry(BaseModel):
    """One server as clients write it. What else stands there steers the client, not the server."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    url: str | None = None
    type: str | None = None
    headers: dict[str, str] = {}
    cwd: str | None = None
    disabled: bool = False


class _Listing(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    ours: dict[str, object] = Field(default={}, alias="mcpServers")
    theirs: dict[str, object] = Field(default={}, alias="servers")


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A server that can't be a researcher as it stands there, and why, in one sentence."""

    name: str
    why: str


def researchers_in(text: str) -> tuple[RemoteResearcher | NotTaken, ...]:
    """Everybody the file lists, in its order. Raises ListingError."""
    try:
        listing = _Listing.model_validate(json.loads(text))
    except RecursionError as error:
        raise ListingError("it is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise ListingError(f"it is not JSON (line {error.lineno}: {error.msg})") from error
    except ValidationError as error:
        raise ListingError("it lists no servers under mcpServers or servers") from error
    named = {**listing.theirs, **listing.ours}
    if not named:
        raise ListingError("it lists no servers under mcpServers or servers")
    return tuple(_read(name, row) for name, row in named.items())


def _read(name: str, row: object) -> RemoteResearcher | NotTaken:
    try:
        entry = _Entry.model_validate(row)
    except ValidationError as error:
        part = ".".join(map(str, error.errors()[0]["loc"])) or "its entry"
        return NotTaken(name, f"{part} is not what a server's entry has there.")
    if why := next(_obstacles(entry), None):
        return NotTaken(name, why)
    values = {"name": researcher_name(name), **_transport(entry)}
    try:
        return RemoteResearcher.model_validate(values)
    except ValidationError as error:
        return NotTaken(name, sentence_of(error, {}))


def researcher_name(name: str) -> str:
    """A server's name in the letters that researchers' names have: `My Papers` is `my-papers`."""
    plain = _NOT_IN_NAMES.sub("-", name.lower()).strip("-")
    starts_well = plain[:1].isalpha()
    return (plain if starts_well else f"server-{plain}".strip("-"))[:_LONGEST_NAME].strip("-")


def _obstacles(entry: _Entry) -> Iterator[str]:
    """What a researcher's entry has no words for. The sentences repeat no value."""
    if entry.disabled:
        yield "It is disabled there."
    if entry.command is None and entry.url is None:
        yield "It has neither a command nor a url."
    if entry.command is not None and entry.url is not None:
        yield "It has both a command and a url: keep one."
    if entry.url is not None and (entry.type or "http").lower() == "sse":
        yield "It speaks the old SSE transport: ask its owner for streamable HTTP."
    if entry.cwd is not None:
        yield "It wants a folder to run in (cwd): give its command by its whole path instead."
    if any(map(_ANY_PLACEHOLDER.search, (entry.command or "", *entry.args, entry.url or ""))):
        yield (
            "Its command or url holds a ${…}, which stands for something only that client knows: "
            "write its value."
        )
    for name, value in entry.env.items():
        if _ANY_PLACEHOLDER.search(value) and _taken(value) != name:
            yield f"It makes {name} of something else: export {name} itself, and write ${{{name}}}."
    for name, value in entry.headers.items():
        if name.lower() != "authorization" or not _BEARER.fullmatch(value.strip()):
            yield (
                f"It sends the header {name}; a researcher gets a bearer token from a variable "
                "alone: write Authorization: Bearer ${VARIABLE}."
            )


def _transport(entry: _Entry) -> Mapping[str, object]:
    if entry.url is not None:
        tokens = (_BEARER.fullmatch(value.strip()) for value in entry.headers.values())
        token = next((found.group(1) for found in tokens if found), None)
        return {"url": entry.url, "token_env": token}
    taken = tuple(name for name, value in entry.env.items() if _taken(value) == name)
    plain = {name: value for name, value in entry.env.items() if name not in taken}
    return {"command": (entry.command, *entry.args), "env": plain, "env_from": taken}


def _taken(value: str) -> str | None:
    """The variable that a value stands for, if it is nothing but that."""
    found = _VARIABLE.fullmatch(value)
    return found.group(1) if found else None
