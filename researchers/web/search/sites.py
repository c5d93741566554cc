"""Which site an address belongs to: what one person or organisation has registered. Pure.

By the public suffix list that comes with `tld`, its private part included: `a.github.io` and
`b.github.io` are two sites, `news.bbc.co.uk` and `www.bbc.co.uk` are one.
"""

from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import idna
from tld import get_fld, is_tld

from researchers.web.search.canonical import ascii_host

_REMEMBERED: Final = 4096


def site_of(url: str) -> str:
    """The registrable domain of an address's host, in lower case and Punycode.

    An IP address, `localhost` and other names without a dot stand for themselves, with their port
    where one is given. Empty for what has no host.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = ascii_host(parts.hostname or ""), parts.port
    except ValueError:
        return ""
    if "." in host and not _is_address(host):
        return registrable_domain(host)
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if host and port is not None else shown


@lru_cache(maxsize=_REMEMBERED)
def registrable_domain(host: str) -> str:
    """The part of a dotted host name that somebody registered; a public suffix itself, as it is.

    Under a top-level domain that the list does not know, the last two labels.
    """
    readable = _readable(host)
    if is_tld(readable):
        return host
    known = get_fld(f"https://{readable}/", fail_silently=True)
    depth = known.count(".") + 1 if known else 2
    return ".".join(host.split(".")[-depth:])


def same_site(one: str, other: str) -> bool:
    """Whether two addresses belong to one site."""
    site = site_of(one)
    return bool(site) and site == site_of(other)


def _readable(host: str) -> str:
    """The host in letters: the list has its rules so."""
    try:
        return idna.decode(host)
    except UnicodeError:
        return host


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
