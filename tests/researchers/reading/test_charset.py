"""Which character set a file is in."""

import pytest

from researchers.reading.charset import decode
from researchers.reading.parsed import ParseError

GERMAN = "Die Grüße aus Köln kamen spät; der Bär aß Möhren über dem schönen Fluß. " * 4
RUSSIAN = "Привет, мир! Как у тебя дела сегодня вечером, когда идёт дождь? " * 4


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_told_by_its_mark_or_its_form(encoding: str) -> None:
    text, _ = decode(GERMAN.encode(encoding))
    assert text.lstrip("\ufeff") == GERMAN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "latin-1"),
        (GERMAN, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        ("これは日本語のテキストです。今日は雨が降っています。" * 4, "shift_jis"),
    ],
)
def test_old_character_sets_are_guessed(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding))[0] == text


def test_a_mark_stays_in_the_text_so_that_its_bytes_are_the_files() -> None:
    content = b"\xef\xbb\xbfHello"
    text, encoding = decode(content)
    assert text.encode(encoding) == content


def test_what_a_page_declares_wins_over_a_guess() -> None:
    assert decode("щ".encode("koi8-r"), declared="koi8-r")[0] == "щ"


@pytest.mark.parametrize(
    "declared", ["punycode", "zlib_codec", "rot13", "unicode_escape", "nonsense", ""]
)
def test_a_codec_that_is_no_character_set_is_not_used(declared: str) -> None:
    assert decode(GERMAN.encode("latin-1"), declared)[0] == GERMAN


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 20, b"\x00" * 100, b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"]
)
def test_binary_data_is_no_text(content: bytes) -> None:
    with pytest.raises(ParseError, match=r"binary|unknown"):
        decode(content)


def test_a_broken_mark_is_said() -> None:
    with pytest.raises(ParseError, match="marked as utf-8"):
        decode(b"\xef\xbb\xbf\xff\xfe\xfd")
