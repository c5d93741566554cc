"""A second opinion on which addresses are forbidden, written from other sources than the guard's
table: the standard library's properties, and the first bits of an address as numbers."""

from ipaddress import IPv4Address, IPv6Address, ip_address

_IPV4_EXTRAS = {
    0xA83F8110: 32,  # 168.63.129.16, a cloud's metadata
    0xC01FC400: 24,  # 192.31.196.0, AS112
    0xC034C100: 24,  # 192.52.193.0, AMT
    0xC0586300: 24,  # 192.88.99.0, 6to4 relays
    0xC0AF3000: 24,  # 192.175.48.0, AS112
    0xC0000000: 24,  # 192.0.0.0, protocols
    0x64400000: 10,  # 100.64.0.0, providers
}
_IPV6_EXTRAS = {
    0x20010000: 23,  # Teredo, ORCHID, benchmarks
    0x20010DB8: 32,  # documentation
    0x20020000: 16,  # 6to4
    0x3FFF0000: 20,  # documentation
}
"""First 32 bits, and how many of them count."""


def is_forbidden(text: str) -> bool:
    """True for every address that a page of the public web has no business to stand on."""
    address = ip_address(text)
    if isinstance(address, IPv4Address):
        return _is_forbidden_v4(address)
    mapped = int(address) >> 32 == 0xFFFF
    if mapped:
        return _is_forbidden_v4(IPv4Address(int(address) & 0xFFFFFFFF))
    return _is_forbidden_v6(address)


def _is_forbidden_v4(address: IPv4Address) -> bool:
    special = not address.is_global or address.is_multicast or address.is_reserved
    return special or _begins(int(address), _IPV4_EXTRAS)


def _is_forbidden_v6(address: IPv6Address) -> bool:
    head = int(address) >> 96
    outside = head >> 29 != 1
    return outside or address.scope_id is not None or _begins(head, _IPV6_EXTRAS)


def _begins(number: int, prefixes: dict[int, int]) -> bool:
    return any(number >> (32 - bits) == prefix >> (32 - bits) for prefix, bits in prefixes.items())
