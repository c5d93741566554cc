"""The answer of selected sentences: cited, bounded, honest about what it leaves out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.markers import markers, sentences_without_marker
from evidence.display import shown
from evidence.extractive import EVIDENCE_BUDGET_CHARS, Synthesis
from evidence.sentences import UnitKind
from evidence.verification import verify
from researchers.loop.testing import document
from tests.evidence.evidence_of import answer_to, citation_of, stored_of

QUESTION = "How hot is the deck oven?"
MARKUP = st.lists(
    st.sampled_from(
        [
            "The deck oven is 260 degrees hot. ",
            "Is the deck oven hot? ",
            "hot oven",
            "- The **deck oven** is [hot](https://example.org/a_(b)). See it [2]\n",
            "1. hot deck, 3 [1]\n",
            "| deck oven | hot [7] |\n",
            "| --- | --- |\n",
            "![](oven.png)\n",
            "<br>oven</br> ",
            "[[deck oven|]] ",
            "[[Oven#hot]] ",
            "`deck oven [1]` ",
            "``` oven\n",
            "```\n",
            "~~~\n",
            "    hot deck oven = 1\n",
            "# The deck oven\n",
            "> deck oven. Hot oven.\n",
            "[^1]: hot oven\n",
            "[1] oven ",
            "oven [1][2] hot. ",
            "... oven? ",
            "\n",
            "\r\n",
            "\u3002oven\u3002 ",
            "*",
            "_",
            "$ oven --hot 3.5",
            "**oven** __deck__ *hot* ",
        ]
    )
    | st.text(max_size=5),
    min_size=1,
    max_size=14,
).map("".join)


def assert_holds(synthesis: Synthesis) -> None:
    """The answer passes the mechanical check."""
    citations = tuple(citation_of(cited) for cited in synthesis.cited)
    assert verify(synthesis.answer, synthesis.sentences, citations, stored_of(synthesis)) == ()


@given(st.lists(MARKUP, min_size=1, max_size=4))
def test_the_answer_passes_its_own_check_whatever_the_notes_hold(texts: list[str]) -> None:
    notes = [document(f"{n}.md", text) for n, text in enumerate(texts)]
    assert_holds(answer_to(QUESTION, *notes))


@given(st.lists(MARKUP, min_size=2, max_size=6), st.integers(1, 3), st.integers(1, 4))
def test_limits_on_sources_and_citations_hold(texts: list[str], sources: int, places: int) -> None:
    notes = [document(f"{n}.md", text) for n, text in enumerate(texts)]
    synthesis = answer_to(QUESTION, *notes, max_sources=sources, max_citations=places)
    assert len(synthesis.cited) <= places
    assert len({cited.row.row.document.key for cited in synthesis.cited}) <= sources
    assert set(markers(synthesis.answer)) == set(range(1, len(synthesis.cited) + 1))


@given(st.lists(MARKUP, min_size=1, max_size=5))
def test_every_row_is_cited_or_listed_with_its_reason(texts: list[str]) -> None:
    notes = [document(f"{n}.md", text) for n, text in enumerate(texts)]
    synthesis = answer_to(QUESTION, *notes)
    rows = sum(len(note.passages) for note in notes)
    assert len(synthesis.cited) + len(synthesis.left_out) == rows
    assert all(row.reason for row in synthesis.left_out)


def test_the_words_of_the_answer_are_the_words_of_the_source() -> None:
    synthesis = answer_to(QUESTION, document("a.md", "The deck oven is 260 degrees hot."))
    assert synthesis.answer == "The deck oven is 260 degrees hot. [1]"


def test_what_two_notes_say_alike_is_said_once_under_both_markers() -> None:
    synthesis = answer_to(
        QUESTION,
        document("a.md", "The deck oven is 260 degrees hot."),
        document("b.md", "The deck oven is 260 degrees hot!"),
    )
    assert len(synthesis.sentences) == 1
    assert synthesis.sentences[0].cites == (1, 2)
    assert synthesis.answer == "The deck oven is 260 degrees hot. [1][2]"


def test_a_further_source_adds_a_line() -> None:
    synthesis = answer_to(
        QUESTION,
        document("a.md", "The deck oven is 260 degrees hot."),
        document("b.md", "A hot deck oven wants dry hands and a long peel."),
    )
    assert synthesis.answer == (
        "The deck oven is 260 degrees hot. [1]\n\n"
        "- A hot deck oven wants dry hands and a long peel. [2]"
    )


def test_a_source_that_shares_only_a_verb_of_all_work_is_left_out() -> None:
    synthesis = answer_to(
        "How much salt goes into the loaf?",
        document("a.md", "20 g of salt goes into the loaf."),
        document("b.md", "The first load goes in at 4:30."),
    )
    assert [cited.row.row.document.key for cited in synthesis.cited] == ["a.md"]


def test_a_note_that_says_much_less_is_left_out() -> None:
    synthesis = answer_to(
        QUESTION,
        document("a.md", "The deck oven is 260 degrees hot."),
        document("b.md", "It was a hot day. " + "We went to the lake and swam. " * 30),
    )
    assert len(synthesis.cited) == 1
    assert len(synthesis.left_out) == 1


def test_rows_beyond_the_evidence_budget_are_listed_and_said() -> None:
    long = "The deck oven is hot. " * 400
    notes = [document(f"{n}.md", long) for n in range(5)]
    synthesis = answer_to(QUESTION, *notes)
    assert synthesis.truncated
    used = sum(len(cited.row.row.passage.span) for cited in synthesis.cited)
    assert used <= EVIDENCE_BUDGET_CHARS
    assert [row.reason for row in synthesis.left_out] == ["evidence budget"] * 3


def test_places_are_kept_to_and_the_others_listed() -> None:
    notes = [document(f"{n}.md", f"The deck oven, hand {n}, is hot.") for n in range(6)]
    synthesis = answer_to(QUESTION, *notes, max_citations=4)
    assert [cited.row.row.document.key for cited in synthesis.cited] == [
        f"{n}.md" for n in range(4)
    ]
    assert [(row.locator, row.reason) for row in synthesis.left_out] == [
        ("note://4.md", "enough citations"),
        ("note://5.md", "enough citations"),
    ]


def test_later_rows_have_places_of_their_own() -> None:
    first = [document(f"{n}.md", f"The deck oven, hand {n}, is hot.") for n in range(4)]
    later = document("later.md", "Another hot deck oven stands in Gdansk.")
    synthesis = answer_to(QUESTION, *first, added=[later], max_citations=4)
    assert [cited.row.row.document.key for cited in synthesis.cited] == [
        "0.md",
        "1.md",
        "2.md",
        "3.md",
        "later.md",
    ]


def test_code_is_shown_as_code_with_its_marker_behind() -> None:
    text = "Heat the deck oven hot like this:\n\n```sh\noven --deck --hot 260\noven --wait\n```\n"
    note = document("a.md", text.replace("\n\n", "\n"))
    synthesis = answer_to("How do I heat the deck oven hot?", note)
    assert "```\noven --deck --hot 260\noven --wait\n```\n[1]" in synthesis.answer
    assert_holds(synthesis)


def test_an_answer_never_claims_a_marker_that_a_source_wrote() -> None:
    synthesis = answer_to(QUESTION, document("a.md", "The deck oven [9] is hot, see [3] [4]"))
    assert set(markers(synthesis.answer)) == {1}
    assert sentences_without_marker(synthesis.answer) == ()


def test_without_rows_there_is_no_answer() -> None:
    synthesis = answer_to(QUESTION)
    assert (synthesis.answer, synthesis.cited, synthesis.sentences) == ("", (), ())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("the **deck** *oven* is __hot__", "the deck oven is hot"),
        ("see [the oven](oven.md)", "see the oven"),
        ("see [the oven](https://example.org/)", "see the oven (https://example.org/)"),
        ("see [[oven]] and [[rye|the loaf]]", "see oven and the loaf"),
        ("see [the oven][1]", "see the oven"),
        ("hot[3] and dry[^2]", "hot and dry"),
        ("one<br>two and <b>three</b>", "one two and three"),
        ("`vector<int>` and `a_b_c` **hot**", "`vector<int>` and `a_b_c` hot"),
        ("[`curl`](curl.md) and `` a`b ``", "`curl` and `` a`b ``"),
        ("a lone ` tick and ``` three", "a lone tick and three"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("over\ntwo   lines", "over two lines"),
    ],
)
def test_markup_goes_and_words_stay(text: str, plain: str) -> None:
    assert shown(text, UnitKind.PROSE) == plain


def test_a_table_row_is_shown_by_its_cells() -> None:
    assert shown("| rye |  25 kg | |", UnitKind.ROW) == "rye | 25 kg"


def test_code_with_a_backtick_stays_code() -> None:
    assert shown("echo `date`", UnitKind.CODE) == "`` echo `date` ``"


def test_a_very_long_sentence_is_shortened_between_words() -> None:
    short = shown("word " * 200, UnitKind.PROSE)
    assert len(short) < 400
    assert short.endswith("word \u2026")


@given(MARKUP, st.sampled_from(UnitKind))
def test_showing_adds_and_moves_no_letter(text: str, kind: UnitKind) -> None:
    letters = iter([c for c in text if c.isalnum()])
    assert all(c in letters for c in shown(text, kind) if c.isalnum())
