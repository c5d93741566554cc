"""One plain sentence for a refused request; never a dump, never the caller's long values."""

from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

_LONGEST_NAME: Final = 40
_LONGEST_MESSAGE: Final = 200


def refusal(tool: str, model: type[BaseModel], error: ValidationError) -> str:
    """Say what is wrong with a tool's arguments, and what it takes instead."""
    details = error.errors(include_url=False, include_input=False)
    unknown = [item for item in details if item["type"] == "extra_forbidden"]
    if unknown:
        return _unknown(tool, model, unknown)
    return _problem(details[0])


def _unknown(tool: str, model: type[BaseModel], details: Sequence[ErrorDetails]) -> str:
    names = _listed(_path(item) for item in details[:3])
    more = f" and {len(details) - 3} more" if len(details) > 3 else ""
    noun = "argument" if len(details) == 1 else "arguments"
    known = _listed(_known_names(model, details[0]))
    return f"{tool} does not know the {noun} {names}{more}; known here: {known}."


def _known_names(model: type[BaseModel], detail: ErrorDetails) -> list[str]:
    """The names allowed where the unknown one stood."""
    current = model
    for part in detail["loc"][:-1]:
        field = current.model_fields.get(str(part))
        inner = field.annotation if field else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            break
        current = inner
    return list(current.model_fields)


def _problem(detail: ErrorDetails) -> str:
    path = _path(detail)
    limits = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return f"{path} is required and was not given."
        case "string_too_short":
            return f"{path} is empty; it needs some text."
        case "string_too_long":
            return f"{path} is longer than {limits['max_length']:,} characters; shorten it."
        case "too_long":
            return f"{path} has more than {limits['max_length']:,} entries; send fewer."
        case "value_error":
            return str(limits["error"])
        case "json_invalid" | "model_type" | "model_attributes_type":
            return f"{path} must be an object."
    said = detail["msg"][:_LONGEST_MESSAGE].removeprefix("Input should be").strip()
    return f"{path} must be {said}." if said != detail["msg"] else f"{path} is refused: {said}."


def _path(detail: ErrorDetails) -> str:
    return ".".join(_short(str(part)) for part in detail["loc"]) or "the request"


def _short(name: str) -> str:
    printable = "".join(c if c.isprintable() else "?" for c in name)
    return printable if len(printable) <= _LONGEST_NAME else printable[:_LONGEST_NAME] + "…"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
