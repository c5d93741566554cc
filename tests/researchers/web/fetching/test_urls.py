"""One strict reading of a URL, that other parsers agree with."""

from urllib.parse import urljoin, urlsplit

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from researchers.web.fetching.urls import URL_MAX_CHARS, BadUrl, join_url, parse_url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://example.org", "http://example.org/"),
        ("HTTPS://Example.ORG:443/a?b#c", "https://example.org/a?b"),
        ("http://example.org:/", "http://example.org/"),
        ("http://example.org:8080?x", "http://example.org:8080/?x"),
        ("http://example.org.", "http://example.org/"),
        ("http://bücher.example/ü?ö=%C3%A4", "http://xn--bcher-kva.example/%C3%BC?%C3%B6=%C3%A4"),
        ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ("http://a_b.example/a b", "http://a_b.example/a%20b"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/a/%2e%2E/%2e", "http://example.org/"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org//a//b", "http://example.org//a//b"),
        ("http://example.org/?q=\\x", "http://example.org/?q=%5Cx"),
        ("http://[2606:4700:0:0::1111]:80/", "http://[2606:4700::1111]/"),
        (" http://example.org/ ", "http://example.org/"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
    ],
)
def test_a_url_has_one_spelling(text: str, url: str) -> None:
    assert parse_url(text).url == url
    assert parse_url(url).url == url


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("example.org", "has no http:// or https://"),
        ("ftp://example.org/", "is neither http nor https"),
        ("http:example.org", "has no // after its scheme"),
        ("http:///example.org", "has no host"),
        ("http://user@example.org/", "names a user"),
        ("http://@example.org/", "names a user"),
        ("http://example.org\\@evil.example/", "holds a backslash"),
        ("http://example.org/\t", "holds control characters"),
        ("http://exa mple.org/", "has a host name that can't be read"),
        ("http://exa%6dple.org/", "has a host name that can't be read"),
        ("http://127.1/", "spells a number as its host in an unusual way"),
        ("http://0x7f000001/", "spells a number as its host in an unusual way"),
        ("http://１２７.0.0.1/", "spells a number as its host in an unusual way"),
        ("http://example.org:0/", "has a port that does not exist"),
        ("http://example.org:65536/", "has a port that does not exist"),
        ("http://example.org:8a/", "has a host or a port that can't be read"),
        ("http://[fe80::1%25eth0]/", "names a network interface"),
        ("http://[fe80::1%eth0]/", "names a network interface"),
        ("http://[127.0.0.1]/", "has an IPv6 address that can't be read"),
        ("http://" + "a" * 64 + ".example/", "has a host name that can't be read"),
        ("http://" + "a." * 130 + "example/", "has a host name that is too long"),
        ("http://example.org/" + "a" * URL_MAX_CHARS, "is longer than 8000 characters"),
        ("http://\ud800.example/", "holds control characters"),
    ],
)
def test_a_url_that_could_be_misread_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadUrl) as bad:
        parse_url(text)
    assert str(bad.value) == why


PIECES = st.sampled_from(
    ["http://", "https:", "//", "/", "\\", "@", ":", "?", "#", "%", "%2f", "%2e", ".", "..", "[",
     "]", "::1", "127.0.0.1", "a.example", "b", "80", "0x7f", "。", "ａ", " ", "\t", "&", ";", "ü",
     "xn--", "-", "_", "'", '"', "{", "|", "^", "`"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=8).map("".join)
URLS = st.builds("http://{}".format, TEXTS) | TEXTS | st.text(max_size=30).map("http://{}".format)


@given(URLS)
@example("http://a.example/%")
@example("http://a.example/{}|^`[]")
def test_what_is_read_reads_the_same_to_every_other_parser(text: str) -> None:
    """The host that was checked is the host that anybody else would connect to."""
    try:
        address = parse_url(text)
    except BadUrl:
        return
    assert parse_url(address.url) == address
    assert address.url.isascii()
    standard, other = urlsplit(address.url), httpx2.URL(address.url)
    assert standard.hostname == other.raw_host.decode() == address.host
    assert (standard.port or {"http": 80, "https": 443}[address.scheme]) == address.port
    assert (standard.username, standard.password, other.userinfo) == (None, None, b"")
    assert "\\" not in address.url
    assert all("!" <= char <= "~" for char in address.target)


BASE = "http://a.example/b/c;p?q"


@pytest.mark.parametrize(
    "reference",
    ["g", "./g", "g/", "/g", "//g.example", "?y", "g?y", "g#s", ";x", "", ".", "./", "..", "../",
     "../g", "../..", "../../g", "../../../g", "/./g", "/../g", "g.", ".g", "./../g", "g;x=1/../y",
     "g?y/./x", "http://h.example/x", "https://h.example", "#s", "?"],
)  # fmt: skip
def test_a_reference_means_what_the_standard_says(reference: str) -> None:
    """RFC 3986, 5.4; an address without a path has the path `/`."""
    expected = parse_url(urljoin(BASE, reference)).url
    if reference == "?":
        expected = "http://a.example/b/c;p?"
    assert join_url(parse_url(BASE), reference).url == expected


@pytest.mark.parametrize(
    "reference", ["http:g", "///g.example/", "\\\\g.example", "/\\g", "//u@g.example", "a:b", "//"]
)
def test_a_reference_that_could_be_misread_is_refused(reference: str) -> None:
    with pytest.raises(BadUrl):
        join_url(parse_url(BASE), reference)
