"""What goes to stdout: one JSON document, or text for a person."""

import json
from collections.abc import Mapping, Sequence

import click

JsonDocument = Mapping[str, "JsonPart"]
JsonPart = None | bool | int | float | str | Sequence["JsonPart"] | JsonDocument


def print_document(document: JsonDocument) -> None:
    """Print one JSON document. ASCII, so that no locale and no odd file name can break it."""
    click.echo(json.dumps(document, indent=2, allow_nan=False))
