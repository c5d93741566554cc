"""Weights of terms where a source can't tell them."""

from evidence.analyze import default_analyzer
from evidence.weights import weights_by_documents
from researchers.loop.testing import document

TERMS = default_analyzer()


def weights(question: str, *texts: str) -> dict[str, float]:
    documents = [document(f"d{n}", text) for n, text in enumerate(texts)]
    return weights_by_documents(documents, TERMS.terms(question), TERMS)


def test_a_word_on_every_page_weighs_less_than_a_rare_one() -> None:
    pages = [f"The lighthouse has room {n}.\n\nThe lighthouse is white." for n in range(10)]
    found = weights("lighthouse keeper", *pages, "A keeper lived there.")
    light, keeper = (TERMS.terms(word)[0] for word in ("lighthouse", "keeper"))
    assert 0 < found[light] < found[keeper]


def test_what_was_searched_for_keeps_weight_even_when_every_passage_holds_it() -> None:
    found = weights("lighthouse", *["The lighthouse."] * 300)
    assert min(found.values()) > 0.3


def test_a_missing_word_is_not_taken_for_rarer_than_one_met_once() -> None:
    found = weights("sage mint", "Sage grows here.", "Nothing else.")
    assert len(set(found.values())) == 1


def test_without_documents_all_words_weigh_alike() -> None:
    assert len(set(weights("sage mint dill").values())) == 1
