"""What differs between two runs, read from real traces."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from contract import Citation, Gap, GapCategory, StopReason
from tests.traces.runs import NOTE, record_run, result_of, write_run
from tests.traces.web_researcher import ask_pages
from tests.traces.web_runs import PLAIN, ROBOTS, ZIPPED, write_web_run
from traces.clock import ScriptedClock
from traces.difference import Change, Difference, Said, SaidOtherwise, compare
from traces.digest import content_name
from traces.facts_reader import read_facts
from traces.home import Home
from traces.ids import new_run_id
from traces.run_facts import Placed, RunFacts
from traces.sink import Action, JsonValue, SealStatus
from traces.store import ContentStore
from traces.writer import TraceWriter

QUESTION = "How far does a swift fly in a year?"
NEWER = replace(
    PLAIN,
    text="News of birds.\n\n" + PLAIN.text.replace("200,000", "190,000"),
    body=PLAIN.body.replace(b"200,000", b"190,000"),
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def between(home: Home, one: str, other: str) -> Difference:
    return compare(read_facts(home, one), read_facts(home, other))


def opened_with(home: Home, data: Mapping[str, JsonValue]) -> RunFacts:
    """The facts of a run that was opened with some data and ended there."""
    run = new_run_id()
    with TraceWriter.create(home, run=run, by="web", clock=ScriptedClock()) as writer:
        writer.record(Action.OPEN, "A question came in.", {"question": QUESTION, **data})
        writer.seal(SealStatus.FAILED)
    return read_facts(home, run)


def answered(home: Home, answer: str, *citations: Citation) -> RunFacts:
    """The facts of the small run with another answer."""
    facts = read_facts(home, write_run(home))
    assert facts.result is not None
    changed = facts.result.model_copy(update={"answer": answer, "citations": citations})
    return replace(facts, result=changed)


def quote(excerpt: str) -> Citation:
    (citation,) = result_of("x", content_name(b"")).citations
    return citation.model_copy(update={"raw_excerpt": excerpt})


def test_two_runs_that_did_the_same_do_not_differ(home: Home) -> None:
    one, other = write_run(home), write_run(home)
    assert one != other
    difference = between(home, one, other)
    assert difference.same
    assert difference.changed_sources == ()


def test_a_page_that_changed_is_told_with_its_old_and_new_words(home: Home) -> None:
    before = ask_pages(home, [PLAIN, ZIPPED], QUESTION)
    after = ask_pages(home, [NEWER, ZIPPED], QUESTION)
    difference = between(home, before.trace_id, after.trace_id)
    (source,) = difference.changed_sources
    assert (source.locator, source.title) == ("http://birds.test/swift", "Swifts")
    assert source.before == content_name(PLAIN.text.encode())
    assert source.after == content_name(NEWER.text.encode())
    assert source.text is not None
    assert [(line.added, line.text) for line in source.text.lines] == [
        (True, "News of birds."),
        (True, ""),
        (False, "A swift flies 200,000 km a year."),
        (True, "A swift flies 190,000 km a year."),
    ]
    assert difference.answer == (
        SaidOtherwise(Said.REMOVED, "A swift flies 200,000 km a year."),
        SaidOtherwise(Said.ADDED, "A swift flies 190,000 km a year."),
    )
    assert [one.before.number for one in difference.citations.reworded] == [1]
    assert len(difference.evidence.reworded) == 1
    assert [one.after.text for one in difference.evidence.moved] == ["Swifts."]
    assert not difference.same


def test_a_note_that_changed_is_told(home: Home) -> None:
    one, other = write_run(home), new_run_id()
    with TraceWriter.create(home, run=other, by="local-brain", clock=ScriptedClock()) as writer:
        record_run(writer)
        newer = NOTE.replace("230", "250")
        data: dict[str, JsonValue] = {
            "path": "bread/sourdough.md",
            "locator": "note://kitchen/bread/sourdough.md",
            "content_hash": writer.put(newer.encode()),
            "content_length": len(newer.encode()),
        }
        writer.record(Action.READ_FILE, "Opened it again.", data)
        writer.seal(SealStatus.COMPLETE)
    (source,) = between(home, one, other).changed_sources
    assert source.locator == "note://kitchen/bread/sourdough.md"
    assert source.text is not None
    assert [line.text for line in source.text.lines] == [
        "Bake at 230 °C for 40 minutes.",
        "Bake at 250 °C for 40 minutes.",
    ]


def test_sources_leads_and_evidence_of_one_run_alone(home: Home) -> None:
    before = ask_pages(home, [PLAIN], QUESTION)
    after = ask_pages(home, [ZIPPED], "How many nests are under the eaves?")
    difference = between(home, before.trace_id, after.trace_id)
    for part in (difference.leads, difference.opened):
        ((removed, added),) = ((row.removed, row.added) for row in part)
        assert (removed, added) == (("http://birds.test/swift",), ("https://nests.test/",))
    assert {one.document for one in difference.evidence.removed} == {"http://birds.test/swift"}
    assert {one.document for one in difference.evidence.added} == {"https://nests.test/"}
    assert difference.changed_sources == ()
    assert [one.what for one in difference.question] == ["question"]
    assert "queries" in [one.what for one in difference.plan]


def test_limits_and_settings_that_differ_are_named(home: Home) -> None:
    one = opened_with(
        home,
        {"depth": "deep", "limits": {"passes": 1, "max_sources": 5}, "roots": ["a", "b"]},
    )
    other = opened_with(
        home,
        {"depth": "deep", "limits": {"passes": 2, "max_sources": 5}, "settings": {"egress": "web"}},
    )
    assert set(compare(one, other).settings) == {
        Change("limits.passes", "1", "2"),
        Change("settings.egress", "", "web"),
        Change("roots", "a, b", ""),
    }


def test_what_the_caller_used_up_of_the_time_is_no_difference(home: Home) -> None:
    full, rest, short = (
        opened_with(home, {"limits": {"max_milliseconds": n}}) for n in (45_000, 44_575, 10_000)
    )
    assert compare(full, rest).same
    assert compare(full, short).settings == (Change("limits.max_milliseconds", "45000", "10000"),)


def test_sentences_are_compared_by_what_their_numbers_lead_to(home: Home) -> None:
    a, b = quote("Wheat is sown in autumn."), quote("Rye rests overnight.")
    one = answered(home, "Wheat is sown. [1] Rye rests. [2]", a, b)
    renumbered = answered(home, "Wheat is sown. [2] Rye rests. [1]", b, a)
    assert compare(one, renumbered).answer == ()
    swapped = answered(home, "Wheat is sown. [2] Rye rests. [1]", a, b)
    assert compare(one, swapped).answer == (
        SaidOtherwise(Said.CITED_OTHERWISE, "Wheat is sown."),
        SaidOtherwise(Said.CITED_OTHERWISE, "Rye rests."),
    )
    assert not compare(one, swapped).same
    shorter = answered(home, "Wheat is sown. [1] It is rye. [2]", a, b)
    assert compare(one, shorter).answer == (
        SaidOtherwise(Said.REMOVED, "Rye rests."),
        SaidOtherwise(Said.ADDED, "It is rye."),
    )


def test_gaps_and_the_outcome_are_compared(home: Home) -> None:
    one = read_facts(home, write_run(home))
    assert one.result is not None
    gap = Gap(topic="oven", category=GapCategory.ACCESS_DENIED, detail="Locked.")
    changed = one.result.model_copy(
        update={"gaps": (gap,), "stop_reason": StopReason.WEAK_EVIDENCE, "confidence": 0.5}
    )
    difference = compare(one, replace(one, result=changed))
    (gaps,) = difference.gaps
    assert gaps.removed == ("steam (source_not_found): No note on it.",)
    assert gaps.added == ("oven (access_denied): Locked.",)
    assert difference.outcome == (
        Change("stop reason", "enough_evidence", "weak_evidence"),
        Change("confidence", "0.80", "0.50"),
    )


def test_a_run_without_an_answer_differs_from_one_with(home: Home) -> None:
    one, other = read_facts(home, write_run(home)), opened_with(home, {})
    difference = compare(one, other)
    assert Change("run", "complete", "failed") in difference.outcome
    assert [row.said for row in difference.answer] == [Said.REMOVED]
    assert len(difference.citations.removed) == 1


def test_a_lost_text_is_told_and_not_made_up(home: Home) -> None:
    one, other = write_web_run(home, [PLAIN]), write_web_run(home, [NEWER])
    ContentStore(home.cas).path(content_name(PLAIN.text.encode())).unlink()
    (source,) = between(home, one, other).changed_sources
    assert source.text is None


def test_a_robots_file_is_a_source_like_any_other(home: Home) -> None:
    stricter = replace(ROBOTS, text="User-agent: *\nDisallow: /\n")
    one, other = write_web_run(home, [ROBOTS, PLAIN]), write_web_run(home, [stricter, PLAIN])
    difference = between(home, one, other)
    assert [source.locator for source in difference.changed_sources] == [ROBOTS.url]


def test_what_researchers_found_counts_for_the_run_that_asked_them(home: Home) -> None:
    children = [ask_pages(home, [page, ZIPPED], QUESTION).trace_id for page in (PLAIN, NEWER)]
    parents = [
        write_web_run(home, [], more={Action.RECEIVE: {"researcher": "web", "child": child}})
        for child in children
    ]
    difference = between(home, *parents)
    assert [source.locator for source in difference.changed_sources] == ["http://birds.test/swift"]
    assert difference.evidence.reworded


def test_a_row_that_is_no_row_is_passed_over(home: Home) -> None:
    row: dict[str, JsonValue] = {"locator": "http://a.test/", "char_start": 3}
    run = write_web_run(home, [], more={Action.INSPECT: {"rows": [row]}})
    assert read_facts(home, run).evidence == (Placed("http://a.test/", 3, 0, ""),)
