"""Hard-wrapped prose is joined; what has a structure of its own keeps its lines."""

from hypothesis import given
from hypothesis import strategies as st

from cli.reflow import reflowed

LONG = "a line of prose that was broken here because its editor was narrow,"


def test_a_paragraph_that_was_broken_to_a_width_is_one_line() -> None:
    assert reflowed(f"{LONG}\n{LONG}\nand ends.\n\nNext.") == [
        f"{LONG} {LONG} and ends.",
        "",
        "Next.",
    ]


def test_lists_tables_headings_and_code_keep_their_lines() -> None:
    for line in (f"- {LONG}", f"| {LONG} |", f"## {LONG}", f"> {LONG}", f"1. {LONG}", f"  {LONG}"):
        assert reflowed(f"{line}\n{line}") == [line, line]
    fenced = f"```\n{LONG}\n{LONG}\n```"
    assert reflowed(fenced) == fenced.split("\n")


def test_a_line_that_its_author_ended_stays_one() -> None:
    assert reflowed("Short.\nShort too.") == ["Short.", "Short too."]


@given(st.text(alphabet="ab -|#`\n", max_size=300))
def test_no_letter_is_lost_or_moved(text: str) -> None:
    assert " ".join(reflowed(text)).split() == text.split()
