"""How far each researcher carries a question, and whether the user's `egress` allows it. Pure."""

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pi.network import is_loopback

if TYPE_CHECKING:
    from researchers.config import Configuration
    from researchers.settings import Egress, EgressClass, RemoteResearcher

_EGRESS_ORDER: Final = ("none", "search", "hosted")
_CLASS_ORDER: Final = ("local", "search", "hosted")


def effective_egress(
    loaded: "Configuration", *, names_web: bool = False, everybody: bool = True
) -> "Egress":
    """What the user has said, else `search` where the user has added the web by marchwarden's own
    settings, as far as everybody is asked, or names it now. A key that happens to be in the
    environment adds nothing."""
    from researchers.settings import Egress

    settings = loaded.settings
    if loaded.origins["egress"] != "default":
        return settings.egress
    added = settings.searxng_url is not None or bool(settings.search_providers)
    return Egress.SEARCH if names_web or (added and everybody) else Egress.NONE


def class_of(one: "RemoteResearcher") -> "EgressClass":
    """What its entry says; else a command and an address of this machine count as local, and any
    other address as hosted, because nobody knows what is behind it."""
    from researchers.settings import EgressClass

    if one.egress is not None:
        return one.egress
    if one.url is None or is_loopback(urlsplit(one.url).hostname or ""):
        return EgressClass.LOCAL
    return EgressClass.HOSTED


def allows(egress: "Egress", reach: "EgressClass") -> bool:
    """Whether a question may go to a researcher that carries it so far."""
    return _CLASS_ORDER.index(reach) <= _EGRESS_ORDER.index(egress)


def why_kept_here(one: "RemoteResearcher", egress: "Egress") -> str | None:
    """Why that researcher is not to be asked, with what to do; None when it may be."""
    reach = class_of(one)
    if allows(egress, reach):
        return None
    needed = _EGRESS_ORDER[_CLASS_ORDER.index(reach)]
    where = f"is at {one.url}" if one.url is not None else f"carries questions out ({reach})"
    milder = (
        ""
        if one.egress is not None or egress != "none"
        else ', or give its entry egress = "search" if it only searches and allow --egress search'
    )
    return (
        f"{one.name} {where}, and egress is {egress}: allow it with --egress {needed}, or "
        f'egress = "{needed}" in the settings{milder}'
    )
