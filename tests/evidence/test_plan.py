"""The plan: what a question is taken to ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.analyze import Analyzer, default_analyzer
from evidence.expected import AnswerKind, expected_answer, holds_answer_kind
from evidence.families import Family, current_question, family_of, searchable
from evidence.names import names_in
from evidence.plan import QueryKind, QueryPlan, focused_query, plan_question

LONG = (
    "How hot is the deck oven while baking rye bread with seeds, and how long does the clay oven"
    " in the garden take to heat?"
)


def plan(question: str) -> QueryPlan:
    return plan_question(question, default_analyzer())


def concept_labels(question: str) -> list[str]:
    return [concept.label for concept in plan(question).concepts]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Which tiles come from Natural Earth?", ("Natural Earth",)),
        ("does ElevenLabs speak German", ("ElevenLabs", "German")),
        ("DuckDB or SQLite3 for logs?", ("DuckDB", "SQLite3")),
        ("Bread is baked. Ovens are hot.", ()),
        ("what did the University of Basel find", ("University", "Basel")),
        ("WHY IS EVERYTHING LOUD", ()),
        ("when did I meet Anna-Lena?", ("Anna Lena",)),
        ("plan B is what", ()),
    ],
)
def test_names_are_words_with_capitals_inside_a_sentence(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("question", "family"),
    [
        ("How hot is the oven?", Family.LOOKUP),
        ("What do I know about sourdough?", Family.OVERVIEW),
        ("Which notes mention the oven?", Family.OVERVIEW),
        ("How do I clean the oven?", Family.HOW_TO),
        ("Which flag makes curl follow redirects?", Family.HOW_TO),
        ("What is the difference between rye and spelt?", Family.COMPARISON),
        ("SQLite versus DuckDB", Family.COMPARISON),
        ("What is the history of the bakery?", Family.TIMELINE),
        ("Who repaired the oven?", Family.ATTRIBUTION),
        ("oven.md", Family.TITLE),
        ("\u201cThe Salt Path\u201d", Family.TITLE),
    ],
)
def test_the_wording_of_a_question_tells_its_family(question: str, family: Family) -> None:
    assert family_of(question) is family


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did the bakery open?", AnswerKind.DATE),
        ("Which year was it?", AnswerKind.DATE),
        ("How many loaves fit?", AnswerKind.NUMBER),
        ("How much does the flour cost?", AnswerKind.MONEY),
        ("How much flour is in it?", AnswerKind.NUMBER),
        ("Who opened the bakery?", AnswerKind.OPEN),
    ],
)
def test_some_questions_expect_a_kind_of_answer(question: str, kind: AnswerKind) -> None:
    assert expected_answer(question) is kind


@pytest.mark.parametrize(
    ("text", "kind", "held"),
    [
        ("It opened in 1998.", AnswerKind.DATE, True),
        ("It opened on a Friday.", AnswerKind.DATE, True),
        ("It opened with a party.", AnswerKind.DATE, False),
        ("Twelve loaves fit.", AnswerKind.NUMBER, True),
        ("Some loaves fit.", AnswerKind.NUMBER, False),
        ("It is \u20ac 3 a kilo.", AnswerKind.MONEY, True),
        ("It is cheap.", AnswerKind.MONEY, False),
        ("", AnswerKind.OPEN, True),
    ],
)
def test_a_text_holds_a_kind_of_answer_or_not(text: str, kind: AnswerKind, held: bool) -> None:
    assert holds_answer_kind(text, kind) is held


def test_lead_ins_and_asides_are_not_searched_for() -> None:
    assert searchable("What do I know about rye bread in my notes?") == "rye bread"
    assert plan("Please tell me about sourdough").terms == ("sourdough",)


def test_a_chat_shaped_request_is_reduced_to_its_current_question() -> None:
    request = (
        "Current question: How hot is the oven?\n"
        "Recent user questions:\n- What about tomatoes?\n"
        "Prior evidence (do not cite):\n- The garden has bees.\n"
    )
    assert current_question(request) == "How hot is the oven?"
    assert plan(request).terms == plan("How hot is the oven?").terms
    assert plan(request).question == request


def test_concepts_are_names_and_content_words() -> None:
    made = plan("Which tiles come from Natural Earth?")
    assert [(c.label, c.is_name) for c in made.concepts] == [
        ("Natural Earth", True),
        ("tiles", False),
        ("come", False),
    ]
    assert made.name_terms == ("natur", "earth")


def test_tags_are_looked_up_in_the_spellings_people_use() -> None:
    tags = plan("notes about agent memory").tags
    assert {"agent", "memory", "agent-memory", "agent_memory", "agentmemory", "note"} <= set(tags)


def test_a_long_question_is_also_asked_in_its_clauses() -> None:
    made = plan(LONG)
    assert made.queries[0].kind is QueryKind.QUESTION
    assert set(made.queries[0].terms) == set(made.terms)
    variants = made.queries[1:]
    assert {q.kind for q in variants} == {QueryKind.VARIANT}
    assert any({"clay", "garden"} <= set(q.terms) for q in variants)
    assert all(set(q.terms) < set(made.terms) for q in variants)


def test_a_short_question_is_asked_once() -> None:
    assert len(plan("How hot is the deck oven?").queries) == 1


def test_a_question_of_function_words_has_nothing_to_search_for() -> None:
    made = plan("What is it, and why?")
    assert (made.terms, made.concepts) == ((), ())


def test_the_longest_question_makes_a_small_plan() -> None:
    made = plan("rare-word-%d " * 1_000 % tuple(range(1_000)))
    assert len(made.terms) <= 48
    assert len(made.tags) <= 40
    assert len(made.queries) <= 5
    assert len(made.queries[0].text) <= 2_000


def test_a_focused_query_asks_for_what_is_missing_beside_the_names() -> None:
    made = plan("Which tiles come from Natural Earth in winter?")
    missing = tuple(c for c in made.concepts if c.label == "winter")
    query = focused_query(made, missing)
    assert query is not None
    assert query.kind is QueryKind.FOCUSED
    assert query.terms == ("winter", "natur", "earth")
    assert query.text == "winter Natural Earth"


def test_asking_again_for_everything_is_no_focus() -> None:
    made = plan("How hot is the oven?")
    assert focused_query(made, made.concepts) is None
    assert focused_query(made, ()) is None


def test_words_are_given_back_as_the_question_spells_them() -> None:
    made = plan("Which ovens are baking?")
    assert made.words(("bake", "oven")) == ("ovens", "baking")


@given(st.text(max_size=300))
def test_any_question_gives_the_same_plan_every_time(question: str) -> None:
    made = plan(question)
    assert made == plan_question(question, Analyzer())
    assert len(set(made.terms)) == len(made.terms)
    assert made.queries[0].terms == made.terms
    assert all(concept.terms for concept in made.concepts)


@pytest.mark.parametrize("question", ['NOT "oven" AND (rye*)', "oven -rye NEAR(x, 5) title:bread"])
def test_operators_are_words_like_any_other(question: str) -> None:
    assert all(term.isalnum() for term in plan(question).terms)
    assert "oven" in plan(question).terms
