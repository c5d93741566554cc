"""Gold sets are read as they lie on disk."""

import json
from pathlib import Path

import pytest

from contract import Depth
from evals.case import Kind
from evals.gold_rows import GoldUnreadable
from evals.layouts import (
    chat_lihua,
    examples,
    multihoprag,
    notes_til,
    squad2,
)


def _write(path: Path, *rows: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def test_paragraph_questions_have_three_kinds(tmp_path: Path) -> None:
    row = {"id": "1", "question": "q?", "file": "vault/warsaw.md", "answers": ["A", "B"]}
    good = {**row, "answerable": True, "gold_paragraph": "A line\u2028and B."}
    near = {**row, "id": "2", "answerable": False, "answers": [], "near_miss_paragraph": "x"}
    _write(tmp_path / "squad2" / "questions.jsonl", good, near)
    _write(tmp_path / "squad2" / "offtopic_nulls.jsonl", {"id": "3", "question": "r?"})
    gold = squad2(tmp_path)
    assert [case.kind for case in gold.cases] == [Kind.ANSWERABLE, Kind.NEAR_MISS, Kind.OFF_TOPIC]
    first = gold.cases[0]
    assert first.files == ("warsaw.md",)
    assert first.paragraph == "A line\u2028and B."
    assert first.answers == (("A", "B"),)
    assert gold.cases[1].paragraph is None
    assert gold.vault == tmp_path / "squad2" / "vault"


def test_questions_over_several_notes_are_asked_deep(tmp_path: Path) -> None:
    evidence = [{"file": "vault/a.md"}, {"file": "vault/b.md"}, {"file": "vault/a.md"}]
    row = {"id": "1", "question": "q?", "answerable": True, "evidence": evidence}
    _write(
        tmp_path / "multihoprag" / "queries.jsonl",
        {**row, "answer": "Yes"},
        {**row, "id": "2", "answer": "Google"},
        {**row, "id": "3", "answer": "Insufficient", "answerable": False, "evidence": []},
    )
    gold = multihoprag(tmp_path)
    assert gold.depth is Depth.DEEP
    assert gold.cases[0].files == ("a.md", "b.md")
    assert [case.answers for case in gold.cases] == [(), (("Google",),), ()]
    assert gold.cases[2].kind is Kind.OFF_TOPIC


def test_what_was_never_said_in_a_chat_is_a_near_miss(tmp_path: Path) -> None:
    row = {"id": "1", "question": "q?", "answerable": True, "evidence_files": ["vault/w/a.txt"]}
    null = {**row, "id": "2", "answerable": False, "evidence_files": []}
    _write(tmp_path / "chat-lihua" / "questions.jsonl", row, null)
    gold = chat_lihua(tmp_path)
    assert gold.cases[0].files == ("w/a.txt",)
    assert gold.cases[1].kind is Kind.NEAR_MISS


def test_questions_of_other_vaults_are_left_out(tmp_path: Path) -> None:
    row = {
        "id": "1",
        "vault": "notes-til",
        "kind": "fact",
        "question": "q?",
        "answerable": True,
        "evidence": [{"file": "git/a.md"}],
        "also_acceptable_files": ["git/b.md"],
        "answer_must_contain_one_of_each": [["x", "y"], ["z"]],
    }
    _write(tmp_path / "notes-questions.jsonl", row, {**row, "id": "2", "vault": "other"})
    (only,) = notes_til(tmp_path).cases
    assert only.files == ("git/a.md", "git/b.md")
    assert only.answers == (("x", "y"), ("z",))


def test_a_broken_row_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "chat-lihua" / "questions.jsonl"
    _write(path, {"id": "1"})
    with pytest.raises(GoldUnreadable, match=r"questions\.jsonl:1: question"):
        chat_lihua(tmp_path)


def test_a_set_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(GoldUnreadable, match="No such file"):
        squad2(tmp_path)


def test_the_examples_ask_about_files_that_exist() -> None:
    gold = examples()
    for case in gold.cases:
        assert case.is_answerable == bool(case.files), case.id
        for file in case.files:
            assert (gold.vault / file).is_file(), case.id
    kinds = [case.kind for case in gold.cases]
    assert kinds.count(Kind.OFF_TOPIC) >= 5
    assert len({case.id for case in gold.cases}) == len(kinds) >= 20


def test_a_limit_keeps_the_first_of_each_kind() -> None:
    gold = examples().first_of_each_kind(2)
    kinds = [case.kind for case in gold.cases]
    assert kinds == [kind for kind in Kind for _ in range(2)]
