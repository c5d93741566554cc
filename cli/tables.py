"""Plain tables: columns as wide as their widest cell, the last one free."""

from collections.abc import Iterable, Sequence

from cli.terminal import visible


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out rows under a head. Cells are made harmless for a terminal."""
    cells = [list(head), *([visible(cell).replace("\n", " ") for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )
