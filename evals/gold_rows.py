"""Gold sets lie on disk as JSON lines: reading them row by row, with the first fault named."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

_Row = TypeVar("_Row", bound=BaseModel)


class GoldUnreadable(Exception):
    """A gold set can't be read. The message says which file, and what is wrong with it."""


def gold_rows(path: Path, shape: type[_Row]) -> Iterator[_Row]:
    """The rows of a file in order. Raises GoldUnreadable."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise GoldUnreadable(f"{path} can't be read: {error.strerror}.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield shape.model_validate_json(line)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                where = ".".join(map(str, first["loc"]))
                raise GoldUnreadable(f"{path}:{number}: {where}: {first['msg']}.") from error
