"""Searching a small real index: text first, tags beside it, operators as words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence.analyze import default_analyzer
from evidence.documents import Hit, Lane
from evidence.plan import Query, plan_question
from researchers.local_brain.index.sqlite import SqliteIndex
from researchers.local_brain.search import NoteSearch, inverse_frequency
from researchers.source import SearchOutcome
from tests.researchers.local_brain.index.notes import note

NOTES = {
    "oven.md": "---\ntags: [oven, baking]\n---\n# The deck oven\n\nIt needs 75 minutes to heat.\n",
    "rye.md": (
        "# Rye with seeds\n\nBake the rye loaf for 55 minutes, see [[oven]].\n\n"
        "## Storage\n\nRye keeps for six days in a linen bag.\n"
    ),
    "tart.md": "# Plum tart\n\nBaked on the second shelf of the [[oven]].\n",
    "bees.md": "# Bees\n\nThey fly from March and not before. A hive OR two is enough. #garden\n",
    "memory.md": "# Remembering\n\nWhat an assistant keeps. #agent-memory\n",
    "nested.md": "# Willow\n\nWhat bees visit first. #garden/trees\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteIndex]:
    made = SqliteIndex(tmp_path_factory.mktemp("index") / "notes.sqlite")
    made.upsert([note(path, text) for path, text in NOTES.items()])
    made.commit()
    yield made
    made.close()


def asked(index: SqliteIndex, question: str, limit: int = 40) -> SearchOutcome:
    query = plan_question(question, default_analyzer()).queries[0]
    return NoteSearch(index).search(query, limit)


def in_lane(outcome: SearchOutcome, lane: Lane) -> list[str]:
    return [hit.key for hit in outcome.hits if hit.lane is lane]


def text_of(hit: Hit) -> str:
    """What a hit of the text lane points to."""
    assert hit.span is not None
    path = hit.key.partition("/")[2]
    return note(path, NOTES[path]).text[hit.span.start : hit.span.end]


def test_the_passage_that_answers_comes_first_with_its_place(index: SqliteIndex) -> None:
    first = asked(index, "How long does rye keep in a linen bag?").hits[0]
    assert (first.key, first.locator, first.rank) == ("vault/rye.md", "note://vault/rye.md", 1)
    assert "six days" in text_of(first)
    assert set(first.matched) == {"rye", "keep", "linen", "bag"}
    assert first.missing == ("long",)


def test_text_leads_are_ranked_from_one_without_a_hole(index: SqliteIndex) -> None:
    hits = [h for h in asked(index, "oven minutes rye").hits if h.lane is Lane.TEXT]
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_the_limit_holds_for_text_leads(index: SqliteIndex) -> None:
    hits = asked(index, "oven minutes rye bees tart", limit=2).hits
    assert len([hit for hit in hits if hit.lane is Lane.TEXT]) == 2


@pytest.mark.parametrize(
    "question",
    [
        'oven AND "rye',
        "oven -rye",
        "NEAR(oven, 3)",
        "title:oven",
        "oven*",
        "^oven",
        "(oven",
        "{body}: oven",
        "oven' OR 1=1 --",
    ],
)
def test_operators_in_a_question_are_data(index: SqliteIndex, question: str) -> None:
    assert "vault/oven.md" in in_lane(asked(index, question), Lane.TEXT)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=st.text(max_size=80))
def test_no_question_breaks_the_search(index: SqliteIndex, question: str) -> None:
    outcome = asked(index, question)
    assert outcome.failures == ()
    assert {hit.key.partition("/")[2] for hit in outcome.hits} <= NOTES.keys()


def test_tags_are_found_in_their_own_lane(index: SqliteIndex) -> None:
    outcome = asked(index, "notes about agent memory")
    assert in_lane(outcome, Lane.TAG) == ["vault/memory.md"]


def test_a_tag_below_a_tag_is_found_with_it(index: SqliteIndex) -> None:
    assert set(in_lane(asked(index, "garden?"), Lane.TAG)) == {"vault/bees.md", "vault/nested.md"}


def test_notes_that_link_to_a_tagged_note_have_a_lane(index: SqliteIndex) -> None:
    outcome = asked(index, "baking")
    assert in_lane(outcome, Lane.TAG) == ["vault/oven.md"]
    assert set(in_lane(outcome, Lane.LINKED_TAG)) == {"vault/rye.md", "vault/tart.md"}
    assert all(hit.span is None for hit in outcome.hits if hit.lane is Lane.LINKED_TAG)


def test_a_query_without_tags_searches_text_alone(index: SqliteIndex) -> None:
    outcome = NoteSearch(index).search(Query("oven", ("oven",)), 10)
    assert {hit.lane for hit in outcome.hits} == {Lane.TEXT}


def test_every_term_has_a_weight_and_rare_ones_the_highest(index: SqliteIndex) -> None:
    weights = asked(index, "linen oven unheard-of").term_weights
    assert set(weights) == {"linen", "oven", "unheard"}
    assert weights["unheard"] > weights["linen"] > weights["oven"] > 0


def test_a_weight_falls_with_frequency_and_is_never_negative() -> None:
    weights = [inverse_frequency(frequency, 1_000) for frequency in range(1_001)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] >= 0.0


def test_it_says_how_many_notes_were_searched(index: SqliteIndex) -> None:
    assert asked(index, "oven").searched == len(NOTES)


def test_an_empty_index_answers_with_nothing(tmp_path: Path) -> None:
    empty = SqliteIndex(tmp_path / "notes.sqlite")
    outcome = asked(empty, "How hot is the oven?")
    assert (outcome.hits, outcome.searched) == ((), 0)
    empty.close()
