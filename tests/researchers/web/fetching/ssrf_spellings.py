"""The raw material of `ssrf_vectors`: addresses, and the ways there are to write them."""

from collections.abc import Iterator
from ipaddress import IPv4Address
from unicodedata import normalize

TARGETS = ("127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.0.1")

FORBIDDEN = tuple("""
    0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.1 10.255.255.254 100.64.0.1 100.100.100.200
    100.127.255.254 127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.254 168.63.129.16 169.254.0.1
    169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.254 192.0.0.1 192.0.0.192 192.0.2.1
    192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.254 192.175.48.1 198.18.0.1
    198.19.255.254 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    :: ::1 ::2 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1
    ::ffff:169.254.169.254 ::ffff:0.0.0.0 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1
    64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 100::1 100:0:0:1::1 2001::1 2001:0:7f00:1::1 2001:2::1
    2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:a00:1::1 2002:c0a8:1::1 3fff::1
    3fff:fff:ffff::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff::1 fe80::1
    fe80::a9fe:a9fe febf::1 fec0::1 ff02::1 ff05::2 ff0e::1 4000::1 8000::1 e000::1
""".split())  # fmt: skip

SCHEMES = tuple("""
    file ftp ftps gopher dict ldap ldaps sftp tftp smb jar netdoc data javascript ws wss view-source
    php expect telnet unix http+unix httpx blob about urn tel
""".split())  # fmt: skip

LOCAL_NAMES = {
    "localhost": "127.0.0.1",
    "LOCALHOST": "127.0.0.1",
    "LocalHost": "127.0.0.1",
    "localhost.": "127.0.0.1",
    "localhost.localdomain": "127.0.0.1",
    "localhost6": "::1",
    "ip6-localhost": "::1",
    "ip6-loopback": "::1",
    "foo.localhost": "127.0.0.1",
    "a.b.localhost": "::1",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ": "127.0.0.1",
    "ｌｏｃａｌｈｏｓｔ": "127.0.0.1",
    "𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭": "127.0.0.1",
    "loc\u00adalhost": "127.0.0.1",
    "localhost\u200b": "127.0.0.1",
    "local\u200chost": "127.0.0.1",
    "ℓocalhost": "127.0.0.1",
    "localho\u017ft": "127.0.0.1",
    "localhost%00": "127.0.0.1",
    "localhost%2e": "127.0.0.1",
    "%6c%6f%63%61%6c%68%6f%73%74": "127.0.0.1",
    "127.0.0.1.nip.example": "127.0.0.1",
    "7f000001.rbndr.example": "127.0.0.1",
    "kubernetes.default.svc": "10.96.0.1",
    "metadata.google.internal": "169.254.169.254",
    "metadata": "169.254.169.254",
    "instance-data": "169.254.169.254",
    "router.lan": "192.168.0.1",
    "printer.local": "169.254.10.20",
    "host.docker.internal": "172.17.0.1",
    "gateway": "10.0.2.2",
    "xn--inner-kva.example": "10.0.0.1",
}

CONFUSING = (
    "http://{public}@{inner}:{port}/",
    "http://{public}:80@{inner}:{port}/",
    "http://user:pass@{inner}:{port}/",
    "http://@{inner}:{port}/",
    "http://:@{inner}:{port}/",
    "http://{public}%40{inner}:{port}/",
    "http://{inner}:{port}#@{public}/",
    "http://{inner}:{port}?@{public}/",
    "http://{inner}:{port}\\@{public}/",
    "http://{public}\\@{inner}:{port}/",
    "http://{inner}:{port}\\.{public}/",
    "http://{inner}:{port};@{public}/",
    "http://{public}#@{inner}:{port}/",
    "http://{public} @{inner}:{port}/",
    "http://{inner}:{port} {public}/",
    "http://{inner}:{port}\t/",
    "http://{inner}\r\n:{port}/",
    "ht\ntp://{inner}:{port}/",
    "\x00http://{inner}:{port}/",
    " http://{inner}:{port}/ ",
    "http:{inner}:{port}/",
    "http:/{inner}:{port}/",
    "http:///{inner}:{port}/",
    "http:////{inner}:{port}/",
    "http:\\\\{inner}:{port}\\",
    "http://\\{inner}:{port}/",
    "//{inner}:{port}/",
    "{inner}:{port}/",
    "HTTP://{inner}:{port}/",
    "http://{inner}:{port}:80/",
    "http://{inner}:80:{port}/",
    "http://{inner}:+{port}/",
    "http://{inner}:0{port}/",
    "http://{inner}:{port}%2f/",
    "http://[{inner}]:{port}/",
    "http://{inner}:{port}/%0d%0aHost:%20{public}",
    "http://{inner}:{port}/\r\nHost: {public}",
    "http://{inner},{public}:{port}/",
    "http://{public},{inner}:{port}/",
    "http://{inner}/{public}:{port}/",
    "http://{inner}%00.{public}:{port}/",
    "http://{inner}%20.{public}:{port}/",
    "http://{inner}\u3002:{port}/",
    "http://{inner}\uff0f@{public}:{port}/",
    "http://{public}\uff20{inner}:{port}/",
    "http://{inner}\u2024:{port}/",
    "http://{inner}\u00a0:{port}/",
    "http://\u200b{inner}:{port}/",
    "http://{inner}..:{port}/",
    "http://.{inner}:{port}/",
    "http://-{inner}:{port}/",
    "http://{inner}:\uff11{port}/",
)

ODD_LOCATIONS = (
    "http:127.0.0.1:{port}/",
    "http:/127.0.0.1:{port}/",
    "http:///127.0.0.1:{port}/",
    "http:\\\\127.0.0.1:{port}/",
    "\\\\127.0.0.1:{port}\\",
    "/\\127.0.0.1:{port}/",
    "///127.0.0.1:{port}/",
    "////127.0.0.1:{port}/",
    "//odd.example@127.0.0.1:{port}/",
    "//127.0.0.1:{port}\\@odd.example/",
    "//127.0.0.1%2f@odd.example:{port}/",
    "http://odd.example@127.0.0.1:{port}/",
    "http://odd.example\t@127.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://[::]:{port}/",
    "HtTp://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/ ",
    "@127.0.0.1:{port}/",
    ".127.0.0.1:{port}/",
    ":{port}@127.0.0.1:{port}/",
    "127.0.0.1:{port}/",
    "?http://127.0.0.1:{port}/",
    "#http://127.0.0.1:{port}/",
)


def of_ipv4(text: str) -> Iterator[tuple[str, str]]:
    """Spellings of an IPv4 address that one program or another takes for it, by kind."""
    number, octets = int(IPv4Address(text)), [int(part) for part in text.split(".")]
    a, b, c, d = octets
    yield "decimal", str(number)
    yield "decimal, over 32 bits", str(number + (1 << 32))
    yield "hex", f"0x{number:x}"
    yield "hex, upper case", f"0X{number:X}"
    yield "hex, long", f"0x{number:016x}"
    yield "octal", f"0{number:o}"
    yield "octal, long", f"0000000{number:o}"
    yield "dotted hex", ".".join(f"0x{part:x}" for part in octets)
    yield "dotted hex, long", ".".join(f"0x{part:08x}" for part in octets)
    yield "dotted octal", ".".join(f"0{part:o}" for part in octets)
    yield "dotted octal, long", ".".join(f"{part:o}".zfill(8) for part in octets)
    yield "leading zeros", ".".join(f"{part:03d}" for part in octets)
    yield "mixed", f"0x{a:x}.0{b:o}.{c}.{d}"
    yield "mixed, short", f"0{a:o}.{(b << 16) + (c << 8) + d}"
    yield "two parts", f"{a}.{(b << 16) + (c << 8) + d}"
    yield "two parts, hex", f"0x{a:x}.0x{(b << 16) + (c << 8) + d:x}"
    yield "three parts", f"{a}.{b}.{(c << 8) + d}"
    yield "over 255", f"{a + 256}.{b + 256}.{c + 256}.{d + 256}"
    yield "final dot", f"{text}."
    yield "two final dots", f"{text}.."
    yield "full-width digits", "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in text)
    yield "circled digits", "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(c)] if c.isdigit() else c for c in text)
    yield "superscript digits", "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] if c.isdigit() else c for c in text)
    yield "bold digits", "".join(chr(0x1D7CE + int(c)) if c.isdigit() else c for c in text)
    yield "arabic digits", "".join(chr(0x660 + int(c)) if c.isdigit() else c for c in text)
    for dot in "。．｡":
        yield f"dots {ord(dot):x}", text.replace(".", dot)
    yield "soft hyphen", text.replace(".", ".\u00ad", 1)
    yield "percent, all", "".join(f"%{ord(char):02x}" for char in text)
    yield "percent, dots", text.replace(".", "%2e")
    yield "percent, twice", text.replace(".", "%252e")
    yield "percent, UTF-8", text.replace(".", "%e3%80%82")
    yield "mapped", f"[::ffff:{text}]"
    yield "mapped, hex", f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]"
    yield "mapped, long", f"[0:0:0:0:0:ffff:{number >> 16:04x}:{number & 0xFFFF:04x}]"
    yield "mapped, upper case", f"[::FFFF:{text}]"
    yield "mapped, zone", f"[::ffff:{text}%25lo]"
    yield "compatible", f"[::{text}]"
    yield "translated", f"[::ffff:0:{text}]"
    yield "6to4", f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::1]"
    yield "NAT64", f"[64:ff9b::{text}]"
    yield "NAT64, local", f"[64:ff9b:1::{text}]"
    yield "Teredo", f"[2001:0:{number >> 16:x}:{number & 0xFFFF:x}::1]"
    yield "in brackets", f"[{text}]"
    yield "future literal", f"[v1.{text}]"


def plain(name: str) -> str:
    """What most programs ask the name server for, given a host name."""
    folded = normalize("NFKC", name).casefold()
    return "".join(char for char in folded if char not in "\u00ad\u200b\u200c").rstrip(".")
