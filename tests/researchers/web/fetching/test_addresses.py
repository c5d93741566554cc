"""The table of forbidden addresses, held against a second opinion."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.fetching.addresses import may_be_allowed, plain, why_forbidden
from tests.researchers.web.fetching.forbidden_oracle import is_forbidden
from tests.researchers.web.fetching.ssrf_spellings import FORBIDDEN

PUBLIC = ("1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.255.255",
          "172.32.0.1", "192.0.1.1", "198.17.255.255", "198.20.0.1", "223.255.255.255",
          "2606:4700::1111", "2001:4860:4860::8888", "2001:200::1", "2a00:1450::1", "3ffe::1",
          "::ffff:8.8.8.8")  # fmt: skip
EDGES = st.sampled_from([ip_address(text) for text in (*FORBIDDEN, *PUBLIC)])


@pytest.mark.parametrize("text", FORBIDDEN)
def test_a_special_address_is_forbidden(text: str) -> None:
    assert why_forbidden(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_a_public_address_is_not(text: str) -> None:
    assert why_forbidden(ip_address(text)) is None
    assert may_be_allowed(ip_address(text))


@given(st.ip_addresses(v=4))
def test_any_ipv4_address_is_judged_as_by_the_second_opinion(address: IPv4Address) -> None:
    assert (why_forbidden(address) is not None) == is_forbidden(str(address))


@given(st.ip_addresses(v=6) | st.integers(0x2000 << 112, (0x4000 << 112) - 1).map(IPv6Address))
def test_no_ipv6_address_passes_that_the_second_opinion_forbids(address: IPv6Address) -> None:
    assert why_forbidden(address) is not None or not is_forbidden(str(address))


@given(EDGES, st.integers(-2, 2))
def test_the_edges_of_each_network_are_where_the_second_opinion_has_them(
    address: IPv4Address | IPv6Address, step: int
) -> None:
    number = min(max(int(address) + step, 0), 2**address.max_prefixlen - 1)
    beside = type(address)(number)
    assert (why_forbidden(beside) is not None) == is_forbidden(str(beside))


@pytest.mark.parametrize(
    "text", ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd12::1",
             "::ffff:10.0.0.1"],
)  # fmt: skip
def test_a_users_own_site_may_be_allowed(text: str) -> None:
    assert may_be_allowed(ip_address(text))


@pytest.mark.parametrize(
    "text", ["0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "168.63.129.16",
             "100.100.100.200", "192.0.2.1", "::", "fe80::1", "ff02::1", "fd00:ec2::254", "2002::1",
             "fd20:ce::254", "64:ff9b::7f00:1", "fd12::1%lo", "::ffff:169.254.169.254"],
)  # fmt: skip
def test_other_special_addresses_never(text: str) -> None:
    assert not may_be_allowed(ip_address(text))


def test_a_mapped_address_is_what_it_stands_for() -> None:
    assert plain(ip_address("::ffff:8.8.4.4")) == ip_address("8.8.4.4")
    assert plain(ip_address("2606:4700::1111")) == ip_address("2606:4700::1111")
