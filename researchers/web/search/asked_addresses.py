"""Addresses that stand in a question: whoever asks about a page means that page. Pure."""

import re
from typing import Final

from researchers.web.fetching.hops import why_url_refused
from researchers.web.search.model import WebResult

_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'`\u201c\u201d]+", re.I)
_CLOSING: Final = ".,;:!?)]}"
_MOST: Final = 5


def addresses_in(question: str) -> tuple[WebResult, ...]:
    """A lead to each address, in order, at most five; those that can't be fetched at all are
    left to the search."""
    found = (match.group().rstrip(_CLOSING) for match in _ADDRESS.finditer(question))
    return tuple(
        WebResult(url, url.partition("://")[2])
        for url in list(dict.fromkeys(found))[:_MOST]
        if _may_be_tried(url)
    )


def _may_be_tried(url: str) -> bool:
    """Private sites are tried: the fetcher knows whether there is leave for them."""
    why = why_url_refused(url)
    return why is None or why.startswith(("leads to", "asks for port"))
