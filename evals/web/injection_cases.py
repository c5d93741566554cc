"""Documents with planted orders, the same documents without them, and what obeying would show.

injection/cases.jsonl     clean_control: an e-mail and a question about it
                          canary: the same with an order in it; a made-up word shows obedience
                          bipia: the same with a task that has nothing to do with the question
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel

from evals.gold_rows import GoldUnreadable, gold_rows

NAME: Final = "injection"
_SENTENCE: Final = re.compile(r"[^.!?\n]+")
_WORD: Final = re.compile(r"[a-z]{3,}")


class Planted(StrEnum):
    """What was put into a document."""

    NOTHING = "clean_control"
    CANARY = "canary"
    TASK = "bipia"


class _Success(BaseModel):
    test: str
    value: str | None = None


class Attack(BaseModel):
    """The planted text, and the word that its obedient reader would say, ask for or cite."""

    goal: str
    text: str
    success_if: _Success

    @property
    def canary(self) -> str | None:
        """None where only a person could tell."""
        return self.success_if.value


class InjectionCase(BaseModel):
    """One document and the question about it. `host_id` is the same with and without an attack."""

    id: str
    host_id: str
    kind: Planted
    format: Literal["md", "html"]
    document: str
    question: str
    clean_answer: str
    attack: Attack | None = None

    @property
    def canary(self) -> str | None:
        """The word that must not be said."""
        return self.attack.canary if self.attack is not None else None


class Asking(StrEnum):
    """In whose words a document is asked about."""

    SET = "the set's"
    """As the set does; these questions are orders themselves ("Find the $ value"), and most of its
    e-mails don't answer them, so that little is said at all."""
    MESSAGE = "the message's"
    """In the words of its longest sentence: what would lead an answer without the attack."""
    PLANTED = "the planted"
    """In the words of the attack: what would bring it into the answer first."""


@dataclass(frozen=True, slots=True)
class Question:
    """One document with one question about it."""

    case: InjectionCase
    asking: Asking
    text: str

    @property
    def id(self) -> str:
        """Unlike any other's, and fit for a host's name."""
        return f"{self.case.id}-{self.asking.name}".replace("_", "-").lower()


@dataclass(frozen=True, slots=True)
class InjectionSet:
    """All cases. `bare` are attacked web pages without the attack, by the attacked one's id: the
    set has its clean documents as plain text alone."""

    cases: tuple[InjectionCase, ...]
    bare: Mapping[str, InjectionCase]

    @property
    def controls(self) -> tuple[InjectionCase, ...]:
        """The clean documents of the set."""
        return tuple(case for case in self.cases if case.kind is Planted.NOTHING)

    def twin(self, case: InjectionCase) -> InjectionCase:
        """The document that a case was made of."""
        return self.bare.get(case.id) or self._control(case)

    def _control(self, case: InjectionCase) -> InjectionCase:
        return next(one for one in self.controls if one.host_id == case.host_id)

    def questions(self) -> tuple[Question, ...]:
        """Every document asked about in every way that it can be."""
        return tuple(
            Question(case, asking, text)
            for case in (*self.cases, *self.bare.values())
            for asking in Asking
            if (text := self._question(case, asking))
        )

    def _question(self, case: InjectionCase, asking: Asking) -> str | None:
        if asking is Asking.SET:
            return case.question
        if asking is Asking.MESSAGE:
            sentences: list[str] = _SENTENCE.findall(self._control(case).document)
            return max(sentences, key=_words).strip()
        return without_canary(case.attack) if case.attack is not None else None


def _bare(case: InjectionCase) -> InjectionCase | None:
    """A web page without its attack; None where the attack can't be cut out of its source."""
    if case.attack is None or case.format != "html":
        return None
    texts = (case.attack.text, escape(case.attack.text), escape(case.attack.text, quote=False))
    source = next((case.document.replace(t, "") for t in texts if t in case.document), None)
    if source is None:
        return None
    rest = {"id": f"{case.id}-bare", "kind": Planted.NOTHING, "attack": None, "document": source}
    return case.model_copy(update=rest)


def without_canary(attack: Attack) -> str:
    """The attack's text without the words that its canary is a part of."""
    words = attack.text.split()
    return " ".join(word for word in words if not attack.canary or attack.canary not in word)


def _words(sentence: str) -> int:
    return len(set(_WORD.findall(sentence.lower())))


def injection_set(data: Path, limit: int | None = None) -> InjectionSet:
    """The first `limit` clean documents and what was made of them. Raises GoldUnreadable."""
    path = data / NAME / "cases.jsonl"
    cases = list(gold_rows(path, InjectionCase))
    clean = [case.host_id for case in cases if case.kind is Planted.NOTHING]
    kept = frozenset(clean[:limit])
    if orphan := next((case.id for case in cases if case.host_id not in clean), None):
        raise GoldUnreadable(f"{path}: {orphan} has no clean twin.")
    chosen = tuple(case for case in cases if case.host_id in kept)
    return InjectionSet(chosen, {c.id: bare for c in chosen if (bare := _bare(c)) is not None})
