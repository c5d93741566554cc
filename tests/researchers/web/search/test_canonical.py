"""One spelling of an address."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from researchers.web.search.canonical import canonical_url


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTPS://Museum.Example/Visit", "https://museum.example/Visit"),
        ("https://museum.example:443/", "https://museum.example/"),
        ("http://museum.example:80", "http://museum.example/"),
        ("https://museum.example:8443/a", "https://museum.example:8443/a"),
        ("https://museum.example./a", "https://museum.example/a"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://faß.example/", "https://xn--fa-hia.example/"),
        ("https://[2001:DB8::1]:443/a", "https://[2001:db8::1]/a"),
        ("https://museum.example/a/./b/../c", "https://museum.example/a/c"),
        ("https://museum.example/../../a", "https://museum.example/a"),
        ("https://museum.example/%7Eanna/%c3%a9", "https://museum.example/~anna/%C3%A9"),
        ("https://museum.example/é", "https://museum.example/%C3%A9"),
        ("https://museum.example/a%2fb", "https://museum.example/a%2Fb"),
        ("https://museum.example/100%", "https://museum.example/100%25"),
        ("https://museum.example/%2e%2e/a", "https://museum.example/a"),
        ("https://museum.example/a/", "https://museum.example/a"),
        ("https://museum.example//a", "https://museum.example/a"),
        ("https://museum.example/a#hours", "https://museum.example/a"),
        ("https://museum.example/a?", "https://museum.example/a"),
        ("https://museum.example/a?b=2&a=1", "https://museum.example/a?b=2&a=1"),
        ("https://museum.example/a?q=x+y&p=%20", "https://museum.example/a?q=x+y&p=%20"),
        (
            "https://museum.example/a?utm_source=x&id=7&UTM_Medium=y",
            "https://museum.example/a?id=7",
        ),
        ("https://museum.example/a?gclid=1&fbclid=2&msclkid=3", "https://museum.example/a"),
        ("https://museum.example/a?id=7&mc_cid=x&_hsenc=y", "https://museum.example/a?id=7"),
        ("https://museum.example/a?utm", "https://museum.example/a?utm"),
        ("  https://museum.example/a\n", "https://museum.example/a"),
    ],
)
def test_every_spelling_of_an_address_is_one(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://museum.example/a", "https://museum.example/a"),
        ("https://www.museum.example/a", "https://museum.example/a"),
        ("https://m.museum.example/a", "https://museum.example/a"),
        ("https://museum.example/a", "https://museum.example/A"),
        ("https://museum.example/a?id=1", "https://museum.example/a?id=2"),
        ("https://museum.example/a?x=1&y=2", "https://museum.example/a?y=2&x=1"),
        ("https://museum.example/a/index.html", "https://museum.example/a"),
        ("https://museum.example/a%2Fb", "https://museum.example/a/b"),
        ("https://museum.example/a;v=1", "https://museum.example/a"),
    ],
)
def test_addresses_that_may_be_two_pages_stay_two(one: str, other: str) -> None:
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize(
    "text",
    ["", "museum", "mailto:anna@museum.example", "https://", "https://[half", "file:///etc/passwd",
     "https://museum.example:99999/a", "https://" + "ü" * 300 + ".example/"],
)  # fmt: skip
def test_what_is_no_page_comes_back_as_it_is(text: str) -> None:
    assert canonical_url(text) == text


@given(
    st.one_of(
        st.text(),
        st.builds(
            "{}://{}{}/{}?{}#{}".format,
            st.sampled_from(["http", "HTTPS", "ftp"]),
            st.sampled_from(["a.example", "Ü.example", "[::1]", "u:p@a.example", "..", ""]),
            st.sampled_from(["", ":80", ":443", ":0", ":x", ":"]),
            st.text(alphabet="aA/.%2eEfF7~é ?&=+;#\ud800"),
            st.text(alphabet="aub_tm=&%4?/.#é +"),
            st.text(),
        ),
    )
)
@example("https://a.example/%%34%31")
@example("https://a.example/%252e%252e/b")
@example("https://a.example?&&=&utm_x")
@example("\u00a0https://a.example/\u2003")
def test_a_second_time_changes_nothing(url: str) -> None:
    once = canonical_url(url)

    assert canonical_url(once) == once
