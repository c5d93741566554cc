"""Every way to damage a file: bits, cuts, lines left out, doubled, swapped. Pure."""

from collections.abc import Iterator


def bit_flips(data: bytes, stride: int = 1) -> Iterator[tuple[int, bytes]]:
    """Each (or each stride-th) bit turned over, with the byte it is in."""
    for bit in range(0, len(data) * 8, stride):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << (bit % 8)
        yield bit // 8, bytes(changed)


def truncations(data: bytes, stride: int = 1) -> Iterator[bytes]:
    """The data cut after each (or each stride-th) byte."""
    for length in range(0, len(data), stride):
        yield data[:length]


def line_changes(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Each line left out, each doubled, each pair swapped, each moved to the end."""
    lines = data.splitlines(keepends=True)
    for i, line in enumerate(lines):
        rest = [*lines[:i], *lines[i + 1 :]]
        yield f"without {i}", b"".join(rest)
        yield f"twice {i}", b"".join([*lines[: i + 1], *lines[i:]])
        if i + 1 < len(lines):
            yield f"{i} at the end", b"".join([*rest, line])
        for j in range(i + 1, len(lines)):
            swapped = list(lines)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            yield f"{i} and {j} swapped", b"".join(swapped)
