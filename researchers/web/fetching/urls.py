"""One strict reading of a URL. What is checked is what is requested, because the request is made
from these parts and nothing parses the text a second time. Pure.

A URL that two parsers could read in two ways is refused: backslashes, user names, tabs and other
controls, hosts with percent signs, numbers that are no plain dotted IPv4 address. Host names in
other scripts are mapped once (UTS 46), and the result is read as strictly as any other name.
"""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import quote

import idna

from researchers.web.fetching.resolving import Address

URL_MAX_CHARS: Final = 8_000
NAMES_A_USER: Final = "names a user"
_HOST_MAX_CHARS: Final = 253
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_ABSOLUTE: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*):(?P<rest>.*)")
_REST: Final = re.compile(r"//(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?:#.*)?")
_AUTHORITY: Final = re.compile(r"(?P<host>\[[^\[\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]{0,5}))?")
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_\-]{0,61}[a-z0-9_])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_KEPT: Final = "%!$&'()*+,;=:@/?-._~[]|^`{}"
"""What stays as it is in a path or a query, besides letters and digits."""


class BadUrl(ValueError):
    """No address that can be fetched; the message completes "it …" (`names a user`)."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL in its one spelling. `host` is lower-case ASCII, an IPv6 address without brackets;
    `target` is the path with its query, in ASCII, without dot segments."""

    scheme: str
    host: str
    port: int
    target: str
    literal: Address | None = None
    """The host, when it is an address and no name."""

    @property
    def authority(self) -> str:
        """As in the `Host` header: brackets around IPv6, no port where it is the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.target}"

    def __str__(self) -> str:
        return self.url


def parse_url(text: str) -> WebAddress:
    """Read an absolute http or https URL. Raises BadUrl."""
    text = _legible(text)
    absolute = _ABSOLUTE.fullmatch(text)
    if absolute is None:
        raise BadUrl("has no http:// or https://")
    scheme = absolute["scheme"].lower()
    if scheme not in _DEFAULT_PORTS:
        raise BadUrl("is neither http nor https")
    parts = _REST.fullmatch(absolute["rest"])
    if parts is None:
        raise BadUrl("has no // after its scheme")
    host, literal, port = _read_authority(parts["authority"])
    path = _without_dots(_quoted(parts["path"]) or "/")
    target = path + _quoted(parts["query"] or "")
    return WebAddress(scheme, host, port or _DEFAULT_PORTS[scheme], target, literal)


def join_url(base: WebAddress, reference: str) -> WebAddress:
    """What a `Location` means at an address (RFC 3986, 5.2, strictly). Raises BadUrl."""
    reference = _legible(reference)
    if _ABSOLUTE.fullmatch(reference):
        return parse_url(reference)
    path = base.target.partition("?")[0]
    origin = f"{base.scheme}://{base.authority}"
    match reference[:1]:
        case "" | "#":
            return base
        case "?":
            return parse_url(origin + path + reference)
        case "/" if reference.startswith("//"):
            return parse_url(f"{base.scheme}:{reference}")
        case "/":
            return parse_url(origin + reference)
        case _:
            return parse_url(origin + path[: path.rindex("/") + 1] + reference)


def read_host(text: str) -> tuple[str, Address | None]:
    """A host in its one spelling (IPv6 without brackets), and the address that it is, if it is
    one. Takes IPv6 with brackets only. Raises BadUrl."""
    if text.startswith("["):
        address = _read_ipv6(text[1:-1])
        return str(address), address
    return _read_name(text)


def _legible(text: str) -> str:
    if len(text) > URL_MAX_CHARS:
        raise BadUrl(f"is longer than {URL_MAX_CHARS} characters")
    if _CONTROL.search(text):
        raise BadUrl("holds control characters")
    if "\\" in text.partition("?")[0]:
        raise BadUrl("holds a backslash")
    return text.strip(" ")


def _read_authority(text: str) -> tuple[str, Address | None, int | None]:
    if "@" in text:
        raise BadUrl(NAMES_A_USER)
    parts = _AUTHORITY.fullmatch(text)
    if parts is None:
        raise BadUrl("has a host or a port that can't be read")
    host, literal = read_host(parts["host"])
    port = int(parts["port"]) if parts["port"] else None
    if port is not None and not 0 < port < 65_536:
        raise BadUrl("has a port that does not exist")
    return host, literal, port


def _read_ipv6(text: str) -> IPv6Address:
    try:
        address = IPv6Address(text)
    except AddressValueError:
        raise BadUrl("has an IPv6 address that can't be read") from None
    if address.scope_id is not None:
        raise BadUrl("names a network interface")
    return address


def _read_name(text: str) -> tuple[str, IPv4Address | None]:
    if len(text) > _HOST_MAX_CHARS:
        raise BadUrl("has a host name that is too long")
    name = text.lower() if text.isascii() else _mapped(text)
    name = name.removesuffix(".")
    labels = name.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise BadUrl("has a host name that can't be read" if name else "has no host")
    if not _NUMBER.fullmatch(labels[-1]):
        return name, None
    if name != text:
        raise BadUrl("spells a number as its host in an unusual way")
    return name, _read_ipv4(name)


def _read_ipv4(text: str) -> IPv4Address:
    """Only the plain form: four decimal numbers without leading zeros."""
    try:
        return IPv4Address(text)
    except AddressValueError:
        raise BadUrl("spells a number as its host in an unusual way") from None


def _mapped(name: str) -> str:
    try:
        return idna.encode(name, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise BadUrl("has a host name that can't be read") from None


def _quoted(text: str) -> str:
    return quote(text, safe=_KEPT)


def _without_dots(path: str) -> str:
    """Take `.` and `..` out, however they are spelled, as a server would."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        plain = segment.replace("%2e", ".").replace("%2E", ".")
        if plain == "..":
            del kept[-1:]
        elif plain != ".":
            kept.append(segment)
    if segments[-1].replace("%2e", ".").replace("%2E", ".") in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
