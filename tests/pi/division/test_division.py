"""How questions are divided: by their wording, in the user's words."""

import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.analyze import default_analyzer, fold
from pi.division import MOST_QUESTIONS, divide
from pi.model import QuestionKind

DIVIDED_TEXT = """
comparison: DuckDB vs SQLite for logs?
- What about DuckDB for logs?
- What about SQLite for logs?
comparison: DuckDB or SQLite for logs?
- What about DuckDB for logs?
- What about SQLite for logs?
comparison: What is the difference between rye and spelt?
- What about rye?
- What about spelt?
comparison: Which is older, the mill or the bakery?
- How old is the mill?
- How old is the bakery?
comparison: Which river is longer: the Rhine, the Danube or the Elbe?
- How long is the Rhine?
- How long is the Danube?
- How long is the Elbe?
comparison: Is Monte Rosa higher than the Matterhorn?
- How high is Monte Rosa?
- How high is the Matterhorn?
comparison: Is rye more expensive than spelt?
- How expensive is rye?
- How expensive is spelt?
comparison: Does Miller cost more than Hofer?
- Does Miller cost more?
- Does Hofer cost more?
comparison: How do cats compare to dogs for mice?
- What about cats for mice?
- What about dogs for mice?
comparison: Compare the University of Basel and the University of Bern
- What about the University of Basel?
- What about the University of Bern?
comparison: Should I use uv or poetry for packaging?
- What about uv for packaging?
- What about poetry for packaging?
timeline: Who was born first, Ada Lovelace or Charles Babbage?
- When was it that Ada Lovelace was born?
- When was it that Charles Babbage was born?
timeline: What is the history of the bakery?
- When did the bakery begin?
- What is the latest about the bakery?
timeline: How has the oven changed over time?
- When did the oven begin?
- What is the latest about the oven?
timeline: Did the bakery open before the mill closed?
- When did the bakery open?
- When was the mill closed?
timeline: When did the bakery open and close?
- When did the bakery open?
- When did the bakery close?
timeline: What were the first and the last entries about rye?
- What were the first entries about rye?
- What were the last entries about rye?
multi_hop: Who is the director of the film that won the Golden Bear?
- Which film is it that won the Golden Bear?
multi_hop: Who is the head of the company that bought Figma?
- Which company is it that bought Figma?
multi_hop: Who is the owner of the company founded by Elon Musk?
- Which company was founded by Elon Musk?
multi_hop: What is the capital of the birthplace of Mozart?
- What is the birthplace of Mozart?
multi_hop: In which country is the city where Mozart was born?
- Where is it that Mozart was born?
multi_hop: When was the Eiffel Tower built and who designed it?
- When was the Eiffel Tower built?
- Who designed it (Eiffel Tower)?
multi_hop: When was it built? Who runs the Hotel Krone?
- When was it built?
- Who runs the Hotel Krone?
multi_hop: Who founded the mill, and is now accused of fraud?
- Who founded the mill?
- Who is now accused of fraud?
multi_hop: Does the Times say that rents fall, while the Post says that they rise?
- Does the Times say that rents fall?
- The Post says that they rise?
list: What are the hours, prices and staff of the bakery?
- What about the hours of the bakery?
- What about the prices of the bakery?
- What about the staff of the bakery?
list: What do I know about rye, spelt and oats?
- What about rye?
- What about spelt?
- What about oats?
"""


def _read(text: str) -> Iterator[tuple[QuestionKind, str, list[str]]]:
    for entry in re.split(r"\n(?!- )", text.strip()):
        head, *parts = entry.split("\n- ")
        kind, question = head.split(": ", 1)
        yield QuestionKind(kind), question, parts


DIVIDED = list(_read(DIVIDED_TEXT))

WHOLE = [
    (QuestionKind.LOOKUP, "How hot is the oven?"),
    (QuestionKind.LOOKUP, "Who wants a heart in the Wizard of Oz?"),
    (QuestionKind.LOOKUP, "Who fought in the War of 1812?"),
    (QuestionKind.LOOKUP, "Which nationality is the author of The Salt Path?"),
    (QuestionKind.LOOKUP, "When did beds become popular in France and Germany?"),
    (QuestionKind.LOOKUP, "Who is the man that repaired the oven?"),
    (QuestionKind.LOOKUP, "What is the medium of \u201cThe Man Who Never Was\u201d?"),
    (QuestionKind.LOOKUP, "Which bread is fast and cheap?"),
    (QuestionKind.YES_NO, "Is rye free of gluten?"),
    (QuestionKind.YES_NO, "Did the bakery open?"),
    (QuestionKind.LIST, "List the causes of the fire"),
    (QuestionKind.LIST, "What are the names of my bakers?"),
    (QuestionKind.LIST, "Which notes are about rye?"),
    (QuestionKind.COMPARISON, "Is it better to wait than to hurry?"),
]
_TEMPLATES = "what about how is was were did does do when it that which begin the latest are"


def parts_of(question: str) -> list[str]:
    return list(divide(question, default_analyzer())[1][1:])


@pytest.mark.parametrize(("kind", "question", "parts"), DIVIDED)
def test_a_question_is_divided_into_what_can_be_asked_by_itself(
    kind: QuestionKind, question: str, parts: list[str]
) -> None:
    assert divide(question, default_analyzer()) == (kind, (question, *parts))


@pytest.mark.parametrize(("kind", "question"), WHOLE)
def test_a_question_about_one_thing_is_asked_once(kind: QuestionKind, question: str) -> None:
    assert divide(question, default_analyzer()) == (kind, (question,))


@pytest.mark.parametrize("question", [question for _, question, _ in DIVIDED])
def test_no_word_is_invented_beyond_the_fixed_sentences(question: str) -> None:
    words = set(map(fold, re.findall(r"\w+", question))) | set(_TEMPLATES.split())
    said = set(map(fold, re.findall(r"\w+", " ".join(parts_of(question)))))
    plain = {"old", "long", "high", "expensive"}
    assert said - plain <= words


def test_of_a_chat_only_what_is_asked_now_is_divided() -> None:
    request = (
        "Current question: Is rye older than spelt?\nPrior evidence (do not cite):\n"
        "- The wedding is in May.\n"
    )
    _, texts = divide(request, default_analyzer())
    assert texts == ("Is rye older than spelt?", "How old is rye?", "How old is spelt?")


def test_four_questions_are_the_most() -> None:
    _, texts = divide("What do I know about a1, b2, c3, d4, e5 and f6?", default_analyzer())
    assert len(texts) == MOST_QUESTIONS


def test_sides_that_mean_the_same_are_asked_once() -> None:
    assert parts_of("Which is older, the mill or the mills?") == ["How old is the mill?"]


def test_a_pronoun_without_a_name_is_not_asked_about() -> None:
    assert parts_of("how large is the oven and who built it?") == ["How large is the oven?"]


def test_an_essay_is_asked_whole() -> None:
    assert parts_of("Is rye older than spelt? " + "It is a long story. " * 40) == []


@pytest.mark.parametrize(
    "piece",
    [
        "which is older, ",
        "the a of the ",
        "compare a and ",
        "did a before ",
        "first and last ",
        "x or ",
        ", and ",
    ],
)
def test_no_wording_takes_long(piece: str) -> None:
    question = ("Which " + piece * 400)[:499]
    started = time.process_time()
    divide(question, default_analyzer())
    assert time.process_time() - started < 0.5


@given(st.text(max_size=120), st.sampled_from([" vs ", " or ", ", and who ", " before ", " that "]))
def test_any_text_can_be_divided(text: str, joint: str) -> None:
    question = f"{text}{joint}{text[::-1]}"
    kind, texts = divide(question, default_analyzer())
    assert divide(question, default_analyzer()) == (kind, texts)
    assert 1 <= len(texts) <= MOST_QUESTIONS
    assert texts[0] == question.strip()
    assert all(len(part) <= len(question) + 40 for part in texts)
