"""The page that a person reads: counts and commands as they are said and typed."""

from pathlib import Path

import pytest

from cli.answer_page import answer_page
from cli.terminal import Page
from contract import AnswerStatus
from tests.cli.networked import ANSWER, QUESTION
from tests.cli.outputs.hostile import EVIL, OVERRIDE, hostile_result
from tests.cli.scripted_server import ANSWERED

WIDE = Page(100, False)


@pytest.mark.parametrize(("number", "words"), [(1, "1 source opened,"), (2, "2 sources opened,")])
def test_one_source_is_counted_in_the_singular(number: int, words: str) -> None:
    cost = ANSWERED.cost_metadata.model_copy(update={"sources_opened": number})
    result = ANSWERED.model_copy(update={"cost_metadata": cost})
    assert words in answer_page(result, Page(200, False), {}, Path("/"))


def test_every_command_is_named_as_it_can_be_typed() -> None:
    result = ANSWERED.model_copy(update={"answer_status": AnswerStatus.NO_EVIDENCE})
    page = answer_page(result, Page(80, False), {}, Path("/"), ".venv/bin/marchwarden")
    named = [line for line in page.split("\n") if "marchwarden " in line]
    assert len(named) == 3
    assert all(".venv/bin/marchwarden " in line for line in named)


def test_a_network_says_who_was_asked_round_by_round_and_what_came() -> None:
    page = answer_page(ANSWER, WIDE, {}, Path("/"), asked="ask")
    asked = page.partition("Who was asked\n")[2].partition("\n\n")[0]
    assert asked.split("\n") == [
        f"  round 1: {QUESTION}",
        "    local-brain  answered, 1 citation, confidence 0.70; 3 sources, 0.25 s, 1,200 tokens",
        "    papers       failed: papers ended with exit code 3; 0.50 s",
        "  round 2: mill winter hours (local-brain found no winter hours)",
        "    web          found nothing; 1 source, 2.00 s",
    ]


def test_one_researcher_that_was_asked_once_is_no_matter() -> None:
    first, failed, _ = ANSWER.dispatches
    page = answer_page(ANSWER.model_copy(update={"dispatches": (first,)}), WIDE, {}, Path("/"))
    assert "Who was asked" not in page
    page = answer_page(ANSWER.model_copy(update={"dispatches": (failed,)}), WIDE, {}, Path("/"))
    assert "papers  failed: papers ended with exit code 3" in page


def test_a_source_says_who_found_it() -> None:
    page = answer_page(ANSWER, WIDE, {}, Path("/"))
    assert "note://trips/mill.md" not in page
    assert "[1] trips/mill.md > Hours (found by local-brain)" in page
    assert "lang=en (found by web and local-brain)" in page


def test_contradictions_stand_side_by_side_with_their_dates_and_are_told_once() -> None:
    page = answer_page(ANSWER, WIDE, {}, Path("/"))
    told = page.partition("Sources that disagree\n")[2].partition("\n\n")[0].split("\n")
    assert told[0].strip() == "[1] says 11:00, [2] says 10:00."
    assert told[-1].strip() == "|  (2025-05-02)"
    assert any("opens at 11:00" in line and "opens at 10:00" in line for line in told)
    assert "the sources disagree): 11:00 or 10:00" not in page
    assert "winter hours (not found): local-brain and web were asked." in page


def test_leads_that_were_left_say_why() -> None:
    page = answer_page(ANSWER, WIDE, {}, Path("/"))
    assert "Leads not followed\n  - history of the mill (for academic): Nobody here" in page


def test_the_page_of_one_researcher_says_nothing_of_a_network() -> None:
    page = answer_page(ANSWERED, WIDE, {}, Path("/"))
    for words in ("Who was asked", "found by", "Leads not followed", "round"):
        assert words not in page
    assert "after 1 pass," in page


def test_nothing_that_anybody_said_steers_the_terminal() -> None:
    page = answer_page(hostile_result(), WIDE, {}, Path("/"))
    assert OVERRIDE in EVIL
    assert OVERRIDE not in page
    assert "\x1b" not in page
    assert "\x00" not in page
    assert "\r" not in page
