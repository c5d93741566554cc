"""Which terms the engine chooses candidates by."""

from researchers.local_brain.search import TOO_COMMON, worth_scoring


def test_a_term_that_stands_nearly_everywhere_is_left_to_ranking() -> None:
    frequencies = {"descale": 3, "oven": TOO_COMMON, "use": TOO_COMMON + 1}
    assert worth_scoring(("use", "descale", "oven"), frequencies) == ("descale", "oven")


def test_common_terms_choose_when_there_is_nothing_rarer() -> None:
    frequencies = {"use": TOO_COMMON + 1, "note": TOO_COMMON + 2, "unheard": 0}
    assert worth_scoring(("use", "unheard", "note"), frequencies) == ("use", "unheard", "note")


def test_no_term_stays_no_term() -> None:
    assert worth_scoring((), {}) == ()
