"""Documents that state different answers are set against each other, and others are not."""

import json
from pathlib import Path

from evals.contradictions import NAME, Outcome, Pair, figures_of, measure_contradictions
from evals.integrity import Share

BORN = "When was Ada Holm born?"


def _row(name: str, conflict: str, *documents: tuple[str, str, str]) -> str:
    told = [
        {"doc_id": f"{name}_{n}", "text": text, "type": kind, "states_answer": answer}
        for n, (text, kind, answer) in enumerate(documents)
    ]
    return json.dumps({"id": name, "question": BORN, "documents": told, "conflict": conflict})


def _write(data: Path) -> None:
    (data / NAME).mkdir()
    rows = (
        _row(
            "named",
            "misinformation",
            ("Ada Holm was born in 1902.", "correct", "1902"),
            ("Ada Holm was born in 1911.", "misinfo", "1911"),
        ),
        _row(
            "missed",
            "+ambiguity",
            ("Ada Holm was born in 1902.", "correct", "1902"),
            ("Ada Holm is from Norby.", "correct", "1911"),
        ),
        _row(
            "quiet",
            "none",
            ("Ada Holm was born in 1902.", "correct", "1902"),
            ("Ada Holm, born 1902.", "correct", "1902"),
        ),
        _row(
            "alarmed",
            "none",
            ("Ada Holm was born in 1902.", "correct", "1902"),
            ("Ada Holm was born in 1911.", "noise", "unknown"),
        ),
    )
    (data / NAME / "ramdocs.jsonl").write_text("\n".join(rows))


def test_named_missed_and_false_alarms_are_counted(tmp_path: Path) -> None:
    _write(tmp_path)
    named, no_alarm, pairs = measure_contradictions(tmp_path).figures
    assert named.share == Share(1, 2)
    assert not named.holds
    assert no_alarm.share == Share(1, 2)
    assert not no_alarm.holds
    assert pairs.share == Share(1, 2)
    assert pairs.target is None


def test_a_limit_takes_the_first_ones(tmp_path: Path) -> None:
    _write(tmp_path)
    report = measure_contradictions(tmp_path, 1)
    assert report.holds
    assert report.figures[0].share == Share(1, 1)


def test_an_alarm_in_fifteen_of_a_hundred_is_one_too_many() -> None:
    quiet = Outcome("quiet", documents_conflict=False, pairs=())
    alarmed = Outcome("alarmed", documents_conflict=False, pairs=(Pair("a", "b"),))
    _, fifteen, _ = figures_of([quiet] * 85 + [alarmed] * 15)
    _, fourteen, _ = figures_of([quiet] * 86 + [alarmed] * 14)
    assert not fifteen.holds
    assert fourteen.holds
