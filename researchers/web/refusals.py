"""Why a page could not be read, in the words of the contract, and where else to look. Pure."""

from typing import Final
from urllib.parse import urlsplit

from contract import GapCategory
from evidence.documents import FurtherLead, Hit, Refusal
from evidence.instructions import instruction_spans
from researchers.web.fetching.hops import why_url_refused
from researchers.web.fetching.model import FetchFailure, FetchProblem
from researchers.web.pages.model import Closure, Page, Unread

PUBLIC_ARCHIVE: Final = "https://web.archive.org/web/"
_DENIED: Final = frozenset(
    {
        FetchProblem.FORBIDDEN_ADDRESS,
        FetchProblem.TOO_LARGE,
        FetchProblem.ROBOTS,
        FetchProblem.RATE_LIMITED,
        FetchProblem.CLOSED,
    }
)
_ARCHIVED: Final = frozenset({FetchProblem.GONE, FetchProblem.CLOSED, FetchProblem.UNREACHABLE})
_CLOSURES: Final = {
    Closure.PAYWALL: "it is behind a paywall",
    Closure.LOGIN: "it asks for a login",
    Closure.CHALLENGE: "it asks for proof that a person reads it",
}
_TOLD_CHARS: Final = 160
_PORTS: Final = {"http": ":80", "https": ":443"}


def of_failure(hit: Hit, failure: FetchFailure, archive: str | None) -> Refusal:
    """A fetch that failed."""
    category = (
        GapCategory.ACCESS_DENIED if failure.problem in _DENIED else GapCategory.SOURCE_NOT_FOUND
    )
    leads: list[FurtherLead] = []
    if failure.problem in (FetchProblem.CLOSED, FetchProblem.ROBOTS):
        leads += _promise(hit, hit.summary)
    if failure.problem in _ARCHIVED:
        leads += archive_leads(hit.locator, archive)
    return Refusal(hit.locator, category.value, _with_advice(hit, failure), tuple(leads))


def _with_advice(hit: Hit, failure: FetchFailure) -> str:
    """The sentence of the fetch, and what whoever named the page can do about it."""
    parts = urlsplit(hit.locator)
    if not hit.named or parts.scheme not in _PORTS:
        return failure.detail
    said = failure.detail.removesuffix(".")
    match failure.problem:
        case FetchProblem.FORBIDDEN_ADDRESS | FetchProblem.BAD_ADDRESS if not failure.hops:
            port = "" if parts.netloc.rpartition(":")[2].isdecimal() else _PORTS[parts.scheme]
            return f"{said}; if it is yours, give leave with --allow-host {parts.netloc}{port}."
        case FetchProblem.UNREACHABLE:
            return f"{said}; check the address, and whether this machine is online."
        case FetchProblem.TIMEOUT:
            return f"{said}; try again later."
    return failure.detail


def of_closure(hit: Hit, page: Page, closure: Closure, archive: str | None) -> Refusal:
    """A page that came, and does not show what it holds."""
    detail = f"{hit.locator} was not read: {_CLOSURES[closure]}."
    promised = _promise(hit, hit.summary or page.description or "")
    leads = (*promised, *archive_leads(hit.locator, archive))
    return Refusal(hit.locator, GapCategory.ACCESS_DENIED.value, detail, leads)


def of_unread(hit: Hit, unread: Unread) -> Refusal:
    """Bytes without text that can be read."""
    detail = f"{hit.locator} holds nothing that can be quoted: {unread.reason}."
    return Refusal(hit.locator, GapCategory.ACCESS_DENIED.value, detail)


def archived(url: str, archive: str) -> str:
    """Where an archive keeps its copies of an address."""
    return f"{archive.rstrip('/')}/{url}"


def archive_leads(url: str, archive: str | None) -> list[FurtherLead]:
    """An archive's address for a page; nobody has looked whether a copy is there. No public one
    has pages of private sites, or should be asked for them."""
    if archive is None and why_url_refused(url) is not None:
        return []
    why = "An archive may hold a copy of this page; it was not opened."
    return [FurtherLead(archived(url, archive or PUBLIC_ARCHIVE), why, "web")]


def _promise(hit: Hit, summary: str) -> list[FurtherLead]:
    """What a closed page seemed to hold, by the words of whoever pointed to it."""
    said = [_told(words) for words in (hit.title, summary)]
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
