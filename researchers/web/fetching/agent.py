"""How the researcher of the web names itself to the sites it asks."""

from typing import Final

_UNKNOWN: Final = "research agent of one person; no contact given"


def user_agent(version: str, contact: str | None = None) -> str:
    """The whole User-Agent header. The contact is a mail address or a page, by which a site's
    owner can reach the person who runs this. Raises ValueError for one that no header can hold.
    """
    if contact is None:
        return f"marchwarden/{version} ({_UNKNOWN})"
    kept = contact.strip()
    if not kept or not kept.isascii() or not kept.isprintable() or any(c in kept for c in "()\\"):
        raise ValueError(
            "A contact is a mail address or a page's address, in ASCII and without brackets."
        )
    return f"marchwarden/{version} (+{kept})"
