"""Says in the words of the settings what is wrong with one of them. Pure."""

from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

_PLAIN: Final = {
    "missing": "is missing",
    "too_short": "is empty",
    "finite_number": "must be a number",
    "model_type": "must be a table",
    "tuple_type": "must be a list",
    "string_type": "must be text in quotes",
    "path_type": "must be text in quotes",
    "extra_forbidden": "is no setting (docs/settings.md lists them)",
}
_BY_PLACE: Final[Mapping[tuple[str, ...], str]] = {
    ("notes", "name"): "must have 1 to 80 characters, without spaces and / # ? % :",
    ("researchers", "name"): "must be at most 40 small letters, digits and dashes, a letter first",
    ("researchers", "url"): "must be text that begins with http:// or https://",
    ("searxng_url",): "must be an address as http://127.0.0.1:8888, without user name, ? and #",
    ("archive_url",): "must be an address as https://web.archive.org/web/, without ? and #",
    ("proxy",): "must be an address as http://127.0.0.1:3128, without user name, ? and #",
    ("allow_hosts",): "must list HOST:PORT, as wiki.lan:8080",
    ("contact",): "must be one address without spaces, as mailto:you@example.org",
    ("search_providers",): "must list some of searxng, tavily, brave",
    ("researchers", "command"): 'must be a list of words, as ["papers-mcp", "--quiet"]',
    ("researchers", "covers"): 'must be a list of words, as ["papers", "medicine"]',
    ("researchers", "env"): 'must be a table of texts, as {LANGUAGE = "en"}',
    ("researchers", "env_from"): 'must be a list of variables\' names, as ["PAPERS_KEY"]',
}
_SHAPE_ERRORS: Final = frozenset(
    {
        "string_pattern_mismatch",
        "string_type",
        "string_too_long",
        "tuple_type",
        "dict_type",
        "enum",
    }
)


def sentence_of(error: ValidationError, origins: Mapping[str, str]) -> str:
    """One sentence about the first thing that is wrong; `origins` are files, variables, flags.

    It does not repeat the value, which may be a secret that stands in the wrong place.
    """
    first = error.errors()[0]
    place = first["loc"]
    origin = origins.get(str(place[0]), "") if place else ""
    if first["type"] == "value_error":
        said = first["msg"].removeprefix("Value error, ")
        return f"{': '.join(filter(None, (origin, _spelled(place), said)))}."
    if len(place) == 1 and "/" not in origin and origin not in ("", "default"):
        return f"{origin} {_said(first)}."  # a variable or a flag bears the setting's name
    return f"{': '.join(filter(None, (origin, f'{_spelled(place)} {_said(first)}')))}."


def _spelled(place: tuple[int | str, ...]) -> str:
    """`researchers (entry 2): command` for the second one's command."""
    match place:
        case (str(name), int(position), *inner):
            entry = f"{name} (entry {position + 1})"
            return ": ".join([entry, *(str(part) for part in inner if isinstance(part, str))])
    return ".".join(map(str, place))


def _said(one: ErrorDetails) -> str:
    kind, context = one["type"], one.get("ctx", {})
    names = [part for part in one["loc"] if isinstance(part, str)]
    place = (names[0], names[-1]) if len(names) > 1 else tuple(names)
    by_place = _BY_PLACE.get(place)
    if by_place is not None and kind in _SHAPE_ERRORS:
        return by_place
    if kind.startswith("int_"):
        return "must be a whole number"
    if kind.startswith("float_"):
        return "must be a number"
    match kind:
        case "greater_than":
            return f"must be more than {context['gt']:g}"
        case "greater_than_equal":
            return f"must be {context['ge']:g} or more"
        case "less_than_equal":
            return f"must be {context['le']:g} or less"
        case "enum":
            return f"must be {str(context['expected']).replace(chr(39), '')}"
    return _PLAIN.get(kind, one["msg"][:1].lower() + one["msg"][1:])
