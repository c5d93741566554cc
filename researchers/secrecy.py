"""What in a settings file is a secret that stands in the wrong place. Pure rules."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from traces.redact import Redactor

_SECRET_WORDS: Final = frozenset(
    "key apikey token secret password passwd passphrase bearer credential credentials".split()
)
_AS_ENVIRONMENT: Final = _SECRET_WORDS | {"auth", "authorization", "pat", "cookie", "pwd"}
_FLAG: Final = re.compile(r"--?([A-Za-z][\w-]*)(?:=(.*))?", re.DOTALL)
_HEADER: Final = re.compile(
    r"(?i)[\w-]*(?:authorization|api-?key|token|cookie|secret)\s*[:=]\s*\S+"
)
_PATH_STARTS: Final = ("/", "./", "../", "~", "@")
_VARIABLES: Final = "env"
_REDACTOR: Final = Redactor()


def names_a_secret(name: str) -> bool:
    """Whether a setting of that name would hold a secret: `api_key` does, `token_budget` and
    `token_env` don't."""
    return _last_word(name) in _SECRET_WORDS


def is_a_secret(text: str) -> bool:
    """Whether a text shows by its form that it is or holds one: a provider's key, a bearer token,
    a password in an address."""
    return _REDACTOR.quoted(text) != text


def secret_in_file(values: Mapping[str, object]) -> str | None:
    """The first key in a parsed settings file, at any depth, that names a secret. A researcher's
    variables are left to `secret_in_environment`, which looks at their values too."""
    for name, value in values.items():
        if name == _VARIABLES and isinstance(value, Mapping):
            continue
        if names_a_secret(name):
            return name
        rows = value if isinstance(value, list) else [value]
        for row in rows:
            if isinstance(row, Mapping) and (found := secret_in_file(row)):
                return found
    return None


def secret_in_environment(environment: Mapping[str, str]) -> str | None:
    """The name of the first variable that holds a secret; None when none does."""
    for name, value in environment.items():
        if value and (_last_word(name) in _AS_ENVIRONMENT or is_a_secret(value)):
            return name
    return None


def secret_in_command(words: Sequence[str]) -> bool:
    """Whether a command's words hold a secret. A file that holds one may be named."""
    return any(is_a_secret(word) or _HEADER.fullmatch(word) for word in words) or any(
        _gives_secret(word, after) for word, after in pairwise((*words, ""))
    )


def _gives_secret(word: str, after: str) -> bool:
    flag = _FLAG.fullmatch(word)
    if flag is None or not names_a_secret(flag.group(1)):
        return False
    value = flag.group(2) if flag.group(2) is not None else after
    return bool(value) and not value.startswith((*_PATH_STARTS, "-"))


def _last_word(name: str) -> str:
    return name.lower().replace("-", "_").rsplit("_", 1)[-1]
