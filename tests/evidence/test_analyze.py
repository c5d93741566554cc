"""What counts as a term, and where it came from."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.analyze import Analyzer, default_analyzer, fold

WORDS_AND_SIGNS = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("aAbZ09 _-.'’éİ½ﷺ⑴\u0301漢字かがﾊﾟ\n\t"),
    ),
    max_size=120,
)


@pytest.fixture
def analyzer() -> Analyzer:
    return Analyzer()


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("getElementById", ["getelementbyid", "get", "element", "by", "id"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("snake_case_name", ["snake", "case", "name"]),
        ("kebab-case", ["kebab", "case"]),
        ("NASA", ["nasa"]),
        ("423MB", ["423mb", "423", "mb"]),
        ("75c", ["75c", "75", "c"]),
        ("2024", ["2024"]),
        ("1.2.3", ["1", "2", "3"]),
    ],
)
def test_identifiers_and_units_give_their_parts_as_well(
    analyzer: Analyzer, word: str, terms: list[str]
) -> None:
    assert analyzer.terms(word) == terms


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Naïve", "naive"),
        ("CAFÉ", "cafe"),
        ("cafe\u0301", "cafe"),
        ("nai\u0308ve", "naive"),
        ("Straße", "STRASSE"),
        ("baking", "baked"),
        ("starters", "starter"),
        ("ﬁle", "file"),
    ],
)
def test_spellings_of_one_word_are_one_term(analyzer: Analyzer, left: str, right: str) -> None:
    assert analyzer.terms(left) == analyzer.terms(right)


def test_scripts_without_spaces_become_overlapping_pairs(analyzer: Analyzer) -> None:
    assert analyzer.terms("東京都庁") == ["東京", "京都", "都庁"]
    assert analyzer.terms("パン") == ["パン"]
    assert analyzer.terms("水") == ["水"]
    assert analyzer.terms("ﾊﾟﾝ") == ["パン"]


def test_a_question_in_such_a_script_meets_the_sentence_that_answers_it(
    analyzer: Analyzer,
) -> None:
    asked = set(analyzer.content_terms("東京の天気"))
    assert asked & set(analyzer.terms("明日の東京は晴れです"))


@pytest.mark.parametrize(
    "question", ["What's the oven's heat?", "What\u2019s the oven\u2019s heat?"]
)
def test_apostrophes_leave_no_stray_letters_to_search_for(
    analyzer: Analyzer, question: str
) -> None:
    assert analyzer.content_terms(question) == ["oven", "heat"]


def test_function_words_are_terms_of_a_text_and_never_searched_for(analyzer: Analyzer) -> None:
    assert analyzer.terms("To be or not to be") == ["to", "be", "or", "not", "to", "be"]
    assert analyzer.content_terms("To be or not to be") == []


def test_content_terms_come_once_in_the_order_of_the_question(analyzer: Analyzer) -> None:
    assert analyzer.content_terms("rye bread, rye flour and bread") == ["rye", "bread", "flour"]


def test_a_very_long_word_is_known_by_its_head(analyzer: Analyzer) -> None:
    (term,) = analyzer.terms("a1" * 5_000)
    assert len(term) == 64


def test_tokens_point_at_the_words_they_came_from(analyzer: Analyzer) -> None:
    text = "Set maxRetries to 30s."
    tokens = analyzer.tokens(text)
    assert [(t.term, text[t.start : t.end]) for t in tokens] == [
        ("set", "Set"),
        ("maxretries", "maxRetries"),
        ("max", "maxRetries"),
        ("retri", "maxRetries"),
        ("to", "to"),
        ("30s", "30s"),
        ("30", "30s"),
        ("s", "30s"),
    ]


@given(WORDS_AND_SIGNS)
def test_any_text_gives_terms_of_folded_letters_and_digits(text: str) -> None:
    for term in default_analyzer().terms(text):
        assert term.isalnum()
        assert term == term.casefold()


@given(WORDS_AND_SIGNS)
def test_terms_and_tokens_agree_and_tokens_are_in_order(text: str) -> None:
    analyzer = default_analyzer()
    tokens = analyzer.tokens(text)
    assert [token.term for token in tokens] == analyzer.terms(text)
    assert all(left.start <= right.start for left, right in pairwise(tokens))
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert set(analyzer.content_terms(text)) <= set(analyzer.terms(text))


@given(WORDS_AND_SIGNS)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(WORDS_AND_SIGNS)
def test_what_was_seen_before_changes_nothing(text: str) -> None:
    assert default_analyzer().terms(text) == Analyzer().terms(text)
