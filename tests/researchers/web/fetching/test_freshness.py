"""How long a response may be used without asking again."""

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.fetching.freshness import (
    Arrival,
    arrival,
    conditions,
    fields_of,
    may_be_kept,
    redirect_until,
    renewed,
    seconds_left,
    seconds_left_of_robots,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


def date(seconds: float = 0.0) -> str:
    return format_datetime(datetime.fromtimestamp(NOW + seconds, UTC), usegmt=True)


def left(headers: dict[str, str], after: float = 0.0) -> float:
    return seconds_left(headers, arrival(headers, NOW, NOW), NOW + after)


def test_max_age_counts_from_when_the_response_was_made() -> None:
    assert left({"cache-control": "max-age=60"}) == 60
    assert left({"cache-control": "max-age=60"}, after=45) == 15
    assert left({"cache-control": "max-age=60", "age": "50"}) == 10
    assert left({"cache-control": "max-age=60", "date": date(-20)}) == 40


def test_the_time_that_the_answer_took_makes_it_older() -> None:
    headers = {"cache-control": "max-age=60", "age": "10"}
    assert arrival(headers, NOW - 5, NOW) == Arrival(NOW, 15)


def test_a_date_in_the_future_makes_nothing_younger() -> None:
    assert left({"cache-control": "max-age=60", "date": date(3_600)}) == 60


def test_max_age_outweighs_expires_and_expires_is_held_against_the_date() -> None:
    expires = {"expires": date(100), "date": date(-20)}
    assert left(expires) == 100
    assert left({**expires, "cache-control": "max-age=30"}) == 10


@pytest.mark.parametrize(
    "headers",
    [
        {"cache-control": "no-cache, max-age=600"},
        {"cache-control": 'no-cache="set-cookie", max-age=600'},
        {"cache-control": "max-age=soon"},
        {"cache-control": "max-age=-5"},
        {"cache-control": "max-age=600, max-age=60"},
        {"cache-control": "max-age="},
        {"cache-control": "public, " + "x" * 5_000 + ", max-age=600"},
        {"expires": "0"},
        {"expires": "Thu, 99 Nov 2026 12:00:00 GMT"},
        {"expires": "Thu, 01 Dec 1994 16:00:00 GMT"},
        {"pragma": "no-cache", "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT"},
        {"last-modified": "yesterday"},
        {},
    ],
)
def test_what_is_not_said_clearly_is_stale(headers: dict[str, str]) -> None:
    assert left(headers) <= 0


def test_quoted_and_repeated_directives_are_read() -> None:
    assert left({"cache-control": 'private, Max-Age="60" , immutable'}) == 60
    assert left({"cache-control": "max-age=60, max-age=60"}) == 60
    assert left({"cache-control": "s-maxage=5, max-age=60"}) == 60


def test_a_huge_age_is_cut_and_does_not_overflow() -> None:
    assert left({"cache-control": f"max-age={'9' * 50}"}) == 2.0**31
    assert left({"cache-control": "max-age=60", "age": "9" * 50}) < 0


def test_without_a_word_a_tenth_of_the_time_since_the_last_change_up_to_a_day() -> None:
    assert left({"date": date(), "last-modified": date(-3_600)}) == pytest.approx(360)
    assert left({"last-modified": date(-100 * DAY)}) == DAY
    assert left({"date": date(), "last-modified": date(3_600)}) == 0


def test_a_clock_that_was_put_back_makes_everything_stale() -> None:
    assert left({"cache-control": "max-age=600"}, after=-10) == 0


@pytest.mark.parametrize(
    ("status", "headers", "kept"),
    [
        (200, {"etag": '"a"'}, True),
        (200, {"last-modified": "Mon, 01 Jan 2024 00:00:00 GMT"}, True),
        (200, {"cache-control": "max-age=60"}, True),
        (200, {"cache-control": "private, max-age=60", "vary": "Accept-Encoding"}, True),
        (200, {"cache-control": "no-cache", "etag": '"a"'}, True),
        (200, {"cache-control": "no-cache"}, False),
        (200, {"cache-control": "max-age=60, no-store"}, False),
        (200, {"etag": '"a"', "vary": "accept-encoding, Cookie"}, False),
        (200, {"etag": '"a"', "vary": "*"}, False),
        (404, {"cache-control": "max-age=60"}, False),
        (206, {"etag": '"a"'}, False),
    ],
)
def test_what_may_be_kept(status: int, headers: dict[str, str], kept: bool) -> None:
    assert may_be_kept(status, headers) is kept


def test_both_validators_are_sent_as_they_came() -> None:
    changed = "Mon, 01 Jan 2024 00:00:00 GMT"
    assert conditions({"etag": 'W/"a"', "last-modified": changed}) == {
        "If-None-Match": 'W/"a"',
        "If-Modified-Since": changed,
    }


@pytest.mark.parametrize(
    "etag", ["a", '"a', '"a"b"', "*", '"a", "b"', '"é"', '"' + "a" * 5_000 + '"']
)
def test_an_etag_that_is_none_is_not_sent(etag: str) -> None:
    assert conditions({"etag": etag}) == {}


def test_a_304_renews_what_it_says_and_not_what_belongs_to_the_body() -> None:
    stored = {"etag": '"a"', "content-type": "text/html", "content-length": "9", "date": date(-99)}
    answer = {"etag": 'W/"a"', "content-length": "0", "date": date(), "cache-control": "max-age=5"}
    assert renewed(stored, answer) == {
        "etag": 'W/"a"',
        "content-type": "text/html",
        "content-length": "9",
        "date": date(),
        "cache-control": "max-age=5",
    }
    assert renewed(stored, {"etag": '"b"'}) is None


def test_a_redirect_is_replayed_for_ever_or_for_as_long_as_it_says() -> None:
    came = Arrival(NOW, 10)
    assert redirect_until(301, {}, came) is None
    assert redirect_until(308, {}, came) is None
    assert redirect_until(302, {}, came) == NOW
    assert redirect_until(301, {"cache-control": "max-age=60"}, came) == NOW + 50
    assert redirect_until(302, {"cache-control": "max-age=60"}, came) == NOW + 50
    assert redirect_until(301, {"cache-control": "no-store"}, came) == NOW - 10
    assert redirect_until(301, {"vary": "Cookie"}, came) == NOW


def test_a_robots_txt_is_good_for_a_minute_at_least_and_a_day_at_most() -> None:
    came = Arrival(NOW, 0)

    def robots(headers: dict[str, str], after: float = 0.0) -> float:
        return seconds_left_of_robots(headers, came, NOW + after)

    assert robots({}) == DAY
    assert robots({"cache-control": "max-age=600"}) == 600
    assert robots({"cache-control": "max-age=999999"}, after=3_600) == DAY - 3_600
    assert robots({"cache-control": "no-store"}) == 60
    assert robots({"cache-control": "no-store"}, after=90) < 0
    assert robots({}, after=DAY + 1) < 0


def test_a_stored_head_is_read_back() -> None:
    head = b"HTTP/1.1 301 Moved\r\nVary: A\r\nvary: B\r\nLocation: http://x/\r\nodd\r\n\r\n"
    assert fields_of(head) == {"vary": "A, B", "location": "http://x/"}


FIELDS = st.sampled_from(
    ["cache-control", "expires", "date", "age", "last-modified", "pragma", "etag", "vary"]
)


@given(headers=st.dictionaries(FIELDS, st.text(max_size=60)))
def test_no_header_breaks_the_reckoning(headers: dict[str, str]) -> None:
    came = arrival(headers, NOW - 1, NOW)
    assert came.age >= 0
    assert seconds_left(headers, came, NOW) <= 2.0**31
    assert 60 <= seconds_left_of_robots(headers, came, NOW) <= DAY
    conditions(headers)
    may_be_kept(200, headers)
