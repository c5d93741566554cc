"""An excerpt in its place."""

from hypothesis import given
from hypothesis import strategies as st

from traces.surroundings import CHARS_AROUND, surroundings

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"


def test_three_lines_before_and_after_are_shown_with_their_numbers() -> None:
    start = TEXT.index("four")
    lines = surroundings(TEXT, start, start + 4)
    assert [(line.number, line.text) for line in lines] == list(
        enumerate(["one", "two", "three", "four", "five", "six", "seven"], start=1)
    )
    assert [line.number for line in lines if line.marked] == [4]


def test_the_excerpt_is_marked_inside_its_line() -> None:
    (line,) = surroundings("some words here", 5, 10)
    assert line.text[line.start : line.end] == "words"


def test_a_long_line_is_cut_around_the_excerpt() -> None:
    text = "x" * 5_000 + "HERE" + "y" * 5_000
    (line,) = surroundings(text, 5_000, 5_004)
    assert line.cut
    assert line.text == "x" * CHARS_AROUND + "HERE" + "y" * CHARS_AROUND


def test_an_excerpt_that_is_not_there_has_no_surroundings() -> None:
    assert surroundings(TEXT, 5, 5) == []
    assert surroundings(TEXT, 0, len(TEXT) + 1) == []
    assert surroundings("", 0, 1) == []


@given(st.text(alphabet="ab \r\n", min_size=1, max_size=200), st.data())
def test_the_marked_parts_are_the_excerpt_without_its_line_ends(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    marked = [line for line in surroundings(text, start, end) if line.marked]
    if len(marked) < 37:
        shown = "".join(line.text[line.start : line.end] for line in marked)
        assert _bare(shown) == _bare(text[start:end])


def _bare(text: str) -> str:
    return text.replace("\r", "").replace("\n", "")
