"""Records are kept, counted, and judged."""

from collections.abc import Mapping
from pathlib import Path

from contract import Depth, ResearchResult
from evals.case import Case, GoldSet, Kind
from evals.figures import Figure, figures_of
from evals.integrity import Share
from evals.records import OutputFolder, Record
from evals.report import SetReport, report_of, table
from tests.evals.results import citation, result

RYE = Case("rye", "When is rye sown?", Kind.ANSWERABLE, ("rye.md",))
CHESS = Case("chess", "Who won at chess?", Kind.OFF_TOPIC)
ANSWER = result(citations=[citation("rye.md")])
SILENCE = result("No evidence was found.", abstaining=True)


def _record(case: Case, found: ResearchResult | None, seconds: float = 0.1) -> Record:
    failure = None if found else "It died."
    return Record(
        case=case.id,
        question=case.question,
        depth=Depth.BALANCED,
        seconds=seconds,
        result=found,
        failure=failure,
    )


def _figures(
    results: Mapping[str, ResearchResult | None], name: str = "notes-til"
) -> dict[str, Figure]:
    pairs = [(case, results[case.id]) for case in (RYE, CHESS)]
    return {figure.name: figure for figure in figures_of(name, pairs)}


def test_each_figure_counts_the_cases_that_it_is_about() -> None:
    figures = _figures({"rye": ANSWER, "chess": SILENCE})
    assert figures["right file cited first"].share == Share(1, 1)
    assert figures["off-topic: abstains"].share == Share(1, 1)
    assert "near miss: abstains" not in figures


def test_a_call_that_failed_is_never_good() -> None:
    figures = _figures({"rye": None, "chess": None})
    assert figures["right file cited first"].share == Share(0, 1)
    assert figures["off-topic: abstains"].share == Share(0, 1)


def test_an_answer_where_silence_was_due_misses_the_target() -> None:
    figures = _figures({"rye": ANSWER, "chess": ANSWER})
    assert not figures["off-topic: abstains"].holds
    assert figures["right file cited first"].holds


def test_a_share_just_below_all_is_not_shown_as_all() -> None:
    nearly = Figure("notes-til", "nearly", Share(9_999, 10_000), 1.0)
    shown = table([SetReport((nearly,), None, ())])
    assert "| 0.999 | 9,999 of 10,000 | MISSED |" in shown


def test_evidence_that_is_not_in_the_store_fails_the_set(tmp_path: Path) -> None:
    gold = GoldSet("notes-til", tmp_path, (RYE,))
    report = report_of(gold, {"rye": _record(RYE, ANSWER)}, OutputFolder(tmp_path).home("x"))
    missed = {figure.name for figure in report.figures if not figure.holds}
    assert missed == {"citations verbatim at their offsets", "traces that verify (sample)"}
    assert not report.holds


def test_a_failed_call_is_listed_and_fails_the_set(tmp_path: Path) -> None:
    gold = GoldSet("notes-til", tmp_path, (CHESS,))
    report = report_of(gold, {"chess": _record(CHESS, None)}, OutputFolder(tmp_path).home("x"))
    assert not report.holds
    assert report.timing is None
    assert "- chess: It died." in table([report])


def test_times_are_of_calls_that_answered(tmp_path: Path) -> None:
    cases = tuple(Case(str(n), "q?", Kind.OFF_TOPIC) for n in range(21))
    records = {c.id: _record(c, SILENCE, seconds=int(c.id) / 1_000) for c in cases}
    gold = GoldSet("notes-til", tmp_path, cases)
    timing = report_of(gold, records, OutputFolder(tmp_path).home("x")).timing
    assert timing is not None
    assert (timing.p50, timing.p95, timing.calls) == (10.0, 19.0, 21)


def test_records_survive_a_round_trip_and_the_last_one_counts(tmp_path: Path) -> None:
    out = OutputFolder(tmp_path)
    out.prepare("squad2")
    out.append("squad2", _record(RYE, None))
    out.append("squad2", _record(RYE, ANSWER))
    kept = out.kept("squad2")
    assert kept == {"rye": _record(RYE, ANSWER)}


def test_a_line_torn_by_a_kill_costs_itself_alone(tmp_path: Path) -> None:
    out = OutputFolder(tmp_path)
    out.prepare("squad2")
    out.append("squad2", _record(RYE, ANSWER))
    with out.results("squad2").open("a") as file:
        file.write('{"case": "chess", "ques')
    out.prepare("squad2")
    out.append("squad2", _record(CHESS, SILENCE))
    assert set(out.kept("squad2")) == {"rye", "chess"}
