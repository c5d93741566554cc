"""The check of an answer fails at exactly the rule that is broken."""

import pytest

from contract import Citation
from evidence.extractive import Sentence
from evidence.grounding import ungrounded
from evidence.verification import verify
from researchers.loop.testing import document
from tests.evidence.evidence_of import answer_to, citation_of, stored_of

NOTE = document("oven.md", "The deck oven of Basel is 260 degrees hot since 2019.")
SOUND = answer_to("How hot is the deck oven?", NOTE)
CITATION = citation_of(SOUND.cited[0])


def rules_broken(
    answer: str = SOUND.answer,
    sentences: tuple[Sentence, ...] = SOUND.sentences,
    citations: tuple[Citation, ...] = (CITATION,),
    stored: dict[str, str] | None = None,
) -> set[str]:
    texts = stored_of(SOUND) if stored is None else stored
    return {finding.rule for finding in verify(answer, sentences, citations, texts)}


def changed(**fields: object) -> tuple[Citation, ...]:
    return (CITATION.model_copy(update=fields),)


def test_a_sound_answer_breaks_no_rule() -> None:
    assert rules_broken() == set()


def test_a_marker_past_the_last_citation() -> None:
    assert rules_broken(answer=f"{SOUND.answer} It is. [2]") == {"marker_resolves"}


def test_a_citation_that_no_marker_uses() -> None:
    assert rules_broken(citations=(CITATION, CITATION)) == {"citation_used"}


def test_a_sentence_without_a_marker() -> None:
    assert rules_broken(answer=f"It glows. \n\n{SOUND.answer}") == {"sentence_marked"}


def test_an_excerpt_of_content_that_is_not_stored() -> None:
    assert rules_broken(stored={}) == {"content_stored"}
    assert rules_broken(citations=changed(content_hash=None)) == {"content_stored"}


@pytest.mark.parametrize(
    "fields",
    [
        {"char_start": 1},
        {"char_end": 5},
        {"char_start": None},
        {"char_end": None},
        {"char_start": 10_000, "char_end": 10_053},
    ],
)
def test_an_excerpt_that_is_not_at_its_offsets(fields: dict[str, int | None]) -> None:
    assert rules_broken(citations=changed(**fields)) == {"excerpt_verbatim"}


def test_an_excerpt_of_other_words() -> None:
    excerpt = CITATION.raw_excerpt.replace("hot", "hat")
    assert "excerpt_verbatim" in rules_broken(citations=changed(raw_excerpt=excerpt))


@pytest.mark.parametrize(
    "text", ["The deck oven is 261 degrees hot.", "The oven of Bern is hot.", "Since 2018 it is."]
)
def test_a_number_or_name_that_no_cited_excerpt_holds(text: str) -> None:
    assert rules_broken(sentences=(Sentence(text, (1,)),)) == {"claim_grounded"}


def test_a_claim_may_stand_in_any_of_the_excerpts_it_cites() -> None:
    assert ungrounded("Basel has 260 degrees.", ("260 degrees", "in Basel")) == ()
    assert ungrounded("Basel has 260 degrees.", ("260 degrees",)) == ("Basel",)


@pytest.mark.parametrize("excerpt", ["It has 1260 degrees.", "It has 2603 degrees."])
def test_a_number_is_not_grounded_by_part_of_another(excerpt: str) -> None:
    assert ungrounded("It has 260 degrees.", (excerpt,)) == ("260",)


def test_a_name_is_not_grounded_by_part_of_another() -> None:
    assert ungrounded("It was Ann.", ("It was Annabel.",)) == ("Ann",)
