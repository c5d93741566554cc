"""Numbers of bytes in words for the reader. Pure."""

from typing import Final

_MB: Final = 1_000_000
_KB: Final = 1_000


def size_of(count: int) -> str:
    """`10 MB`, `2.5 MB`, `300 KB`, `999 bytes`; decimal units, a tenth at the finest."""
    for unit, name in ((_MB, "MB"), (_KB, "KB")):
        if count >= unit:
            return f"{count / unit:.1f}".removesuffix(".0") + f" {name}"
    return "1 byte" if count == 1 else f"{count} bytes"
