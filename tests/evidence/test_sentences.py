"""Cutting text into what can be quoted: whole, in order, never outside its passage."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.documents import Span
from evidence.sentences import UnitKind, units_of

PIECES = st.lists(
    st.sampled_from(
        [
            "Bake it at 230 C. ",
            "Dr. Lee agrees. ",
            "- an item\n",
            "1. first\n",
            "| a | b |\n",
            "| --- | --- |\n",
            "```\n",
            "~~~\n",
            "    code()\n",
            "\tcode()\n",
            "# Heading\n",
            "---\n",
            "title: x\n",
            "> quoted. Words\n",
            "\n",
            "\r\n",
            "\r",
            "Ann: hi\n",
            "*",
            "\u3002",
            "\u6c34\u3002",
            " ",
            "word ",
            ".",
            "!\n",
        ]
    )
    | st.text(max_size=6),
    max_size=30,
).map("".join)
ROLES = st.sampled_from(["raw_text", "code", "front_matter", "table"])


def pieces(text: str, role: str = "raw_text") -> list[str]:
    """The units of a whole text."""
    units = units_of(text, Span(0, len(text)), role)
    return [text[unit.span.start : unit.span.end] for unit in units]


def kinds(text: str, role: str = "raw_text") -> list[UnitKind]:
    return [unit.kind for unit in units_of(text, Span(0, len(text)), role)]


@given(PIECES, ROLES, st.data())
def test_units_are_in_order_apart_and_inside_their_span(
    text: str, role: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    units = units_of(text, Span(start, end), role)
    for unit in units:
        assert start <= unit.span.start < unit.span.end <= end
        assert text[unit.span.start : unit.span.end].strip()
    assert all(left.span.end <= right.span.start for left, right in pairwise(units))


@given(PIECES)
def test_a_passage_of_plain_words_loses_none_of_them(text: str) -> None:
    plain = "".join(c if c.isalnum() else " " for c in text)
    assert " ".join(pieces(plain)).split() == plain.split()


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It is hot. Bake it now!", ["It is hot.", "Bake it now!"]),
        ("Is it hot? Yes.", ["Is it hot?", "Yes."]),
        ("Ask Dr. Lee about it. She knows.", ["Ask Dr. Lee about it.", "She knows."]),
        ("Use salt, e.g. Maldon. It is fine.", ["Use salt, e.g. Maldon.", "It is fine."]),
        ("J. K. Rowling wrote it. Really.", ["J. K. Rowling wrote it.", "Really."]),
        ("See fig. 3 for it. Then stop.", ["See fig. 3 for it.", "Then stop."]),
        ("Version 3.11 is out. Use it.", ["Version 3.11 is out.", "Use it."]),
        ('He said "stop." Then he left.', ['He said "stop."', "Then he left."]),
        ("Open main.py and run it.", ["Open main.py and run it."]),
        (
            "\u6c34\u3067\u3059\u3002\u706b\u3067\u3059\u3002",
            ["\u6c34\u3067\u3059\u3002", "\u706b\u3067\u3059\u3002"],
        ),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, sentences: list[str]) -> None:
    assert pieces(text) == sentences


def test_a_sentence_goes_on_over_a_line_break() -> None:
    assert pieces("The oven is\nhot. It\nstays so.") == ["The oven is\nhot.", "It\nstays so."]


def test_windows_line_ends_are_line_ends() -> None:
    assert pieces("# Oven\r\n\r\nIt is hot.\r\n- one\r\n- two\r\n") == ["It is hot.", "one", "two"]


def test_each_item_of_a_list_stands_alone_without_its_bullet() -> None:
    text = "- one\n* two\n3. three\n- [x] done\n  - nested\n"
    assert pieces(text) == ["one", "two", "three", "done", "nested"]
    assert set(kinds(text)) == {UnitKind.ITEM}


def test_rows_of_a_table_are_units_and_its_head_is_not() -> None:
    text = "| flour | kg |\n| --- | ---: |\n| rye | 25 |\n"
    assert pieces(text) == ["| rye | 25 |"]
    assert kinds(text) == [UnitKind.ROW]


def test_a_table_without_a_rule_has_a_head_when_only_its_first_row_has_no_figure() -> None:
    rows = "| flour | kg |\n| rye | 25 |\n| wheat | 50 |\n"
    assert pieces(rows) == ["| rye | 25 |", "| wheat | 50 |"]
    words = "| rye | dark |\n| wheat | light |\n"
    assert pieces(words) == ["| rye | dark |", "| wheat | light |"]
    assert pieces("| rye | dark |\n") == ["| rye | dark |"]


def test_a_title_of_plain_text_is_apart_from_the_sentence_below_it() -> None:
    text = "Leaflet of the lighthouse\nThe stairs of the lighthouse have 141 steps. It is tall.\n"
    assert pieces(text)[0] == "Leaflet of the lighthouse"
    assert kinds(text) == [UnitKind.TITLE, UnitKind.PROSE, UnitKind.PROSE]


def test_a_title_within_a_page_follows_a_closed_sentence() -> None:
    text = (
        "The lamp was lit in 1891 by the keeper and his two sons, who lived\nthere for long.\n"
        "Opening hours\nThe lighthouse is open from May to September, on\nSundays too.\n"
    )
    assert [piece for piece in pieces(text) if "\n" not in piece] == ["Opening hours"]
    assert kinds(text) == [UnitKind.PROSE, UnitKind.TITLE, UnitKind.PROSE]


@pytest.mark.parametrize(
    "text",
    [
        "The lamp of the lighthouse was lit by\nAnna Berg, who was its keeper for long.",
        "The lamp was lit by the keeper and by\nhis sons, who lived there.",
        "The keeper's address is Lane 5,\nSkarv, and nobody else has one on the island.",
        "- Leaflet\n  The stairs of the lighthouse have 141 steps",
    ],
)
def test_a_paragraph_with_hard_line_breaks_has_no_title(text: str) -> None:
    assert UnitKind.TITLE not in kinds(text)


def test_fenced_code_is_one_unit_without_its_fence() -> None:
    text = "Run this:\n\n```sh\ncurl -L x\n\ncurl -O y\n```\n\nIt works.\n"
    assert pieces(text) == ["Run this:", "curl -L x\n\ncurl -O y", "It works."]
    assert kinds(text) == [UnitKind.PROSE, UnitKind.CODE, UnitKind.PROSE]


def test_a_fence_that_is_never_closed_loses_nothing() -> None:
    assert pieces("```\ncurl -L x\n") == ["curl -L x"]


def test_a_tilde_fence_is_not_closed_by_backticks() -> None:
    assert pieces("~~~\na\n```\nb\n~~~\n") == ["a\n```\nb"]


def test_indented_code_is_code() -> None:
    text = "Run this:\n\n    curl -L x\n    curl -O y\n\nDone.\n"
    assert pieces(text) == ["Run this:", "    curl -L x\n    curl -O y", "Done."]
    assert UnitKind.CODE in kinds(text)


def test_the_second_paragraph_of_an_item_is_no_code() -> None:
    assert UnitKind.CODE not in kinds("- one\n\n    still the item\n")


def test_lines_of_front_matter_are_fields() -> None:
    text = "---\ntitle: Rye\ntags: [a, b]\n---\n"
    assert pieces(text, "front_matter") == ["title: Rye", "tags: [a, b]"]
    assert set(kinds(text, "front_matter")) == {UnitKind.FIELD}


def test_lines_of_a_chat_stand_alone() -> None:
    text = "Ann: the oven is hot\nBen: since when\nAnn: since noon\n"
    assert pieces(text) == ["Ann: the oven is hot", "Ben: since when", "Ann: since noon"]


def test_headings_and_rules_are_no_units() -> None:
    assert pieces("# One\n\nTwo\n===\n\n***\n\nthree\n") == ["Two", "three"]


def test_long_code_is_cut_into_parts_that_can_be_quoted() -> None:
    lines = "\n".join(f"line_number_{n} = {n}" for n in range(200))
    parts = pieces(f"```\n{lines}\n```\n")
    assert len(parts) > 5
    assert max(map(len, parts)) <= 500
    assert "\n".join(parts) == lines
