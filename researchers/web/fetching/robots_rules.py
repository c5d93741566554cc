"""What a robots.txt says to one product token. Pure.

Groups are found by our own reading of RFC 9309 (`robots_lines`), paths are matched by Protego:
longest match, `*` and `$`, and escapes compared as section 2.2.2 asks. Left to itself, Protego
lets a group that names the beginning of our token (`march`) speak for us, and does not cut a
group's name (`Foo Bar`) to its product token.
"""

from dataclasses import dataclass
from typing import Final

from protego import Protego

from researchers.web.fetching.robots_lines import Line, lines_for

_SITE: Final = "http://site"
_KEPT_AS_IS: Final = frozenset(range(0x21, 0x7F))


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of one file for one token. `crawl_delay` is in seconds, None when not given."""

    crawl_delay: float | None
    _matcher: Protego

    @classmethod
    def parse(cls, body: bytes, token: str) -> "RobotsRules":
        """Read a file, whatever its bytes are: what makes no sense is left out. Takes up to a
        second for the largest file that is read."""
        matcher = Protego.parse(_one_group(lines_for(body, token)))
        return cls(matcher.crawl_delay("*"), matcher)

    def allows(self, url: str) -> bool:
        """Whether a URL of this site may be fetched; only its path and query are looked at."""
        return self._matcher.can_fetch(_SITE + _path_and_query(url), "*")


def decide(robots_txt: str, user_agent: str, url: str) -> bool:
    """Whether a robots.txt lets a product token fetch a URL."""
    return RobotsRules.parse(robots_txt.encode("utf-8", "replace"), user_agent).allows(url)


def _one_group(lines: tuple[Line, ...]) -> str:
    """Lines as a file that holds one group, for everybody."""
    spelt = (f"{line.kind.value}: {_escaped(line.value)}" for line in lines)
    return "\n".join(("user-agent: *", *spelt))


def _path_and_query(url: str) -> str:
    """What rules are matched against, always with a leading slash, and in ASCII."""
    address = url.partition("#")[0]
    _, mark, rest = address.partition("://")
    if mark:
        start = min((rest.find(c) for c in "/?" if c in rest), default=len(rest))
        address = rest[start:]
    path = _escaped(address.encode("utf-8", "replace"))
    return path if path.startswith("/") else f"/{path}"


def _escaped(octets: bytes) -> str:
    """Every octet outside of visible ASCII percent-encoded; escapes that are there are kept."""
    return "".join(chr(octet) if octet in _KEPT_AS_IS else f"%{octet:02X}" for octet in octets)
