"""Whether an address that a user named can be one of a page at all. Pure, and light to import."""

from typing import Final

from researchers.web.fetching.urls import NAMES_A_USER, BadUrl, parse_url
from researchers.web.shown_address import shown

_LONGEST_SHOWN: Final = 200


def why_not_a_page(url: str) -> str | None:
    """One sentence that says what is wrong with a `--url` and what to do, without repeating what
    may be a password; None when it can be asked for. Whether it leads to a private address is not
    looked at: that is for the fetch to find out."""
    if not url.strip():
        return "The address of a page is empty: give one that begins with https:// or http://."
    try:
        parse_url(url.strip())
    except BadUrl as bad:
        if str(bad) == NAMES_A_USER or "@" in url:
            return (
                "The address of a page may not name a user: leave out everything up to the @; "
                "pages are read as anybody may read them."
            )
        return f"{_told(url)} is no address of a page: it {bad}; write it as https://HOST/PATH."
    return None


def _told(url: str) -> str:
    plain = ascii(shown(url))[1:-1]
    return plain if len(plain) <= _LONGEST_SHOWN else f"{plain[:_LONGEST_SHOWN]}\u2026"
