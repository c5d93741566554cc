"""One spelling of an address, to tell whether two results are the same page. Pure.

It is an identity and not what is fetched: a site may answer the spelled-out form only. Not merged
are `http` with `https`, `www.` or a mobile host with the bare one, and `index.html` with its
folder: those are other addresses that may hold other pages. Whoever wants them as one compares
what the pages say (`collapse`), or the site (`sites`).
"""

import re
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

import idna

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_PREFIXES: Final = ("utm_", "mtm_", "piwik_", "matomo_", "hsa_", "vero_", "oly_")
_TRACKING: Final = frozenset(
    (
        "gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid "
        "fb_action_ids fb_action_types fb_source msclkid yclid ysclid twclid ttclid li_fat_id "
        "epik igshid igsh mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc __hssc __hsfp hsctatracking "
        "s_kwcid ef_id wickedid rb_clickid _openstat _kx pk_campaign pk_kwd pk_source pk_medium "
        "pk_content ref_src __twitter_impression spm"
    ).split()
)
"""Parameters that say where a reader came from and never which page is meant."""

_ESCAPE: Final = re.compile(r"%([0-9a-fA-F]{2})?")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_IN_PATH: Final = "!$&'()*+,;=:@/%-._~"
_IN_QUERY: Final = _IN_PATH + "?"


def canonical_url(url: str) -> str:
    """The address in its one spelling; what is no http or https address comes back trimmed.

    Scheme and host in lower case and Punycode, no default port, no dot segments, percent encoding
    as RFC 3986 §6.2.2 has it, no fragment, no tracking parameters (the others keep their order),
    no slash at the end of a path. Applying it twice changes nothing more.
    """
    trimmed = url.strip()
    try:
        parts = urlsplit(trimmed)
        authority = _authority(parts)
    except ValueError:
        return trimmed
    if authority is None:
        return trimmed
    query = _query(parts.query)
    return f"{parts.scheme}://{authority}{_path(parts.path)}{'?' + query if query else ''}"


def _authority(parts: SplitResult) -> str | None:
    """Host and port; None when this is no address of a page."""
    host, port = ascii_host(parts.hostname or ""), parts.port
    if parts.scheme not in _DEFAULT_PORTS or not host:
        return None
    host = f"[{host}]" if ":" in host else host
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"{user}{host}{'' if port in (None, _DEFAULT_PORTS[parts.scheme]) else f':{port}'}"


def ascii_host(host: str) -> str:
    """A host's name in lower case and Punycode, without the root's dot. Raises ValueError."""
    bare = host.lower().rstrip(".")
    if bare.isascii():
        return bare
    return idna.encode(bare, uts46=True).decode("ascii").lower().rstrip(".")


def _path(path: str) -> str:
    kept: list[str] = []
    for segment in _spelled(path, _IN_PATH).split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    return "/" + "/".join(kept).strip("/")


def _query(query: str) -> str:
    kept = (_spelled(item, _IN_QUERY) for item in query.split("&"))
    return "&".join(item for item in kept if item and not _is_tracking(item))


def _is_tracking(item: str) -> bool:
    name = item.partition("=")[0].lower()
    return name in _TRACKING or name.startswith(_PREFIXES)


def _spelled(text: str, allowed: str) -> str:
    """Percent encoding in its normal form: what needs none has none, hex digits are capitals."""
    return quote(_ESCAPE.sub(_escape, text), safe=allowed, errors="replace")


def _escape(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return "%25"  # a percent sign that escapes nothing
    letter = chr(int(escape[1], 16))
    return letter if letter in _UNRESERVED else escape[0].upper()
