"""A question as an engine takes it: within its limits, and as words rather than commands. Pure."""

import re
from typing import Final

LONGEST_QUERY: Final = 400
"""Characters. What Tavily and Brave document; others are asked no more."""

_COMMAND: Final = re.compile(r"(?<!\S)(?:!+|:(?=\w)|<(?=\d)|\?(?=\w))")


def within_limits(query: str, characters: int = LONGEST_QUERY, words: int | None = None) -> str:
    """The query with single spaces, cut at the end of a word where it is too long. A lone
    surrogate becomes `?`."""
    sendable = query.encode("utf-8", "replace").decode()
    kept = " ".join(sendable.split()[:words])
    if len(kept) <= characters:
        return kept
    return kept[: characters + 1].rpartition(" ")[0] or kept[:characters]


def without_commands(query: str) -> str:
    """The query without the signs by which SearXNG takes a word for a command: `!engine`,
    `!!engine`, `:language`, `<seconds`, `?engine`. A question about `!important` stays one."""
    return _COMMAND.sub("", query)
