"""Addresses as they may be shown: without the password or the token that some of them carry. Pure.

What is fetched is the address itself; whatever is told of it goes through here.
"""

from typing import Final

from traces.fields import Kind
from traces.redact import Redactor

_REDACTOR: Final = Redactor()


def shown(url: str) -> str:
    """An address in the spelling that traces have too, so that one leads to the other."""
    return str(_REDACTOR.value(Kind.URL, url))


def shown_in(sentence: str) -> str:
    """A sentence whose addresses are as `shown`."""
    return _REDACTOR.quoted(sentence)
