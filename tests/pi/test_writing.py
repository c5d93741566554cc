"""The answer: the whole question first, each thing once, every sentence with its source."""

from contract.markers import markers, sentences_without_marker
from tests.pi.results import Quote, answered, concluded, received, result_of, task_of

QUESTION = "Which oven is older, the deck oven or the rack oven?"
DECK_PART = "How old is the deck oven?"
RACK_PART = "How old is the rack oven?"
BOTH = Quote("The deck oven is older than the rack oven.", "note://notes/both.md")
DECK = Quote("The deck oven was bought in 2009.", "note://notes/deck.md")
RACK = Quote("The rack oven was bought in 2017.", "https://example.org/rack")


def test_parts_follow_under_their_own_words_where_there_are_several() -> None:
    conclusion = concluded(
        received(task_of("a", RACK_PART, sub_question=2), [RACK]),
        received(task_of("a", DECK_PART, sub_question=1), [DECK]),
        received(task_of("a", QUESTION), [BOTH]),
        parts=(DECK_PART, RACK_PART),
        question=QUESTION,
    )
    assert conclusion.answer == (
        f"{BOTH.sentence} [1]\n\n"
        f"## {DECK_PART}\n\n{DECK.sentence} [2]\n\n"
        f"## {RACK_PART}\n\n{RACK.sentence} [3]"
    )
    assert sentences_without_marker(conclusion.answer) == ()


def test_a_single_part_needs_no_heading() -> None:
    conclusion = concluded(
        received(task_of("a", QUESTION), [BOTH]),
        received(task_of("a", DECK_PART, sub_question=1), [DECK]),
        parts=(DECK_PART,),
        question=QUESTION,
    )
    assert conclusion.answer == f"{BOTH.sentence} [1]\n\n- {DECK.sentence} [2]"


def test_a_part_that_says_nothing_of_its_own_has_no_heading() -> None:
    conclusion = concluded(
        received(task_of("a", QUESTION), [BOTH, DECK]),
        received(task_of("a", DECK_PART, sub_question=1), [DECK]),
        received(task_of("a", RACK_PART, sub_question=2), [RACK]),
        parts=(DECK_PART, RACK_PART),
        question=QUESTION,
    )
    assert "##" not in conclusion.answer
    assert conclusion.answer.count(DECK.sentence) == 1


def test_the_words_of_a_part_are_one_line_that_states_nothing() -> None:
    odd = "Is it `old? Dr. Who [1] says\nso. Really?"
    conclusion = concluded(
        received(task_of("a", odd, sub_question=1), [DECK]),
        received(task_of("a", RACK_PART, sub_question=2), [RACK]),
        parts=(odd, RACK_PART),
        question=QUESTION,
    )
    assert conclusion.findings == ()
    assert markers(conclusion.answer) == (1, 2)
    assert sentences_without_marker(conclusion.answer) == ()


def test_the_same_said_by_two_is_said_once_with_both_sources() -> None:
    other = Quote(
        "The deck oven was bought in 2009.", "https://example.org/deck", "In 2009. " + DECK.sentence
    )
    conclusion = concluded(answered("a", DECK), answered("b", other))
    assert conclusion.answer == f"{DECK.sentence} [1][2]"


def test_nearly_the_same_words_with_another_value_are_two_sentences() -> None:
    other = Quote("The deck oven was bought in 2011.", "https://example.org/deck")
    conclusion = concluded(answered("a", DECK), answered("b", other))
    assert "2009. [1]" in conclusion.answer
    assert "2011. [2]" in conclusion.answer


def test_a_sentence_and_its_denial_are_two_sentences() -> None:
    yes = Quote("The old deck oven of the bakery in the yard is safe to use at night.")
    no = Quote(
        "The old deck oven of the bakery in the yard is not safe to use at night.",
        "https://example.org/safe",
    )
    conclusion = concluded(answered("a", yes), answered("b", no))
    assert yes.sentence in conclusion.answer
    assert no.sentence in conclusion.answer


def test_a_part_of_what_the_same_source_is_quoted_with_is_not_said_again() -> None:
    long = Quote("The deck oven was bought in 2009 and burns gas.", "note://notes/deck.md")
    short = Quote("The deck oven was bought in 2009", long.locator, long.sentence)
    conclusion = concluded(answered("a", long), answered("b", short))
    assert conclusion.answer == f"{long.sentence} [1]"


def test_the_best_leads_as_prose_and_the_others_follow_as_a_list() -> None:
    lead = result_of([DECK, BOTH])
    conclusion = concluded(
        received(task_of("a"), [DECK, BOTH], lead), answered("b", RACK), question="deck oven age"
    )
    first, second = conclusion.answer.split("\n\n")
    assert first == f"{DECK.sentence} [1] {BOTH.sentence} [2]"
    assert second == f"- {RACK.sentence} [3]"


def test_code_follows_the_sentence_that_introduces_it() -> None:
    text = "Heat the deck oven like this:\n```\noven --heat 260\n```"
    how = Quote("Heat the deck oven like this:", "note://notes/how.md", text, text)
    answer = "- Heat the deck oven like this: [1]\n\n```\noven --heat 260\n```\n[1]"
    conclusion = concluded(
        answered("b", RACK, DECK), received(task_of("a"), [how], result_of([how], answer=answer))
    )
    after = conclusion.answer.partition("like this: ")[2]
    assert after.partition("]")[2].lstrip().startswith("```\noven --heat 260\n```\n[")
    assert conclusion.findings == ()
