"""What the answer to the question for a robots.txt means for the pages of its site. Pure, but for
`record`, which writes it to a trace.
"""

from dataclasses import dataclass, replace
from typing import Final

from researchers.web.fetching.decoding import CodingError, Decoder, Measure
from researchers.web.fetching.model import CacheUse, Fetched, FetchFailure, FetchProblem
from researchers.web.fetching.robots_lines import MOST_BYTES, within_bounds
from researchers.web.fetching.robots_rules import RobotsRules
from researchers.web.fetching.trail import came
from traces.sink import Action, JsonValue, TraceSink

ROLE: Final = "robots"
_TOO_MANY_REQUESTS: Final = 429
_WITHOUT_CONTENT: Final = frozenset({204, 205})
_OF_THE_ADDRESS: Final = frozenset(
    {
        FetchProblem.BAD_ADDRESS,
        FetchProblem.FORBIDDEN_ADDRESS,
        FetchProblem.UNREACHABLE,
        FetchProblem.UNKNOWN_HOST,
    }
)
_OWN_TROUBLE: Final = _OF_THE_ADDRESS | {
    FetchProblem.TIMEOUT,
    FetchProblem.OUT_OF_TIME,
    FetchProblem.RATE_LIMITED,
}
"""What is the matter with the site as a whole, and so with the page."""


@dataclass(frozen=True, slots=True)
class SiteRules:
    """What a site lets us fetch: what `rules` say; everything, without a file (`rules` is None);
    or nothing, because of `closed`. `content` is the part of the file that was read."""

    answer: Fetched | FetchFailure
    content: bytes = b""
    rules: RobotsRules | None = None
    closed: FetchFailure | None = None


def understood(answer: Fetched | FetchFailure, token: str) -> SiteRules:
    """RFC 9309, section 2.3.1: a file is obeyed, its absence allows everything, and a server that
    can't tell closes its site. 429 asks for fewer requests, so it does not count as absence."""
    if isinstance(answer, FetchFailure):
        return SiteRules(answer, closed=None if _is_absent(answer) else answer)
    try:
        content = _content(answer)
    except CodingError as error:
        detail = f"{answer.final_url} {error}."
        return SiteRules(answer, closed=FetchFailure(answer.url, FetchProblem.MALFORMED, detail))
    return SiteRules(answer, content, RobotsRules.parse(content, token))


def closed_page(url: str, site: FetchFailure) -> FetchFailure:
    """Why a page of a closed site is not asked for."""
    own = site.problem in _OWN_TROUBLE and not site.hops
    if own and site.problem in _OF_THE_ADDRESS and site.detail.startswith(site.url):
        detail = url + site.detail.removeprefix(site.url)  # what is true of one is true of both
    else:
        detail = f"{site.detail.removesuffix('.')}, so {url} was not asked for."
    return FetchFailure(
        url,
        site.problem if own else FetchProblem.ROBOTS,
        detail,
        retry_after=site.retry_after,
        allowance=site.allowance,
    )


def refused_page(url: str, robots_url: str, token: str) -> FetchFailure:
    """A page that the rules close."""
    detail = f"{robots_url} does not let {token} fetch {url}."
    return FetchFailure(url, FetchProblem.ROBOTS, detail)


def record(robots_url: str, site: SiteRules, trace: TraceSink, *, anew: bool) -> None:
    """Write it down: a `fetch_url` line for a file and for its absence, which is an empty one; an
    `error` line where nobody could tell. `anew` when it was asked for just now. Blocks on the
    disk."""
    answer = site.answer
    if site.closed is not None:
        trace.record(
            Action.ERROR,
            f"Nothing is fetched from this site: {site.closed.detail}",
            {
                "message": site.closed.detail,
                "stage": ROLE,
                "kind": site.closed.problem.value,
                "locator": robots_url,
            },
        )
        return
    data: dict[str, JsonValue] = {
        "content_hash": trace.put(site.content),
        "content_length": len(site.content),
        "locator": robots_url,
        "role": ROLE,
    }
    if isinstance(answer, FetchFailure):
        data |= {"url": robots_url, "final_url": answer.final_url, "status": answer.status}
        said = "The site has no robots.txt: everything may be fetched."
    else:
        data |= came(answer if anew else replace(answer, cache=CacheUse.CACHE), trace)
        said = "Read the site's robots.txt before its pages."
    trace.record(Action.FETCH_URL, said, data)


def _content(answer: Fetched) -> bytes:
    """The part of a file that is read; no more of it is unfolded. Raises CodingError."""
    if answer.content_coding is None:
        return within_bounds(answer.body)
    content = bytearray()
    decoder = Decoder(answer.content_coding, Measure(2 * MOST_BYTES))
    for piece in decoder.feed(answer.body):
        content += piece
        if len(content) > MOST_BYTES:
            return within_bounds(bytes(content))
    decoder.end()
    return bytes(content)


def _is_absent(failure: FetchFailure) -> bool:
    """Section 2.3.1.3; redirects without end count as absence by section 2.3.1.2."""
    if failure.problem is FetchProblem.TOO_MANY_REDIRECTS:
        return True
    status = failure.status
    if status is None or status == _TOO_MANY_REQUESTS:
        return False
    return 400 <= status < 500 or status in _WITHOUT_CONTENT
