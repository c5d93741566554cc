"""Which addresses a fetch may reach. Pure; an own table, because `ipaddress.is_global` calls NAT64,
6to4, IPv4-compatible and multicast addresses global.

IPv4: everything but the rows below. IPv6: nothing but 2000::/3 without the rows below. From the
IANA special-purpose address registries (RFC 6890 and its updates), and from the clouds' own pages
where a metadata service stands on an address that looks ordinary.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Final

from researchers.web.fetching.resolving import Address

_Networks = tuple[tuple[IPv4Network | IPv6Network, str], ...]


def _networks(rows: str) -> _Networks:
    split = (row.strip().partition(" ") for row in rows.strip().splitlines())
    return tuple((ip_network(network), why.strip()) for network, _, why in split)


_METADATA: Final = _networks("""
    168.63.129.16/32     a cloud's metadata service
    100.100.100.200/32   a cloud's metadata service
    fd00:ec2::/32        a cloud's metadata service
    fd20:ce::/32         a cloud's metadata service
""")

_PRIVATE: Final = _networks("""
    10.0.0.0/8           a private address
    100.64.0.0/10        a provider's or an overlay's inner address
    127.0.0.0/8          this machine itself
    172.16.0.0/12        a private address
    192.168.0.0/16       a private address
    ::1/128              this machine itself
    fc00::/7             a private address
""")
"""Where a user's own sites stand; reached by an allowance, and by nothing else."""

_SPECIAL: Final = _networks("""
    0.0.0.0/8            an unspecified address
    169.254.0.0/16       a link-local address
    192.0.0.0/24         an address of a protocol
    192.0.2.0/24         an address for documentation
    192.31.196.0/24      an address of the AS112 service
    192.52.193.0/24      an address of a protocol
    192.88.99.0/24       an address of a relay
    192.175.48.0/24      an address of the AS112 service
    198.18.0.0/15        an address for benchmarks
    198.51.100.0/24      an address for documentation
    203.0.113.0/24       an address for documentation
    224.0.0.0/4          a multicast address
    240.0.0.0/4          a reserved address
    2001::/23            an address of a protocol
    2001:db8::/32        an address for documentation
    2002::/16            an address that stands for another one
    2620:4f:8000::/48    an address of the AS112 service
    3fff::/20            an address for documentation
""")

_GLOBAL_IPV6: Final = IPv6Network("2000::/3")


def why_forbidden(address: Address) -> str | None:
    """What is special about an address, in a few words (`a private address`); None when it is
    public. An IPv4 address written as IPv6 (`::ffff:…`) is judged as what it stands for; every
    other form that leads to a second address is refused."""
    address = plain(address)
    for network, why in (*_METADATA, *_PRIVATE, *_SPECIAL):
        if address in network:
            return why
    if isinstance(address, IPv4Address):
        return None
    if address.scope_id is not None:
        return "an address of one network interface"
    return None if address in _GLOBAL_IPV6 else "not a public address"


def may_be_allowed(address: Address) -> bool:
    """Whether an allowance can open this address: a public one, or one where a user's own sites
    stand. Never link-local, metadata, multicast or unspecified."""
    address = plain(address)
    if why_forbidden(address) is None:
        return True
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return False
    return _within(address, _PRIVATE) and not _within(address, _METADATA)


def plain(address: Address) -> Address:
    """The IPv4 address that a mapped one (`::ffff:192.0.2.1`) stands for; else the address."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _within(address: Address, networks: _Networks) -> bool:
    return any(address in network for network, _ in networks)
