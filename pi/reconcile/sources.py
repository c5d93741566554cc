"""When two locators name one source, and whose it is."""

import re
from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_TRACKING: Final = re.compile(r"(?:utm_[a-z]+|fbclid|gclid|mc_[ce]id)=[^&]*(?:&|$)", re.I)
_REMEMBERED: Final = 4096


def is_page(locator: str) -> bool:
    """Whether it is a web address, which names the same thing whoever says it. A note's locator
    does not: two machines may both have a `note://notes/plan.md`."""
    return locator.lower().startswith(("http://", "https://"))


def document_of(locator: str) -> str:
    """The locator of the whole document, in one spelling: without a fragment; of a page also
    without scheme, `www.`, its scheme's own port, what only tracks the reader, and a last slash."""
    whole = locator.partition("#")[0]
    parts = _split(whole) if is_page(whole) else None
    if parts is None:
        return whole
    query = _TRACKING.sub("", parts.query).rstrip("&")
    path = parts.path.rstrip("/")
    return f"//{_authority(parts)}{path}{'?' + query if query else ''}"


def site_of(locator: str) -> str | None:
    """The domain that somebody registered, for a page; None for anything else."""
    parts = _split(locator) if is_page(locator) else None
    if parts is None or not parts.hostname:
        return None
    host = parts.hostname.rstrip(".")
    if "." in host and not _is_address(host):
        return _registered(host)
    return _authority(parts)


def _authority(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    port = parts.port
    return host if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"


def _split(locator: str) -> SplitResult | None:
    """None for what is no address, in spite of how it begins."""
    try:
        parts = urlsplit(locator)
        parts.port  # noqa: B018 - raises for a port that is no number
    except ValueError:
        return None
    return parts


@lru_cache(maxsize=_REMEMBERED)
def _registered(host: str) -> str:
    """By the public suffix list, its private part included: two blogs of one publisher are two."""
    from tld import get_fld, is_tld  # it reads its list, which few runs need

    if is_tld(host):
        return host
    known = get_fld(f"https://{host}/", fail_silently=True)
    return known if known else ".".join(host.split(".")[-2:])


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
