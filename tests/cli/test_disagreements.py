"""Of each source, the sentence that contradicts the other one is shown, not its neighbours."""

from cli.disagreements import disagreements
from cli.terminal import Page
from contract import Disagreement, DisagreementKind, Side
from tests.cli.scripted_server import ANSWERED

WIDE = Page(100, colour=False)


def _shown(answer: str) -> str:
    result = ANSWERED.model_copy(update={"answer": answer})
    return "\n".join(disagreements(result, WIDE, str))


def test_the_two_sentences_that_say_nearly_the_same_are_laid_side_by_side() -> None:
    shown = _shown(
        "Rye likes it cold. [1] The loaf takes 20 g of salt. [1]\n\n"
        "- The loaf takes 24 g of salt. [2]\n- Buns are sweet. [2]"
    )
    (line,) = [line for line in shown.split("\n") if "20 g of" in line and "24 g of" in line]
    assert line.index("20 g") < line.index("|") < line.index("24 g")
    assert "Rye" not in shown
    assert "Buns" not in shown


def test_a_side_that_the_answer_does_not_quote_shows_its_excerpt() -> None:
    shown = _shown("The loaf takes 20 g of salt. [1]")
    assert ANSWERED.citations[1].raw_excerpt in shown


def test_without_a_contradiction_nothing_is_shown() -> None:
    result = ANSWERED.model_copy(update={"discovery_events": ()})
    assert list(disagreements(result, WIDE, str)) == []


def test_a_contradiction_that_is_laid_out_is_shown_with_its_sentence_and_dates() -> None:
    found = Disagreement(
        kind=DisagreementKind.NUMBER,
        left=Side(citation=1, excerpt="It takes 20 g\nof salt.", published="2023-05-01"),
        right=Side(citation=2, excerpt="It takes 24 g of salt."),
        sentence="[1] says 20 g, [2] says 24 g.",
    )
    result = ANSWERED.model_copy(update={"contradictions": (found,)})
    sentence, sides = disagreements(result, WIDE, str)
    assert sentence.strip() == "[1] says 20 g, [2] says 24 g."
    assert "(2023-05-01)" in sides
    assert sides.index("20 g of salt") < sides.index("24 g of salt")


def test_a_page_is_named_by_its_site_and_path() -> None:
    two = [
        citation.model_copy(update={"locator": f"https://{site}/index.html"})
        for citation, site in zip(ANSWERED.citations, ("one.example", "two.example"), strict=True)
    ]
    result = ANSWERED.model_copy(update={"citations": tuple(two)})
    shown = "\n".join(disagreements(result, WIDE, str))
    assert "[1] one.example/index.html" in shown
    assert "[2] two.example/index.html" in shown
