"""From a page's bytes to its text, by the labels of the WHATWG Encoding Standard alone.

Python knows codecs that can be made to hang or to run (punycode, zlib, rot13, utf-7); a label is
only ever looked up in the standard's table, where they do not exist.
"""

import re
from typing import Final

import webencodings

from researchers.web.pages.model import Unread

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xfe\xff", "utf-16be"),
    (b"\xff\xfe", "utf-16le"),
)
_PARAMETER: Final = re.compile(r";\s*charset\s*=\s*[\"']?([^\s\"';]{1,60})", re.I)
_META: Final = re.compile(
    rb"<meta\s[^>]{0,400}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.I
)
_XML: Final = re.compile(
    rb"\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,40})", re.I
)
_COMMENT: Final = re.compile(rb"<!--.*?-->", re.DOTALL)
_PRESCAN_BYTES: Final = 4_096
"""Browsers look at 1,024 bytes, and many pages begin with more than that before they declare."""

_GUESS_BYTES: Final = 65_536
_WRONG_SHARE: Final = 0.01
"""A text that has more characters than this replaced is not in the character set it declares."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BINARY_SHARE: Final = 0.01
_REPLACEMENT: Final = "\ufffd"
_NEVER: Final = frozenset({"replacement", "x-user-defined"})
_UTF16: Final = frozenset({"utf-16be", "utf-16le"})


def decode_page(data: bytes, content_type: str = "") -> tuple[str, str] | Unread:
    """A page's text and the standard's name of its character set; no byte order mark, no NUL.

    In this order: byte order mark, the header's charset, what the first 4,096 bytes declare,
    strict UTF-8, a guess, windows-1252. Data that is no text in any of them is Unread.
    """
    text, encoding = _decoded(data, content_type)
    if text and len(_CONTROL.findall(text)) > _BINARY_SHARE * len(text):
        return Unread("binary data, not text")
    return text.removeprefix("\ufeff").replace("\x00", ""), encoding


def _decoded(data: bytes, content_type: str) -> tuple[str, str]:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _replaced(data[len(mark) :], name), name
    for name in _declared(data, content_type):
        text = _replaced(data, name)
        if text.count(_REPLACEMENT) <= _WRONG_SHARE * len(text):
            return text, name
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        name = _guess(data) or "windows-1252"
        return _replaced(data, name), name


def _declared(data: bytes, content_type: str) -> list[str]:
    """Names that the header and the head of the data give, those that the standard knows."""
    found: list[str] = []
    parameter = _PARAMETER.search(content_type)
    if parameter:
        found += _known(parameter[1])
    head = data[:_PRESCAN_BYTES]
    inside = _XML.match(head) or _META.search(_COMMENT.sub(b"", head))
    if inside:
        # A declaration that could be read as ASCII is not in UTF-16, whatever it says.
        names = _known(inside[1].decode("ascii"))
        found += ["utf-8" if name in _UTF16 else name for name in names]
    return found


def _known(label: str) -> list[str]:
    encoding = webencodings.lookup(label)
    return [encoding.name] if encoding is not None and encoding.name not in _NEVER else []


def _replaced(data: bytes, name: str) -> str:
    encoding = webencodings.lookup(name)
    assert encoding is not None
    text: str = encoding.codec_info.decode(data, "replace")[0]
    return text


def _guess(data: bytes) -> str | None:
    from chardet import EncodingEra, detect  # 60 ms, for a rare page

    found = detect(data[:_GUESS_BYTES], encoding_era=EncodingEra.MODERN_WEB)["encoding"]
    names = _known(found) if found else []
    return names[0] if names else None
