"""Cutting a byte stream into lines, in time linear in its length and within a bound."""


class LineTooLongError(Exception):
    """A line grew past the bound before it ended."""


class LineCutter:
    """Collects chunks and gives back whole lines, without their newline.

    A line is joined once, when it ends, so that a large one costs its length and not its square.
    """

    def __init__(self, max_line_bytes: int) -> None:
        self._max = max_line_bytes
        self._parts: list[bytes] = []
        self._held = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take a chunk, return the lines that it completes.

        Raises LineTooLongError when a line is longer than the bound; the cutter is then spent.
        """
        lines: list[bytes] = []
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            self._hold(piece)
            lines.append(b"".join(self._parts))
            self._parts.clear()
            self._held = 0
        if rest:
            self._hold(rest)
        return lines

    def _hold(self, piece: bytes) -> None:
        self._held += len(piece)
        if self._held > self._max:
            raise LineTooLongError
        self._parts.append(piece)
