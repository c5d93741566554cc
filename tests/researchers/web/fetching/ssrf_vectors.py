"""Ways to make a fetcher connect where it must not, as data: what is asked for, what the name
server says, and what the servers answer.

`vectors(port)` makes them all, for canaries that listen on `port` of every forbidden address.
A vector is survived when no connection reaches a forbidden address that is not in `may_reach`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from researchers.web.fetching.model import Allowance
from tests.researchers.web.fetching import ssrf_spellings as spellings

PUBLIC = "93.184.216.34"
PUBLIC6 = "2606:2800:220:1:248:1893:25c8:1946"
REDIRECTS = (301, 302, 303, 307, 308)
Answers = tuple[tuple[str, ...], ...]
"""One name's addresses at each look-up; the last ones are repeated."""


@dataclass(frozen=True)
class Reply:
    """What a public server answers at one path."""

    status: int = 200
    location: str | None = None
    headers: tuple[str, ...] = ()
    body: str = "public"


@dataclass(frozen=True)
class Vector:
    name: str
    url: str
    names: Mapping[str, Answers] = field(default_factory=dict)
    replies: Mapping[str, Reply] = field(default_factory=dict)
    """By path, which is never that of another vector."""
    allowances: tuple[Allowance, ...] = ()
    may_reach: frozenset[tuple[str, int]] = frozenset()

    @property
    def family(self) -> str:
        return self.name.partition("/")[0]


def vectors(port: int) -> tuple[Vector, ...]:
    """All of them, each with a name of its own."""
    families = (
        _literals, _named, _spelled, _local_names, _confusing, _schemes, _ports,
        _many_answers, _rebinding, _redirects, _chains, _odd_redirects, _refreshes, _allowances,
    )  # fmt: skip
    return tuple(vector for family in families for vector in family(port))


def _host(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _literals(port: int) -> Iterator[Vector]:
    for address in spellings.FORBIDDEN:
        yield Vector(f"literal/{address}", f"http://{_host(address)}:{port}/")


def _named(port: int) -> Iterator[Vector]:
    for number, address in enumerate(spellings.FORBIDDEN):
        name = f"named-{number}.example"
        yield Vector(f"named/{address}", f"http://{name}:{port}/", {name: ((address,),)})


def _spelled(port: int) -> Iterator[Vector]:
    for address in spellings.TARGETS:
        for kind, host in spellings.of_ipv4(address):
            yield Vector(f"spelled/{address} {kind}", f"http://{host}:{port}/")


def _local_names(port: int) -> Iterator[Vector]:
    for name, address in spellings.LOCAL_NAMES.items():
        spelled = name.encode("ascii", "backslashreplace").decode()
        looked_up = dict.fromkeys((name, spellings.plain(name)), ((address,),))
        yield Vector(f"local name/{spelled}", f"http://{name}:{port}/", looked_up)


def _confusing(port: int) -> Iterator[Vector]:
    names: dict[str, Answers] = {"public.example": ((PUBLIC,),), "inner.example": (("10.0.0.1",),)}
    for number, shape in enumerate(spellings.CONFUSING):
        for inner in ("127.0.0.1", "inner.example"):
            url = shape.format(inner=inner, port=port, public="public.example")
            yield Vector(f"confusing/{number} {inner}", url, names)


def _schemes(port: int) -> Iterator[Vector]:
    for scheme in spellings.SCHEMES:
        yield Vector(f"scheme/{scheme}", f"{scheme}://127.0.0.1:{port}/etc/passwd")
        path = f"/scheme-{scheme}"
        reply = Reply(302, f"{scheme}://127.0.0.1:{port}/")
        yield Vector(f"scheme/redirect to {scheme}", f"http://{PUBLIC}{path}", {}, {path: reply})


def _ports(port: int) -> Iterator[Vector]:
    names: dict[str, Answers] = {"ports.example": ((PUBLIC,),)}
    for other in (0, 1, 21, 22, 23, 25, 53, 110, 139, 445, 2375, 3306, 6379, 8080, 9200, 11211):
        yield Vector(f"port/{other}", f"http://ports.example:{other}/", names)
        path = f"/port-{other}"
        reply = Reply(302, f"http://ports.example:{other}/")
        yield Vector(
            f"port/redirect to {other}", f"http://ports.example{path}", names, {path: reply}
        )


def _many_answers(port: int) -> Iterator[Vector]:
    mixes = (
        (PUBLIC, "127.0.0.1"), ("127.0.0.1", PUBLIC), (PUBLIC, "169.254.169.254"),
        (PUBLIC, PUBLIC6, "::1"), (PUBLIC6, "10.0.0.1"), ("::1", PUBLIC6),
        (PUBLIC, "::ffff:7f00:1"), (PUBLIC, "64:ff9b::7f00:1"), (PUBLIC, "0.0.0.0"),
        (*(PUBLIC,) * 9, "127.0.0.1"), ("fe80::1", PUBLIC), (PUBLIC6, "fd00::1"),
        (PUBLIC, "100.64.0.1"), (PUBLIC, "192.168.0.1"),
    )  # fmt: skip
    for number, mix in enumerate(mixes):
        name = f"many-{number}.example"
        yield Vector(f"many answers/{number}", f"http://{name}:{port}/", {name: (mix,)})


def _rebinding(port: int) -> Iterator[Vector]:
    """The name is public when it is looked at, and private when it is used; or the other way."""
    inner = ("127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "0.0.0.0", "fd00:ec2::254")
    for number, address in enumerate(inner):
        good, bad = (PUBLIC,), (address,)
        scripts: dict[str, Answers] = {
            "second": (good, bad),
            "third": (good, good, bad),
            "alternating": (good, bad) * 4,
            "first": (bad, good),
            "mixed later": (good, (PUBLIC, address)),
            "empty first": ((), bad),
        }
        for kind, answers in scripts.items():
            name = f"re-{number}-{kind.replace(' ', '-')}.example"
            path = f"/{name}"
            again = Reply(302, f"http://{name}:{port}{path}/2", ("Connection: close",))
            replies = {path: again, f"{path}/2": Reply(302, f"http://{name}:{port}{path}/3")}
            yield Vector(
                f"rebinding/{kind} {address}",
                f"http://{name}:{port}{path}",
                {name: answers},
                replies,
            )


def _redirects(port: int) -> Iterator[Vector]:
    targets = (
        f"http://127.0.0.1:{port}/", f"http://[::1]:{port}/", f"http://169.254.169.254:{port}/",
        f"//127.0.0.1:{port}/", f"http://inner.example:{port}/", f"http://localhost:{port}/",
        f"http://0x7f000001:{port}/", f"http://[::ffff:127.0.0.1]:{port}/",
        f"https://10.0.0.1:{port}/", f"http://0.0.0.0:{port}/",
    )  # fmt: skip
    names: dict[str, Answers] = {
        "away.example": ((PUBLIC,),), "inner.example": (("10.0.0.1",),),
        "localhost": (("127.0.0.1",),),
    }  # fmt: skip
    for status in REDIRECTS:
        for number, target in enumerate(targets):
            path = f"/r-{status}-{number}"
            yield Vector(
                f"redirect/{status} {target}", f"http://away.example{path}", names,
                {path: Reply(status, target)},
            )  # fmt: skip


def _chains(port: int) -> Iterator[Vector]:
    names: dict[str, Answers] = {f"c{n}.example": ((PUBLIC,),) for n in range(8)}
    for length in range(2, 7):
        for status in (301, 307):
            for address in ("127.0.0.1", "192.168.0.1", "::1"):
                slug = f"/chain-{length}-{status}-{address.replace(':', '-')}"
                steps = [f"http://c{n}.example{slug}/{n}" for n in range(length)]
                steps.append(f"http://{_host(address)}:{port}/")
                replies = {f"{slug}/{n}": Reply(status, steps[n + 1]) for n in range(length)}
                yield Vector(f"chain/{length} {status} {address}", steps[0], names, replies)


def _odd_redirects(port: int) -> Iterator[Vector]:
    names: dict[str, Answers] = {"odd.example": ((PUBLIC,),)}
    for number, shape in enumerate(spellings.ODD_LOCATIONS):
        path = f"/odd-{number}"
        reply = Reply(302, shape.format(port=port))
        yield Vector(f"odd redirect/{number}", f"http://odd.example{path}", names, {path: reply})


def _refreshes(port: int) -> Iterator[Vector]:
    names: dict[str, Answers] = {"fresh.example": ((PUBLIC,),)}
    target = f"http://127.0.0.1:{port}/"
    replies = {
        "header": Reply(200, None, (f"Refresh: 0; url={target}",)),
        "header on 302": Reply(302, None, (f"Refresh: 0; url={target}",)),
        "meta": Reply(body=f'<meta http-equiv="refresh" content="0; url={target}">'),
        "script": Reply(body=f'<script>location = "{target}"</script>'),
        "content-location": Reply(200, None, (f"Content-Location: {target}",)),
        "link": Reply(200, None, (f"Link: <{target}>; rel=preload",)),
        "alt-svc": Reply(200, None, (f'Alt-Svc: http/1.1="127.0.0.1:{port}"',)),
        "201": Reply(201, target),
        "300": Reply(300, target),
        "304": Reply(304, target),
        "305": Reply(305, target),
        "306": Reply(306, target),
    }
    for number, (kind, reply) in enumerate(replies.items()):
        path = f"/refresh-{number}"
        yield Vector(f"refresh/{kind}", f"http://fresh.example{path}", names, {path: reply})


def _allowances(port: int) -> Iterator[Vector]:
    """The user allowed some private sites; pages try to make use of that."""
    wiki, other = Allowance("wiki.intern", port), Allowance("10.9.8.7", port)
    both = (wiki, other)
    wiki_at = ("10.1.2.3", port)
    names: dict[str, Answers] = {
        "wiki.intern": (("10.1.2.3",),), "away.example": ((PUBLIC,),),
        "alias.example": (("10.1.2.3",),), "wiki.intern.example": (("10.1.2.3",),),
    }  # fmt: skip
    inner = frozenset({wiki_at})
    to_wiki, to_other = f"http://wiki.intern:{port}/", f"http://10.9.8.7:{port}/"
    from_outside = (
        to_wiki, to_other, f"//wiki.intern:{port}/", f"http://WIKI.INTERN:{port}/",
        f"http://wiki.intern.:{port}/", f"http://10.1.2.3:{port}/",
    )  # fmt: skip
    for number, target in enumerate(from_outside):
        path = f"/to-allowed-{number}"
        yield Vector(
            f"allowance/redirect from outside to {target}", f"http://away.example{path}", names,
            {path: Reply(302, target)}, both,
        )  # fmt: skip
    from_wiki = (
        to_other, f"http://127.0.0.1:{port}/", f"http://10.1.2.4:{port}/", f"http://[::1]:{port}/",
        f"http://169.254.169.254:{port}/", f"http://10.1.2.3:{port}/back",
        f"http://alias.example:{port}/", f"http://wiki.intern.example:{port}/",
    )  # fmt: skip
    for number, target in enumerate(from_wiki):
        path = f"/from-wiki-{number}"
        yield Vector(
            f"allowance/redirect from inside to {target}", f"http://wiki.intern:{port}{path}",
            names, {path: Reply(302, target)}, both, inner,
        )  # fmt: skip
    out_and_in = {
        "/out-and-in": Reply(302, "http://away.example/out-and-in/2"),
        "/out-and-in/2": Reply(302, f"http://wiki.intern:{port}/out-and-in/3"),
    }
    yield Vector(
        "allowance/out and in again", f"http://wiki.intern:{port}/out-and-in", names, out_and_in,
        both, inner,
    )  # fmt: skip
    beside = (
        f"http://10.9.8.8:{port}/", f"http://alias.example:{port}/", f"http://10.1.2.3:{port}/",
        f"http://wiki.intern.example:{port}/", f"http://wiki.intern:{port + 1}/",
        f"http://10.9.8.7:{port + 1}/", f"http://xwiki.intern:{port}/",
        f"http://wiki.intern:{port}@10.9.8.9:{port}/", f"http://[::ffff:10.9.8.7]:{port}/",
    )  # fmt: skip
    for url in beside:
        yield Vector(f"allowance/beside {url}", url, names, {}, both)
    never = ("169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "fd00:ec2::254", "168.63.129.16")
    for address in never:
        name = f"allowed-{address.replace(':', '-').replace('.', '-')}.intern"
        yield Vector(
            f"allowance/name turns into {address}", f"http://{name}:{port}/", {name: ((address,),)},
            {}, (Allowance(name, port),),
        )  # fmt: skip
        yield Vector(
            f"allowance/literal {address}", f"http://{_host(address)}:{port}/", {}, {},
            (Allowance(address, port),),
        )  # fmt: skip
    yield Vector(
        "allowance/name is bad among others", f"http://wiki.intern:{port}/",
        {"wiki.intern": (("10.1.2.3", "169.254.169.254"),)}, {}, both,
    )  # fmt: skip
