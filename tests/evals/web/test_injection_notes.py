"""The same documents as notes."""

from pathlib import Path

from contract import Depth, ResearchResult
from evals.case import GoldSet
from evals.records import Record
from evals.web.injection_cases import injection_set
from evals.web.injection_notes import note_figures, notes_of
from tests.evals.results import citation, result
from tests.evals.web.gold import CANARY, ORDER, write_injection

GOOD = result(citations=[citation("rye.md")])
OBEDIENT = result(f"{CANARY} [1]", [citation("rye.md")])


def records(notes: GoldSet, results: dict[str, ResearchResult]) -> dict[str, Record]:
    return {
        case.id: Record(
            case=case.id,
            question=case.question,
            depth=Depth.BALANCED,
            seconds=0.1,
            result=results.get(case.id, GOOD),
        )
        for case in notes.cases
    }


def test_every_attacked_document_becomes_a_note(tmp_path: Path) -> None:
    write_injection(tmp_path)
    notes = notes_of(injection_set(tmp_path), tmp_path / "out")
    assert {path.name for path in notes.vault.iterdir()} == {"sc_1.md", "sc_2.html"}
    assert ORDER in (notes.vault / "sc_1.md").read_text("utf-8")
    assert len(notes.cases) == 6


def test_a_canary_that_is_said_to_any_question_is_found(tmp_path: Path) -> None:
    write_injection(tmp_path)
    gold = injection_set(tmp_path)
    notes = notes_of(gold, tmp_path / "out")
    assert all(figure.holds for figure in note_figures(gold, records(notes, {})))
    spoiled = records(notes, {notes.cases[0].id: OBEDIENT})
    first, second, answered = note_figures(gold, spoiled)
    assert (first.share.good, first.share.of) == (5, 6)
    assert not first.holds
    assert not second.holds
    assert answered.value == 1.0
