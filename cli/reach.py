"""How far each researcher carries a question, and whether the user's `egress` allows it. Pure."""

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pi.network import is_loopback

if TYPE_CHECKING:
    from researchers.settings import Egress, EgressClass, RemoteResearcher

_EGRESS_ORDER: Final = ("none", "search", "hosted")
_CLASS_ORDER: Final = ("local", "search", "hosted")


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
