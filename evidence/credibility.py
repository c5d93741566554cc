"""How far a stranger's page is believed: one table of points, and a floor.

    points = kind of the site (below)
             + 10 when it came over https, or from a site that the user named
             + 10 when it says when it was written
             + 10 when it says who wrote it
             +  5 for each other site that answers to the question too, at most 3
    out of the answer below FLOOR (20); the page stays in the trace, with its points.

The kinds and the points are judgements, not measurements: they are here, in one place, to be argued
with. Two facts shaped them. A page without author and date on a site of its own (25) must pass,
because much good documentation is like that; and what anybody can post without a name (a forum or a
social site, without https or date) must be said by a second site to count.

`authority_of` turns the same table into the contract's high, medium and low.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from contract.result import SourceAuthority
from evidence.documents import Standing


class SourceKind(StrEnum):
    """Whose voice a site is."""

    INSTITUTION = "institution"
    """Governments, universities, international bodies, by their own top-level domains."""
    STANDARD = "standard"
    """Bodies that publish the norm itself."""
    SCHOLARLY = "scholarly"
    """Journals, preprint servers and libraries of papers."""
    REFERENCE = "reference"
    """Edited encyclopedias and dictionaries."""
    NAMED = "named"
    """A site that the user named."""
    ORDINARY = "ordinary"
    """Any other site: firms, newspapers, projects, people with a domain of their own."""
    HOSTED = "hosted"
    """Pages on a publisher for everybody: blogs, newsletters, pages of projects."""
    FORUM = "forum"
    SOCIAL = "social"


POINTS: Final = {
    SourceKind.INSTITUTION: 40,
    SourceKind.STANDARD: 40,
    SourceKind.SCHOLARLY: 40,
    SourceKind.REFERENCE: 35,
    SourceKind.NAMED: 30,
    SourceKind.ORDINARY: 25,
    SourceKind.HOSTED: 15,
    SourceKind.FORUM: 10,
    SourceKind.SOCIAL: 5,
}
SECURE: Final = 10
DATED: Final = 10
SIGNED: Final = 10
AGREEMENT: Final = 5
MOST_AGREEING: Final = 3
FLOOR: Final = 20

_HIGH: Final = frozenset({SourceKind.INSTITUTION, SourceKind.STANDARD, SourceKind.SCHOLARLY})
_MEDIUM_FROM: Final = 35

_SITES: Final = {
    SourceKind.STANDARD: "ietf.org rfc-editor.org w3.org whatwg.org iso.org itu.int ieee.org "
    "iana.org unicode.org nist.gov ecma-international.org",
    SourceKind.SCHOLARLY: "arxiv.org doi.org nature.com science.org sciencedirect.com springer.com "
    "wiley.com plos.org jstor.org acm.org pubmed.gov biorxiv.org medrxiv.org cell.com bmj.com "
    "thelancet.com oup.com cambridge.org aclanthology.org semanticscholar.org",
    SourceKind.REFERENCE: "wikipedia.org britannica.com wiktionary.org merriam-webster.com "
    "wikidata.org treccani.it",
    SourceKind.HOSTED: "medium.com substack.com blogspot.com wordpress.com tumblr.com github.io "
    "gitlab.io netlify.app vercel.app pages.dev wixsite.com weebly.com neocities.org notion.site "
    "ghost.io dev.to hashnode.dev livejournal.com sites.google.com readthedocs.io",
    SourceKind.FORUM: "reddit.com quora.com stackexchange.com stackoverflow.com "
    "news.ycombinator.com ycombinator.com 4chan.org discourse.group lemmy.world fandom.com "
    "answers.com superuser.com serverfault.com askubuntu.com",
    SourceKind.SOCIAL: "x.com twitter.com facebook.com instagram.com tiktok.com threads.net "
    "linkedin.com pinterest.com youtube.com bsky.app mastodon.social t.me weibo.com vk.com",
}
_KIND_OF_SITE: Final = {site: kind for kind, sites in _SITES.items() for site in sites.split()}
_INSTITUTIONAL: Final = frozenset({"gov", "edu", "mil", "int"})
_INSTITUTIONAL_SECOND: Final = frozenset({"ac", "gov", "edu", "gob", "gouv", "go", "gv", "mil"})


@dataclass(frozen=True, slots=True)
class Credibility:
    """The points of one source, and what they are made of, in words."""

    points: int
    grounds: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """Whether the source may stand in an answer."""
        return self.points >= FLOOR

    @property
    def sentence(self) -> str:
        """As it stands in the trace and in the result."""
        return f"credibility {self.points}, floor {FLOOR}: {', '.join(self.grounds)}"


def kind_of(host: str) -> SourceKind:
    """The kind of a host, by the longest end of its name that the table has."""
    labels = host.lower().rstrip(".").split(".")
    for start in range(len(labels) - 1):
        known = _KIND_OF_SITE.get(".".join(labels[start:]))
        if known is not None:
            return known
    if len(labels) >= 2 and labels[-1] in _INSTITUTIONAL:
        return SourceKind.INSTITUTION
    if len(labels) >= 3 and len(labels[-1]) == 2 and labels[-2] in _INSTITUTIONAL_SECOND:
        return SourceKind.INSTITUTION
    return SourceKind.ORDINARY


def credibility_of(standing: Standing, agreeing_sites: int = 0) -> Credibility:
    """Add up the table. `agreeing_sites` are other sites whose evidence answers to the question
    as well, near copies not counted."""
    kind = SourceKind(standing.kind)
    points = POINTS[kind]
    grounds = [f"{kind.value} site ({POINTS[kind]})"]
    for holds, worth, yes, no in (
        (standing.secure or kind is SourceKind.NAMED, SECURE, "secure", "no https"),
        (standing.dated, DATED, "dated", "no date"),
        (standing.signed, SIGNED, "signed", "no author"),
    ):
        points += worth if holds else 0
        grounds.append(f"{yes} ({worth})" if holds else no)
    agreeing = min(agreeing_sites, MOST_AGREEING)
    if agreeing:
        points += AGREEMENT * agreeing
        sites = "site agrees" if agreeing == 1 else "sites agree"
        grounds.append(f"{agreeing} other {sites} ({AGREEMENT * agreeing})")
    return Credibility(points, tuple(grounds))


def authority_of(standing: Standing) -> SourceAuthority:
    """High for those who set or examine what they publish, low for what can't be placed."""
    if SourceKind(standing.kind) in _HIGH:
        return SourceAuthority.HIGH
    points = credibility_of(standing).points
    return SourceAuthority.MEDIUM if points >= _MEDIUM_FROM else SourceAuthority.LOW
