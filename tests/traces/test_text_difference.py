"""Where two versions of a text differ."""

import time

from traces.text_difference import ChangedLine, cut_to_change, text_difference

LONG = "word " * 60


def told(before: str, after: str) -> list[tuple[str, int, str]]:
    lines = text_difference(before, after).lines
    return [("+" if line.added else "-", line.number, line.text) for line in lines]


def test_a_changed_line_has_its_number_in_each_version() -> None:
    assert told("a\nb\nc\nd", "new\na\nb\nC\nd") == [("+", 1, "new"), ("-", 3, "c"), ("+", 4, "C")]


def test_lines_that_only_one_version_has() -> None:
    assert told("a\nb\nc", "a\nc") == [("-", 2, "b")]
    assert told("a", "a\nb\nc") == [("+", 2, "b"), ("+", 3, "c")]
    assert told("", "a") == [("-", 1, ""), ("+", 1, "a")]


def test_the_same_text_has_no_changed_line() -> None:
    assert text_difference("a\nb", "a\nb").lines == ()


def test_a_long_line_is_cut_to_what_differs_and_stays_verbatim() -> None:
    was, now = f"{LONG}20 g of salt {LONG}", f"{LONG}24 g of salt {LONG}"
    for line, whole in zip(text_difference(was, now).lines, (was, now), strict=True):
        assert line.text in whole
        assert len(line.text) < 130
        assert line.cut_before
        assert line.cut_after
    assert ["20 g" in line.text for line in text_difference(was, now).lines] == [True, False]


def test_repeated_characters_are_not_counted_from_both_ends() -> None:
    assert cut_to_change("aaa", "aaaa") == (
        ChangedLine(False, 1, "aaa"),
        ChangedLine(True, 1, "aaaa"),
    )


def test_what_is_not_shown_is_counted() -> None:
    before, after = "\n".join("abcdefghij"), "\n".join("0123456789")
    difference = text_difference(before, after, rows_max=4)
    assert len(difference.lines) == 4
    assert difference.more == 16


def test_texts_that_are_hard_to_compare_take_no_longer_than_others() -> None:
    few = "\n".join(str(n * n % 7) for n in range(200_000))
    other = "\n".join(str(n * n % 11) for n in range(200_000))
    one_line = "x" * 2_000_000
    started = time.perf_counter()
    assert text_difference(few, other).more > 100_000
    assert len(text_difference(one_line + "a", one_line + "b").lines) == 2
    assert time.perf_counter() - started < 10
