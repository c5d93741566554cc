"""Of each source, the sentence that contradicts the other one is shown, not its neighbours."""

from cli.disagreements import disagreements
from cli.terminal import Page
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


def test_a_page_is_named_by_its_site_and_path() -> None:
    two = [
        citation.model_copy(update={"locator": f"https://{site}/index.html"})
        for citation, site in zip(ANSWERED.citations, ("one.example", "two.example"), strict=True)
    ]
    result = ANSWERED.model_copy(update={"citations": tuple(two)})
    shown = "\n".join(disagreements(result, WIDE, str))
    assert "[1] one.example/index.html" in shown
    assert "[2] two.example/index.html" in shown
