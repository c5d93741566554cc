"""An answer's sentences and the markers behind them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.markers import (
    markers,
    sentences_without_marker,
    split_sentences_with_markers,
    unresolved,
    unused,
    with_markers,
    without_look_alikes,
)

ANSWER = """Wheat is sown in autumn. [1][3] Rye follows, e.g. Winter rye. [2]

- one item [1]
- three. [2]

```py
print(argv[1]); x = a [9]
```
[2]

## A heading

Use `a [7] b` now. [4]"""


def test_each_sentence_list_line_and_code_block_carries_its_own_markers() -> None:
    assert [piece.markers for piece in split_sentences_with_markers(ANSWER)] == [
        (1, 3),
        (2,),
        (1,),
        (2,),
        (2,),
        (),
        (4,),
    ]


def test_a_whole_answer_has_no_sentence_without_marker() -> None:
    assert sentences_without_marker(ANSWER) == ()


def test_markers_come_in_order_of_first_use() -> None:
    assert markers(ANSWER) == (1, 3, 2, 4)


@pytest.mark.parametrize(
    ("answer", "bare"),
    [
        ("Bare at the start. Marked. [1]", ("Bare at the start.",)),
        ("Marked. [1] Bare at the end.", ("Bare at the end.",)),
        ("Marked. [1]\n\nA bare paragraph.", ("A bare paragraph.",)),
        ("- marked [1]\n- bare\n- marked [2]", ("- bare",)),
        ('He said "stop." Then he left. [1]', ('He said "stop."',)),
        ("Dr. Smith met J. R. Jones of the U.S. Navy, cf. Fig. 3. [1]", ()),
        ("它在秋天播种。然后收获。 [1]", ("它在秋天播种。",)),
        ("# Only a heading\n\nMarked. [1]", ()),
    ],
)
def test_a_sentence_that_points_to_nothing_is_found(answer: str, bare: tuple[str, ...]) -> None:
    assert sentences_without_marker(answer) == bare


@pytest.mark.parametrize(
    "text", ["argv[1] is set", "see [1](https://x.example)", "a note[^1]", "[[1]] is a link", "[0]"]
)
def test_brackets_that_are_text_are_not_markers(text: str) -> None:
    assert markers(text) == ()


def test_markers_past_the_citations_and_citations_without_marker_are_told() -> None:
    assert unresolved("One. [1] Four. [4]", citations=3) == (4,)
    assert unused("One. [1] Four. [4]", citations=3) == (2, 3)


def test_look_alikes_of_a_source_are_defused() -> None:
    assert without_look_alikes("As shown [2] in [3][4]\nfoo[5]") == "As shown (2) in (3)(4)\nfoo[5]"


_WORDS = st.text(alphabet="aB1 .!?\n-*[]()`'\"#。X", max_size=60)


@given(_WORDS)
def test_a_marked_text_is_marked_throughout_and_with_nothing_else(text: str) -> None:
    marked = with_markers(text, (2, 5))
    assert sentences_without_marker(marked) == ()
    assert set(markers(marked)) <= {2, 5}


@given(_WORDS)
def test_no_character_of_an_answer_is_lost_by_splitting(text: str) -> None:
    pieces = split_sentences_with_markers(text)
    words = "".join(p.text + "".join(f"[{n}]" for n in p.markers) for p in pieces)
    assert "".join(words.split()) == "".join(text.split())


@pytest.mark.parametrize(
    "answer",
    [
        "`` echo `date` `` shows it. [1]",
        "Run this:\n[1]\n\n````\n```\nA. B\n```\n````\n[1]",
        "- 4. Updated tests. [1]",
    ],
)
def test_code_within_code_and_numbered_lines_are_one_piece(answer: str) -> None:
    assert sentences_without_marker(answer) == ()
    assert markers(answer) == (1,)
