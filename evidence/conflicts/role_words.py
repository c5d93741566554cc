"""Roles that somebody has to something, and how English says so."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Role:
    """A role: nouns for it (`director`), and verbs of what one in it did (`directed`). With
    `by_alone`, a bare `by` after the subject's kind says it too: an album by somebody."""

    nouns: str
    verbs: str = ""
    by_alone: str = ""
    possessive: str = ""

    @property
    def name(self) -> str:
        """The first of its nouns, as a plain word."""
        return self.nouns.partition("|")[0].removesuffix("s?")

    def is_called(self, word: str) -> bool:
        """True for a noun of the role itself."""
        return re.fullmatch(self.nouns, word, re.I) is not None


_ROLES: Final = (
    (
        r"\bartist\b|\bsings?\b|\bsang\b|\bperform(?:s|ed)?\b|\brecorded\b",
        Role(
            "artist|singer|band",
            "recorded|performed|released",
            r"(?:album|song|single|record|release|ep|effort|compilation|recording)",
            r"(?:album|song|single|debut|record|release|ep|lp)",
        ),
    ),
    (
        r"\bdirect(?:or|ed|s)\b",
        Role("director", "directed|helmed", "film|movie|comedy|drama|thriller", "film|movie"),
    ),
    (
        r"\bauthor\b|\bwrote\b|\bwritten by\b|\bwriter\b",
        Role(
            "author|writer",
            "written|wrote|authored",
            "novel|book|essay|poem|play|story|memoir",
            "novel|book|essay|poem|play|story|memoir",
        ),
    ),
    (
        r"\bcompos(?:er|ed)\b",
        Role(
            "composer",
            "composed|written|wrote",
            "symphony|opera|sonata|setting|work|piece",
            "symphony|opera|setting",
        ),
    ),
    (
        r"\barchitect\b|\bdesign(?:er|ed)\b",
        Role("architects?|designer", "designed|planned|built", "design"),
    ),
    (
        r"\bcreator\b|\bcreated\b",
        Role(
            "creator|author|writer",
            "created|written|wrote|directed|recorded",
            "novel|book|series|album|film|story|song",
            "novel|book|series|album|song",
        ),
    ),
    (
        r"\binvent(?:or|ed)\b|\bdiscover(?:er|ed)\b",
        Role("inventor|discoverer", "invented|discovered"),
    ),
    (r"\bfound(?:er|ed)\b", Role("founder|co-founder", "founded|established|started")),
    (
        r"\bfather\b",
        Role("father|son of|daughter of"),
    ),
    (r"\bmother\b", Role("mother")),
    (
        r"\bhusband\b|\bwife\b|\bmarried\b|\bspouse\b",
        Role("husband|wife|spouse|consort|married|married to|wed"),
    ),
    (
        r"\b(?:main|lead|central) character\b|\bprotagonist\b|\bhero(?:ine)? of\b",
        Role(
            "main character|protagonist|central character|lead character|hero|heroine"
            "|main character named|role of|titular character"
        ),
    ),
    (r"\bowner\b|\bowns?\b|\bowned\b", Role("owner", "owned|bought|purchased|built by|built for")),
    (r"\bmayor\b", Role("mayor")),
    (r"\bpresident\b", Role("president")),
    (r"\b(?:ceo|chief executive)\b", Role("ceo|chief executive|chief executive officer")),
    (r"\bcapital\b", Role("capital|capital city")),
    (r"\bmanager\b|\bmanages\b", Role("manager", "managed")),
    (r"\bpublisher\b", Role("publisher", "published")),
    (r"\bproducer\b", Role("producer", "produced")),
    (r"\bowner\b", Role("owner", "owned")),
)


_WHO: Final = re.compile(
    r"\bwho(?:m|se)?\b(?! (?:did|does|do|has|had|will)\b)|\bby whom\b|\bname of the\b"
    r"|\b(?:what|which) (?:\w+ )?(?:artist|band|singer|director|author|writer|composer|architect)\b"
    r"|\bwhat is the (?:capital|protagonist)\b",
    re.I,
)
"""Who is or did something; who did somebody choose asks for another role than the one it names."""


def role_asked(question: str) -> Role | None:
    """The role that a question asks to be filled; None for another question."""
    if not _WHO.search(question):
        return None
    for pattern, role in _ROLES:
        if re.search(pattern, question, re.I):
            return role
    return None
