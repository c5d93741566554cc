"""The network: who is there, and how each one is reached. Light: imports nothing heavy.

A description holds everything a connection needs; nothing is read from the environment here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer


@dataclass(frozen=True, slots=True)
class Command:
    """A researcher that is started as a child process and spoken to over stdin and stdout.

    `environment` is all that the child gets; see `child_environment`.
    """

    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """A researcher that already runs and is spoken to over streamable HTTP.

    `token` is sent as a bearer token, and never over plain HTTP to another machine.
    """

    url: str
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class InProcess:
    """A server object in this process, for tests and for embedding."""

    server: "MCPServer"


Transport: TypeAlias = Command | Address | InProcess


@dataclass(frozen=True, slots=True)
class Researcher:
    """One member of the network, under the name that its failures are reported with."""

    name: str
    transport: Transport


_INHERITED: Final = frozenset(
    {"HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "VIRTUAL_ENV"}
)
_LOCALE_PREFIX: Final = "LC_"
_INHERITED_PREFIXES: Final = (_LOCALE_PREFIX, "MARCHWARDEN_", "XDG_", "PYTHON")


def child_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What of the caller's environment a child may see: its place, its locale, our own settings.

    Keys of model providers and the like are left out; who needs one passes it by name.
    """
    return {
        name: value
        for name, value in environ.items()
        if name in _INHERITED or name.startswith(_INHERITED_PREFIXES)
    }


_LEAST: Final = _INHERITED - {"VIRTUAL_ENV"}


def least_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What any program needs to run at all: its user, its place, its locale. For researchers of
    others, who get the rest by name; our own settings and tokens are none of their business."""
    return {
        name: value
        for name, value in environ.items()
        if name in _LEAST or name.startswith(_LOCALE_PREFIX)
    }


@dataclass(frozen=True, slots=True)
class Presence:
    """What a probe learned about a researcher. `failure` is a sentence, None when it is well."""

    name: str
    transport: str
    contract_version: str | None
    latency_seconds: float | None
    failure: str | None


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine itself, without asking a name server."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def transport_words(transport: Transport) -> str:
    """The transport as a reader sees it in a table: `stdio`, or the address."""
    match transport:
        case Command():
            return "stdio"
        case Address(url=url):
            return url
        case InProcess():
            return "in process"
