"""Which site an address belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.search.sites import same_site, site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.museum.org/a", "museum.org"),
        ("https://NEWS.bbc.co.uk/", "bbc.co.uk"),
        ("https://anna.github.io/notes", "anna.github.io"),
        ("https://a.anna.github.io/notes", "anna.github.io"),
        ("https://github.io/", "github.io"),
        ("https://co.uk/", "co.uk"),
        ("https://a.city.kawasaki.jp/", "city.kawasaki.jp"),
        ("https://www.ck/", "www.ck"),
        ("https://a.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn"),
        ("https://www.museum.example/", "museum.example"),
        ("https://a.b.unknownzone/", "b.unknownzone"),
        ("https://www.museum.org.:8443/", "museum.org"),
        ("http://127.0.0.1:8080/a", "127.0.0.1:8080"),
        ("http://127.0.0.1/a", "127.0.0.1"),
        ("http://[::1]:8080/", "[::1]:8080"),
        ("http://localhost:3000/", "localhost:3000"),
        ("http://wiki/", "wiki"),
        ("mailto:anna@museum.org", ""),
        ("https://[half", ""),
        ("https://museum.org:x/", ""),
        ("", ""),
    ],
)
def test_a_site_is_what_somebody_registered(url: str, site: str) -> None:
    assert site_of(url) == site


def test_two_ports_of_this_machine_are_two_sites() -> None:
    assert not same_site("http://localhost:3000/", "http://localhost:4000/")
    assert same_site("https://www.museum.org/", "http://shop.museum.org/a")


def test_what_has_no_site_shares_none() -> None:
    assert not same_site("", "")


@given(st.text() | st.builds("http://{}/".format, st.text(alphabet="a.-:[]@%é*_")))
def test_no_address_is_too_odd(url: str) -> None:
    assert site_of(url) == site_of(url.strip())
