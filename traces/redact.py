"""Keeping secrets and private paths out of traces. Applied before anything is hashed.

Content is not touched: what was opened is stored as it is, or its offsets would be wrong. A line
is cleaned by the kind of each field: secrets everywhere, paths in our own sentences only, because
a user's question about `/etc/hosts` must stay that question.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from traces.fields import Kind
from traces.sink import JsonValue

_SHORT: Final = 200
SECRET: Final = "[secret]"  # noqa: S105 - the mark that stands where a secret was
PATH: Final = "[path]"

_TOKENS: Final = re.compile(
    r"\b(?:sk|pk|rk)-(?:[A-Za-z0-9]{1,40}-){0,4}(?=[A-Za-z_]*\d)[A-Za-z0-9_]{16,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bhf_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{30,}"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\bya29\.[0-9A-Za-z_-]{20,}"
    r"|\bpypi-[A-Za-z0-9_-]{40,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\Z)", re.S
)
_HEADER: Final = re.compile(
    r"(?i)\b((?:proxy-)?authorization|x-api-key|api-key|(?:set-)?cookie)(['\"]?\s*[:=]\s*)[^\r\n]+"
)
_BEARER: Final = re.compile(
    r"(?i)\b(bearer|basic)(\s+)(?=[a-z._~+/-]{0,200}[\d=])[a-z0-9._~+/=-]{20,}"
)
"""A digit or a closing `=` sets a token apart from `basic troubleshooting`."""

_ASSIGNED: Final = re.compile(
    r"(?i)\b((?:[a-z0-9]{1,40}[_-]){0,4}(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d))"
    r"(['\"]?\s*[:=]\s*['\"]?)[^\s'\",;&]{6,}"
)
_USER_INFO: Final = re.compile(r"(?i)\b(?!note:)([a-z][a-z0-9+.-]{1,20}://)[^\s/?#]+@")
_QUERY_SECRET: Final = re.compile(
    r"(?i)([?&#](?:[a-z0-9_.-]{0,40}(?:key|token|secret|passw(?:or)?d|pwd|signature|sig|credential"
    r"|jwt|session_?id)|auth|code)=)[^&#\s]*[^&#\s.,;:]"
)
_WEB_ADDRESS: Final = re.compile(r"(?i)\bhttps?://\S+")
_ABSOLUTE: Final = re.compile(
    r"(?<![\w:/.~\]-])(?:file://)?(?:~|/[\w.@+-]+)(?:/[\w.@+-]+)+/?|\b[A-Za-z]:\\[^\s'\"<>|]+"
)
_SECRET_FIELD: Final = re.compile(
    r"(?i)(?:proxy-)?authorization|(?:set-)?cookie|(?:[a-z0-9]+[_-])*"
    r"(?:api[_-]?key|access[_-]?key|secret|password|passwd|bearer|token)"
)


@dataclass(frozen=True, slots=True)
class Redactor:
    """How to clean a trace: paths below `roots` may stay, and `secrets` are known values (the
    keys in the configuration) that go wherever they occur."""

    roots: tuple[Path, ...] = ()
    secrets: tuple[str, ...] = ()

    def value(self, kind: Kind, value: JsonValue) -> JsonValue:
        """A field's value without what its kind may not show."""
        if isinstance(value, str):
            return self._by_kind(kind, value)
        if isinstance(value, Mapping):
            named = self.quoted if kind is Kind.PLAIN else str
            return {named(key): self._member(kind, key, item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(kind, item) for item in value]
        return value

    def sentence(self, text: str) -> str:
        """Our own words: no secrets, no headers, no private paths."""
        return self._without_paths(_without_assigned(self.quoted(text)))

    def quoted(self, text: str) -> str:
        """Other people's words: no secrets."""
        for secret in self.secrets:
            if secret:
                text = text.replace(secret, SECRET)
        return _without_secrets(text) if len(text) > _SHORT else _remembered(text)

    def _by_kind(self, kind: Kind, text: str) -> str:
        match kind:
            case Kind.TEXT | Kind.PLAIN:
                return self.sentence(text)
            case Kind.PATH:
                return self._path(text) if text.startswith(("/", "~")) else self.quoted(text)
            case Kind.URL:
                return without_query_secrets(self.quoted(text))
            case Kind.QUOTED | Kind.WORD:
                return self.quoted(text)
            case _:
                return text

    def _member(self, kind: Kind, key: str, value: JsonValue) -> JsonValue:
        if isinstance(value, str) and _SECRET_FIELD.fullmatch(key):
            return SECRET
        return self.value(kind, value)

    def _without_paths(self, text: str) -> str:
        return _ABSOLUTE.sub(lambda found: self._path(found.group()), text)

    def _path(self, text: str) -> str:
        if text.startswith("~"):
            return PATH
        path = Path(text.removeprefix("file://").rstrip("/"))
        within = any(path.is_relative_to(root) for root in self.roots)
        return text if within and ".." not in path.parts else PATH


def without_query_secrets(text: str) -> str:
    """Without the values of parameters that are called `token`, `api_key` and the like, in text
    that is an address or the head of a response."""
    return _QUERY_SECRET.sub(rf"\1{SECRET}", text)


def _without_assigned(text: str) -> str:
    """Without what follows a telling name. Too rough for other people's words: a note may be
    called `Authorization: how we do it`."""
    return _ASSIGNED.sub(rf"\1\2{SECRET}", _HEADER.sub(rf"\1\2{SECRET}", text))


def _without_secrets(text: str) -> str:
    text = _PRIVATE_KEY.sub(SECRET, text)
    text = _BEARER.sub(rf"\1\2{SECRET}", text)
    text = _USER_INFO.sub(rf"\1{SECRET}@", text)
    text = _WEB_ADDRESS.sub(lambda found: without_query_secrets(found.group()), text)
    return _TOKENS.sub(SECRET, text)


_remembered: Final = lru_cache(maxsize=4_096)(_without_secrets)
"""Lines of one run say the same locators, titles and lanes over and over."""
