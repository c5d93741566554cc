"""Which files are notes, by the end of their names."""

from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final


class Format(StrEnum):
    """How a file is parsed."""

    MARKDOWN = "markdown"
    PLAIN = "text"
    HTML = "html"
    PDF = "pdf"


_SUFFIXES: Final = {
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".mdx": Format.MARKDOWN,
    ".txt": Format.PLAIN,
    ".text": Format.PLAIN,
    ".org": Format.PLAIN,
    ".rst": Format.PLAIN,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".pdf": Format.PDF,
}


def format_of(path: str) -> Format | None:
    """The format that a path's suffix stands for, None when we don't read such files."""
    dot = path.rfind(".")
    return _SUFFIXES.get(path[dot:].lower()) if dot > 0 else None


def suffixes() -> tuple[str, ...]:
    """The ends of the names that are read, in lower case."""
    return tuple(_SUFFIXES)


def runs_foreign_code(form: Format) -> bool:
    """True for formats whose parsers can hang or crash, and so never run in our own process."""
    return form in (Format.HTML, Format.PDF)


def stem_of(path: str) -> str:
    """A file's name without folder and suffix."""
    return PurePosixPath(path).stem
