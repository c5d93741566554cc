"""Whose evidence comes first, when several researchers each call their own the best."""

from tests.pi.results import Quote, answered, concluded

QUESTION = "How long does the deck oven need to heat up?"
NEEDS = Quote("The deck oven needs 75 minutes to heat up.", "note://notes/oven.md")
BESIDE = Quote("An oven is loud.", "https://example.org/loud", confidence=0.9)


def locators(*quotes: Quote) -> list[str]:
    """Of the citations in order, each quote found by a researcher of its own."""
    found = [answered(f"researcher-{n}", quote) for n, quote in enumerate(quotes)]
    return [one.locator for one in concluded(*found, question=QUESTION).citations]


def test_what_answers_the_question_comes_before_what_only_its_finder_is_sure_of() -> None:
    assert locators(BESIDE, NEEDS) == [NEEDS.locator, BESIDE.locator]


def test_of_two_that_say_as_much_the_surer_one_comes_first() -> None:
    sure = Quote("To heat up, the deck oven takes an hour.", "note://notes/b.md", confidence=0.9)
    weak = Quote("To heat up, the deck oven takes a day.", "note://notes/c.md", confidence=0.4)
    assert locators(weak, sure) == [sure.locator, weak.locator]


def test_the_words_around_an_excerpt_say_what_it_speaks_of() -> None:
    bare = Quote("It takes an hour.", "note://notes/x.md")
    named = Quote(
        "It takes an hour or so.",
        "note://notes/y.md",
        "The deck oven heats up. It takes an hour or so.",
    )
    assert locators(bare, named) == [named.locator, bare.locator]


def test_one_researcher_alone_keeps_its_own_order() -> None:
    conclusion = concluded(answered("a", BESIDE, NEEDS), question=QUESTION)
    assert [one.locator for one in conclusion.citations] == [BESIDE.locator, NEEDS.locator]


def test_further_pieces_of_one_source_stand_behind_the_first_of_others() -> None:
    text = " ".join(f"The deck oven needs {n} minutes to heat up. Then nothing." for n in range(3))
    pieces = [Quote(f"The deck oven needs {n} minutes to heat up.", text=text) for n in range(3)]
    other = Quote("A deck oven heats slowly.", "note://notes/slow.md", confidence=0.5)
    assert locators(*pieces, other).index(other.locator) == 1
