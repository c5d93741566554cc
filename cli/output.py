"""What goes to stdout for a machine: one JSON document, or a line that says what failed."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import click

JsonDocument = Mapping[str, "JsonPart"]
JsonPart = None | bool | int | float | str | Sequence["JsonPart"] | JsonDocument


def print_document(document: JsonDocument) -> None:
    """Print one JSON document. ASCII, so that no locale and no odd file name can break it."""
    click.echo(json.dumps(document, indent=2, allow_nan=False))


def print_error_line(code: str, message: str) -> None:
    """Print the last line of a run's events when there is no result to print."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    click.echo(json.dumps({"event": "error", "at": at, "code": code, "message": message}))
