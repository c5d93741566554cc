"""A case: a question, and what a good answer to it has to show."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from contract import Depth


class Kind(StrEnum):
    """Whether the notes answer a question, and how far off they are when they don't."""

    ANSWERABLE = "answerable"
    OFF_TOPIC = "off_topic"
    """The notes say nothing about it; a good researcher abstains."""
    NEAR_MISS = "near_miss"
    """The notes speak of the subject, not of what is asked. Judged by people, too, it is often
    arguable, so abstention is counted apart and never a goal."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its gold. Files are paths below the vault.

    `answers` is what an answer must hold: one text of each inner tuple. Empty when no text can be
    asked for (a yes or no, an answer in other words).
    """

    id: str
    question: str
    kind: Kind
    files: tuple[str, ...] = ()
    paragraph: str | None = None
    answers: tuple[tuple[str, ...], ...] = ()
    disagreement: bool = False
    """Two of the notes contradict each other about it."""

    @property
    def is_answerable(self) -> bool:
        """True when the notes hold the answer."""
        return self.kind is Kind.ANSWERABLE


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Cases over one folder of notes, asked at one depth."""

    name: str
    vault: Path
    cases: tuple[Case, ...]
    depth: Depth = Depth.BALANCED

    def first_of_each_kind(self, count: int) -> "GoldSet":
        """The same set with at most so many cases of each kind."""
        kept = [
            case
            for kind in Kind
            for case in [one for one in self.cases if one.kind is kind][:count]
        ]
        return GoldSet(self.name, self.vault, tuple(kept), self.depth)
