"""From bytes to text: byte order mark, strict UTF-8, what the file declares, then a guess."""

import codecs
import re
from typing import Final

from researchers.reading.parsed import ParseError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BINARY_SHARE: Final = 0.01
"""More control bytes than this is no text in any character set that has no byte order mark."""

_GUESS_BYTES: Final = 65_536
_SAFE: Final = frozenset(
    "ascii utf-8 utf-16-le utf-16-be utf-32-le utf-32-be latin-1 iso8859-1 iso8859-2 iso8859-3 "
    "iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-13 iso8859-14 "
    "iso8859-15 iso8859-16 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp866 "
    "cp874 koi8-r koi8-u gbk gb2312 gb18030 big5 big5hkscs euc_jp shift_jis cp932 iso2022_jp "
    "euc_kr cp949 tis-620 mac-roman mac-cyrillic cp437 cp850 cp852".split()
)
"""Codecs that only map bytes to characters; others (punycode, zlib, rot13) can be made to hang."""


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text of a file and the character set it was in. A byte order mark stays in the text.

    Raises ParseError for binary data and for character sets that can't be told.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strict(data, name)
    if data and len(_CONTROL.findall(data)) > _BINARY_SHARE * len(data):
        raise ParseError("binary data, not text")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    for codec in (_codec(declared), _codec(_guess(data))):
        if codec is not None:
            try:
                return data.decode(codec), codec
            except UnicodeDecodeError:
                continue
    raise ParseError("character set unknown, and it is not UTF-8")


def _strict(data: bytes, name: str) -> tuple[str, str]:
    try:
        return data.decode(name), name
    except UnicodeDecodeError as error:
        raise ParseError(f"marked as {name}, and it is not") from error


def _codec(label: str | None) -> str | None:
    if not label:
        return None
    try:
        name = codecs.lookup(label).name
    except (LookupError, UnicodeError):
        return None
    return name if name in _SAFE else None


def _guess(data: bytes) -> str | None:
    from chardet import EncodingEra, detect  # 60 ms, for a rare file

    found = detect(data[:_GUESS_BYTES], encoding_era=EncodingEra.MODERN_WEB)
    return found["encoding"]
