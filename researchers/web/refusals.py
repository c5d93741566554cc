"""Why a page could not be read, in the words of the contract, and where else to look. Pure."""

from typing import Final

from contract import GapCategory
from evidence.documents import FurtherLead, Hit, Refusal
from evidence.instructions import instruction_spans
from researchers.web.fetching.hops import why_url_refused
from researchers.web.fetching.model import Allowance, FetchFailure, FetchProblem
from researchers.web.fetching.urls import BadUrl, parse_url
from researchers.web.pages.model import Closure, Page, Unread
from researchers.web.shown_address import shown_in

PUBLIC_ARCHIVE: Final = "https://web.archive.org/web/"
_DENIED: Final = frozenset(
    {
        FetchProblem.FORBIDDEN_ADDRESS,
        FetchProblem.TIMEOUT,
        FetchProblem.TOO_LARGE,
        FetchProblem.ROBOTS,
        FetchProblem.RATE_LIMITED,
        FetchProblem.CLOSED,
        FetchProblem.ERROR_STATUS,
    }
)
"""The page may well be there, and did not come to us."""

KEPT_IN_ARCHIVES: Final = frozenset(
    {FetchProblem.GONE, FetchProblem.CLOSED, FetchProblem.UNREACHABLE}
)
_INNER_NAMES: Final = ("localhost", "local", "lan", "internal", "intranet", "home.arpa", "test")
"""Last labels of names that mean something on one network only (RFC 6761, 6762, 8375)."""

_CLOSURES: Final = {
    Closure.PAYWALL: "it is behind a paywall",
    Closure.LOGIN: "it asks for a login",
    Closure.CHALLENGE: "it asks for proof that a person reads it",
}
_TOLD_CHARS: Final = 160


def of_failure(hit: Hit, failure: FetchFailure, archive: str | None) -> Refusal:
    """A fetch that failed."""
    leads: list[FurtherLead] = []
    if failure.problem in (FetchProblem.CLOSED, FetchProblem.ROBOTS):
        leads += _promise(hit, hit.summary)
    if failure.problem in KEPT_IN_ARCHIVES:
        leads += archive_leads(hit, archive, allowance=failure.allowance)
    detail = shown_in(_with_advice(hit, failure))
    return Refusal(hit.locator, _category(failure.problem).value, detail, tuple(leads))


def _category(problem: FetchProblem) -> GapCategory:
    if problem is FetchProblem.OUT_OF_TIME:
        return GapCategory.BUDGET_EXHAUSTED
    return GapCategory.ACCESS_DENIED if problem in _DENIED else GapCategory.SOURCE_NOT_FOUND


def _with_advice(hit: Hit, failure: FetchFailure) -> str:
    """The sentence of the fetch, and what whoever named the page can do about it."""
    if not hit.named:
        return failure.detail
    said = failure.detail.removesuffix(".")
    match failure.problem:
        case FetchProblem.FORBIDDEN_ADDRESS | FetchProblem.BAD_ADDRESS if not failure.hops:
            leave = _leave_for(hit.address or hit.locator)
            if leave is None:
                return failure.detail
            return f"{said}; if it is yours, give leave with --allow-host {leave}."
        case FetchProblem.UNREACHABLE | FetchProblem.UNKNOWN_HOST:
            return f"{said}; check the address, and whether this machine is online."
        case FetchProblem.TIMEOUT:
            return f"{said}; try again later."
    return failure.detail


def _leave_for(url: str) -> str | None:
    """The allowance with which an address could be asked for; None when none would help."""
    try:
        address = parse_url(url)
    except BadUrl:
        return None
    allowance = Allowance(address.host, address.port)
    return str(allowance) if why_url_refused(url, allowances=(allowance,)) is None else None


def of_closure(
    hit: Hit, page: Page, closure: Closure, archive: str | None, *, allowance: str | None = None
) -> Refusal:
    """A page that came, and does not show what it holds. `allowance` is as in `Fetched`."""
    detail = f"{hit.locator} was not read: {_CLOSURES[closure]}."
    promised = _promise(hit, hit.summary or page.description or "")
    leads = (*promised, *archive_leads(hit, archive, allowance=allowance))
    return Refusal(hit.locator, GapCategory.ACCESS_DENIED.value, detail, leads)


def of_unread(hit: Hit, unread: Unread) -> Refusal:
    """Bytes without text that can be read."""
    detail = f"{hit.locator} holds nothing that can be quoted: {unread.reason}."
    return Refusal(hit.locator, GapCategory.ACCESS_DENIED.value, detail)


def archived(url: str, archive: str) -> str:
    """Where an archive keeps its copies of an address."""
    return f"{archive.rstrip('/')}/{url}"


def archive_leads(
    hit: Hit, archive: str | None, *, allowance: str | None = None
) -> list[FurtherLead]:
    """An archive's address for a page; nobody has looked whether a copy is there. No public one
    has pages of private sites, or should be asked for them, and none should be told a token that
    is part of an address."""
    if hit.address is not None:
        return []
    if archive is None and (allowance is not None or _is_private(hit.locator)):
        return []
    why = "An archive may hold a copy of this page; it was not opened."
    return [FurtherLead(archived(hit.locator, archive or PUBLIC_ARCHIVE), why, "web")]


def _is_private(url: str) -> bool:
    """By its name, its address or its port."""
    if why_url_refused(url) is not None:
        return True
    address = parse_url(url)
    inner = tuple(f".{name}" for name in _INNER_NAMES)
    return address.literal is None and ("." not in address.host or address.host.endswith(inner))


def _promise(hit: Hit, summary: str) -> list[FurtherLead]:
    """What a closed page seemed to hold, by the words of whoever pointed to it. A title that is
    only the address again says nothing."""
    title = "" if hit.title.rstrip("/") in hit.locator else hit.title
    said = [_told(words) for words in (title, summary)]
    quoted = ": ".join(f"\u201c{words}\u201d" for words in said if words)
    if not quoted:
        return []
    return [FurtherLead(hit.locator, f"It was closed to us; it seems to hold {quoted}.")]


def _told(words: str) -> str:
    """A stranger's words on one line, cut; nothing of words that give orders."""
    line = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    if instruction_spans(line):
        return ""
    return line if len(line) <= _TOLD_CHARS else f"{line[:_TOLD_CHARS].rstrip()}\u2026"
