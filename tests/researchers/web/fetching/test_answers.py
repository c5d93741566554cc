"""What status lines and headers mean."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.fetching.answers import (
    head_bytes,
    header_map,
    locations,
    retry_after,
    words_for,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_head_is_kept_to_the_letter_but_for_cookies() -> None:
    headers = [(b"X-A", b"caf\xe9"), (b"set-COOKIE", b"a=b"), (b"Set-Cookie2", b"c"), (b"x-a", b"")]
    assert head_bytes(b"HTTP/1.0", 200, b"", headers) == (
        b"HTTP/1.0 200 \r\nX-A: caf\xe9\r\nx-a: \r\n\r\n"
    )
    assert header_map(headers) == {"x-a": "café, "}


def test_locations_are_told_apart() -> None:
    headers = [(b"Location", b"/a"), (b"LOCATION", b"/a"), (b"X", b"/c")]
    assert locations(headers) == ("/a",)
    assert locations([*headers, (b"location", b"/b")]) == ("/a", "/b")
    assert locations([(b"Location", "/ü".encode())]) == ("/ü",)
    assert locations([(b"Location", b"/\xfc")]) == ("/ü",)
    assert locations([]) == ()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "answered 404 Not Found"),
        (999, "answered 999"),
        (206, "sent only a part (status 206)"),
    ],
)
def test_a_status_is_said_in_words(status: int, words: str) -> None:
    assert words_for(status) == words


@given(st.text(max_size=60))
def test_no_retry_after_is_an_exception(value: str) -> None:
    seconds = retry_after(value, NOW)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize(
    "value", ["Thu, 99 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 99999999999 00:00:00 GMT", "٣", "1e9"]
)
def test_nonsense_is_no_delay(value: str) -> None:
    assert retry_after(value, NOW) is None
