"""Which form a file's ending stands for."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from contract import ResearchResult

Renderer = Callable[["ResearchResult", str], str]
"""From a result and the question that it answers to the whole file, as text."""

_MODULES: Final[Mapping[str, str]] = {
    ".md": "markdown",
    ".html": "html",
    ".json": "json_document",
    ".bib": "bibtex",
    ".ris": "ris",
}
ENDINGS: Final = tuple(_MODULES)


def renderer_for(path: Path) -> Renderer:
    """The renderer of a file by its ending, whatever its case. Raises KeyError for another one.

    Only that one is imported.
    """
    from importlib import import_module

    module = import_module(f"cli.outputs.{_MODULES[path.suffix.lower()]}")
    render: Renderer = module.render
    return render
