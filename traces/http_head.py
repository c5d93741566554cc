"""The head of a kept HTTP response, made true of the body that is kept beside it. Pure."""

from collections.abc import Iterator
from typing import Final

_ORIGINAL: Final = b"X-Archive-Orig-"
"""The prefix under which web archives keep a field that no longer describes the bytes."""


def archived_head(head: bytes, body_length: int) -> bytes:
    """A status line and fields that describe a body of that length, with an empty line at the
    end. The transfer coding was undone before the body was kept, so its field takes another name,
    and so does a length that is not the body's. Everything else stays as it came."""
    lines = head.replace(b"\r\n", b"\n").split(b"\n")
    fields = [*_fields(lines[1:], body_length), b"Content-Length: %d" % body_length]
    return b"\r\n".join([_status_line(lines[0]), *fields, b"", b""])


def _fields(lines: list[bytes], body_length: int) -> Iterator[bytes]:
    for line in lines:
        name = line.partition(b":")[0].rstrip().lower()
        if _is_blank(line) or (name == b"content-length" and _value(line) == b"%d" % body_length):
            continue
        if name in (b"transfer-encoding", b"content-length"):
            yield _ORIGINAL + line
        else:
            yield line


def _is_blank(line: bytes) -> bool:
    """True also for the separators that some readers take for the end of the fields."""
    spellings = (line.decode("latin-1"), line.decode("utf-8", errors="replace"))
    return not all(text.strip() for text in spellings)


def _value(line: bytes) -> bytes:
    return line.partition(b":")[2].strip()


def _status_line(line: bytes) -> bytes:
    """Readers of WARC know HTTP/1.0 and 1.1 alone; later versions are written as 1.1."""
    version, _, rest = line.partition(b" ")
    return b"HTTP/1.1 " + rest if version.startswith((b"HTTP/2", b"HTTP/3")) else line
