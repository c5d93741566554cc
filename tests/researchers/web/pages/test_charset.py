"""Which character set a page is in, by the labels that browsers know and no others."""

import pytest

from researchers.web.pages.charset import decode_page
from researchers.web.pages.model import Unread

WORDS = "Der Wärter küsst die Möwe über dem Fluß. "
RUSSIAN = "Маяк на восточном молу зажгли осенью. "
JAPANESE = "灯台は千八百七十四年の秋に初めて点灯された。"


def decoded(data: bytes, content_type: str = "text/html") -> tuple[str, str]:
    found = decode_page(data, content_type)
    assert not isinstance(found, Unread)
    return found


@pytest.mark.parametrize(
    ("label", "codec", "text", "name"),
    [
        ("utf-8", "utf-8", WORDS, "utf-8"),
        ("UTF8", "utf-8", WORDS, "utf-8"),
        ("iso-8859-1", "cp1252", WORDS, "windows-1252"),
        ("latin1", "cp1252", WORDS, "windows-1252"),
        ("windows-1251", "cp1251", RUSSIAN, "windows-1251"),
        ("koi8-r", "koi8-r", RUSSIAN, "koi8-r"),
        ("shift_jis", "shift_jis", JAPANESE, "shift_jis"),
        ("euc-jp", "euc_jp", JAPANESE, "euc-jp"),
        ("gb2312", "gbk", "灯塔", "gbk"),
        ("big5", "big5", "燈塔", "big5"),
    ],
)
def test_the_header_and_the_page_can_declare_it(
    label: str, codec: str, text: str, name: str
) -> None:
    body = (text * 20).encode(codec)

    assert decoded(body, f'text/html; charset="{label}"') == (text * 20, name)
    for meta in (
        f"<meta charset={label}>",
        f"<meta http-equiv='content-type' content='text/html; charset={label}'>",
        f"<?xml version='1.0' encoding='{label}'?>",
    ):
        assert decoded(meta.encode() + body) == (meta + text * 20, name)


def test_a_mark_of_order_counts_more_than_any_declaration() -> None:
    for codec, name in (("utf-8-sig", "utf-8"), ("utf-16", "utf-16le")):
        found = decoded(WORDS.encode(codec), "text/html; charset=windows-1251")
        assert found == (WORDS, name)


def test_the_header_counts_more_than_the_page() -> None:
    body = b"<meta charset=koi8-r>" + RUSSIAN.encode("cp1251")

    assert decoded(body, "text/html; charset=windows-1251")[0].endswith(RUSSIAN)


@pytest.mark.parametrize(
    "label",
    ["punycode", "utf-7", "zlib_codec", "zlib", "rot13", "idna", "unicode_escape", "hz-gb-2312",
     "base64", "bz2", "raw_unicode_escape", "undefined", "replacement", "x-user-defined"],
)  # fmt: skip
def test_a_label_that_no_browser_takes_is_not_looked_up(label: str) -> None:
    assert decoded(WORDS.encode(), f"text/html; charset={label}") == (WORDS, "utf-8")
    body = f"<meta charset={label}>{WORDS}".encode()
    assert decoded(body)[1] == "utf-8"


def test_utf16_declared_in_plain_letters_is_utf8() -> None:
    body = f"<meta charset=utf-16>{WORDS}"

    assert decoded(body.encode()) == (body, "utf-8")


def test_a_declaration_inside_a_comment_or_far_down_is_none() -> None:
    hidden = f"<!-- <meta charset=koi8-r> -->{WORDS}"
    late = f"{'<p>' * 2_000}<meta charset=koi8-r>{WORDS}"

    assert decoded(hidden.encode()) == (hidden, "utf-8")
    assert decoded(late.encode()) == (late, "utf-8")


def test_without_a_declaration_strict_utf8_comes_before_a_guess() -> None:
    assert decoded(WORDS.encode()) == (WORDS, "utf-8")
    assert decoded((RUSSIAN * 20).encode("cp1251")) == (RUSSIAN * 20, "windows-1251")


def test_a_wrong_declaration_is_passed_over() -> None:
    body = (WORDS * 20).encode("cp1252")

    assert decoded(body, "text/html; charset=utf-8")[0] == WORDS * 20


def test_one_broken_byte_costs_one_character() -> None:
    body = (WORDS * 20).encode() + b"\xff end"

    assert decoded(body, "text/html; charset=utf-8") == (WORDS * 20 + "\ufffd end", "utf-8")


def test_binary_data_is_no_text() -> None:
    assert decode_page(bytes(range(32)) * 50, "text/html") == Unread("binary data, not text")
