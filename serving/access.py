"""Who may talk to an HTTP server: a bearer token, and the Host and Origin to ask it by."""

import hmac
import ipaddress
from collections.abc import Iterator, Sequence
from typing import Final

from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_EVERY_ADDRESS: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not bound to
_SCHEME: Final = "bearer "
_TOKEN_LEAST_CHARS: Final = 16
"""Sixteen random hexadecimal digits are 64 bits; what is shorter can be guessed."""


class OpenAddressError(Exception):
    """The server was asked to listen beyond this machine without a token, or with a weak one."""


def is_loopback(host: str) -> bool:
    """True for an address or name that only this machine can reach."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open_address(host: str, token: str | None) -> None:
    """Raise OpenAddressError unless the address is loopback or a token is set. A token that is
    blank, holds white space or is short is refused on every address: somebody relies on it."""
    if not token and not is_loopback(host):
        raise OpenAddressError(
            f"Listening on {host or 'every address'} needs a token: set MARCHWARDEN_TOKEN, "
            "or listen on 127.0.0.1."
        )
    if token and (len(token) < _TOKEN_LEAST_CHARS or any(map(str.isspace, token))):
        raise OpenAddressError(
            f"MARCHWARDEN_TOKEN is too weak: give {_TOKEN_LEAST_CHARS} random characters or more, "
            "without white space (`openssl rand -hex 16` makes some)."
        )


def access_settings(host: str, accepted_hosts: Sequence[str]) -> TransportSecuritySettings:
    """Host and Origin checks, on for every address, so that no web page can reach the server by
    rebinding a name. The SDK's default turns them off beyond loopback."""
    names = [*_LOOPBACK_NAMES, *accepted_hosts]
    if host not in _EVERY_ADDRESS:
        names.append(as_authority(host))
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=list(_with_ports(names)),
        allowed_origins=[
            f"{scheme}://{name}" for name in _with_ports(names) for scheme in ("http", "https")
        ],
    )


def _with_ports(names: Sequence[str]) -> Iterator[str]:
    """A name as it stands, and, where it names no port, with any port."""
    for name in dict.fromkeys(names):
        yield name
        if name.endswith("]") or ":" not in name:
            yield f"{name}:*"


def as_authority(host: str) -> str:
    """An address as it stands in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


class BearerGate:
    """Lets requests with the right bearer token through, and answers all others with 401."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._admits(Headers(scope=scope)):
            await _unauthorized(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _admits(self, headers: Headers) -> bool:
        given = headers.getlist("authorization")
        if len(given) != 1 or not given[0].lower().startswith(_SCHEME):
            return False
        return hmac.compare_digest(given[0][len(_SCHEME) :].strip().encode(), self._token)


async def _unauthorized(scope: Scope, receive: Receive, send: Send) -> None:
    response = JSONResponse(
        {"error": "unauthorized", "message": "Send the server's token as a bearer token."},
        status_code=401,
        headers={"WWW-Authenticate": 'Bearer realm="marchwarden"'},
    )
    await response(scope, receive, send)
