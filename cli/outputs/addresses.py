"""Which locators are addresses of the web that a file may link to. Pure."""

import re
from typing import Final
from urllib.parse import urlsplit

from cli.terminal import visible

_NEVER_IN_ADDRESSES: Final = re.compile(r"[\s<>\"\\^`{|}]")
"""RFC 3986 has them nowhere in an address; here they would end a link too early."""


def is_address(locator: str) -> bool:
    """Whether it is a whole http or https address, of nothing but an address's letters."""
    if not locator.startswith(("http://", "https://")):
        return False
    if locator != visible(locator) or _NEVER_IN_ADDRESSES.search(locator):
        return False
    try:
        return bool(urlsplit(locator).hostname)
    except ValueError:
        return False
