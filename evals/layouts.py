"""Gold sets as they lie on disk, one loader for each layout.

    squad2/{vault/, questions.jsonl, offtopic_nulls.jsonl}     paragraphs of articles
    multihoprag/{vault/, queries.jsonl}                        several notes to one question
    chat-lihua/{vault/, questions.jsonl}                       a year of chats
    notes-til/vault/ with notes-questions.jsonl beside it      somebody's real notes

The loaders raise GoldUnreadable for a set that is not what it should be.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from contract import Depth
from evals.case import Case, GoldSet, Kind
from evals.gold_rows import gold_rows

EXAMPLES: Final = "examples"
_YES_OR_NO: Final = frozenset({"yes", "no", "before", "after"})


class _Evidence(BaseModel):
    file: str


class _SquadRow(BaseModel):
    id: str
    question: str
    answerable: bool
    file: str
    answers: tuple[str, ...]
    gold_paragraph: str | None = None


class _OffTopicRow(BaseModel):
    id: str
    question: str


class _HopRow(BaseModel):
    id: str
    question: str
    answerable: bool
    answer: str
    evidence: tuple[_Evidence, ...]


class _ChatRow(BaseModel):
    id: str
    question: str
    answerable: bool
    evidence_files: tuple[str, ...]


class _NotesRow(BaseModel):
    id: str
    vault: str
    kind: str
    question: str
    answerable: bool
    evidence: tuple[_Evidence, ...] = ()
    also_acceptable_files: tuple[str, ...] = ()
    answer_must_contain_one_of_each: tuple[tuple[str, ...], ...] = ()


class _ExampleRow(BaseModel):
    id: str
    question: str
    kind: Kind = Kind.ANSWERABLE
    files: tuple[str, ...] = ()
    answers: tuple[tuple[str, ...], ...] = ()
    disagreement: bool = False


def squad2(data: Path) -> GoldSet:
    """Answerable questions and near misses, then questions about articles that are not there."""
    folder = data / "squad2"
    cases = [
        Case(
            id=row.id,
            question=row.question,
            kind=Kind.ANSWERABLE if row.answerable else Kind.NEAR_MISS,
            files=(_below_vault(row.file),),
            paragraph=row.gold_paragraph if row.answerable else None,
            answers=(row.answers,) if row.answers else (),
        )
        for row in gold_rows(folder / "questions.jsonl", _SquadRow)
    ]
    cases += [
        Case(id=row.id, question=row.question, kind=Kind.OFF_TOPIC)
        for row in gold_rows(folder / "offtopic_nulls.jsonl", _OffTopicRow)
    ]
    return GoldSet("squad2", folder / "vault", tuple(cases))


def multihoprag(data: Path) -> GoldSet:
    """Questions that several notes answer together, asked at depth `deep`."""
    folder = data / "multihoprag"
    cases = [
        Case(
            id=row.id,
            question=row.question,
            kind=Kind.ANSWERABLE if row.answerable else Kind.OFF_TOPIC,
            files=_distinct(_below_vault(one.file) for one in row.evidence),
            answers=_worth_finding(row),
        )
        for row in gold_rows(folder / "queries.jsonl", _HopRow)
    ]
    return GoldSet("multihoprag", folder / "vault", tuple(cases), Depth.DEEP)


def chat_lihua(data: Path) -> GoldSet:
    """Questions on who said what in a chat. Those without an answer are near misses: they ask
    for something unsaid about people who are there."""
    folder = data / "chat-lihua"
    cases = [
        Case(
            id=row.id,
            question=row.question,
            kind=Kind.ANSWERABLE if row.answerable else Kind.NEAR_MISS,
            files=_distinct(map(_below_vault, row.evidence_files)),
        )
        for row in gold_rows(folder / "questions.jsonl", _ChatRow)
    ]
    return GoldSet("chat-lihua", folder / "vault", tuple(cases))


def notes_til(data: Path) -> GoldSet:
    """Questions written by hand about real notes. All that have no answer count as off topic."""
    cases = [
        Case(
            id=row.id,
            question=row.question,
            kind=Kind.ANSWERABLE if row.answerable else Kind.OFF_TOPIC,
            files=_distinct((*(one.file for one in row.evidence), *row.also_acceptable_files)),
            answers=row.answer_must_contain_one_of_each,
        )
        for row in gold_rows(data / "notes-questions.jsonl", _NotesRow)
        if row.vault == "notes-til"
    ]
    return GoldSet("notes-til", data / "notes-til" / "vault", tuple(cases))


def examples() -> GoldSet:
    """Our own questions about the vault that comes with a checkout."""
    here = Path(__file__).parent
    cases = [
        Case(row.id, row.question, row.kind, row.files, None, row.answers, row.disagreement)
        for row in gold_rows(here / "cases" / "examples.jsonl", _ExampleRow)
    ]
    return GoldSet(EXAMPLES, here.parent / "examples" / "notes", tuple(cases))


LAYOUTS: Final[dict[str, Callable[[Path], GoldSet]]] = {
    "notes-til": notes_til,
    "squad2": squad2,
    "multihoprag": multihoprag,
    "chat-lihua": chat_lihua,
}
"""By the name of the folder that a set lies in."""


def _below_vault(file: str) -> str:
    return file.removeprefix("vault/")


def _distinct(files: Iterator[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(files))


def _worth_finding(row: _HopRow) -> tuple[tuple[str, ...], ...]:
    plain = row.answer.strip()
    return () if not row.answerable or plain.lower() in _YES_OR_NO else ((plain,),)
