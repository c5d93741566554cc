"""Front matter: strings only, whatever the YAML means to be."""

import time

import pytest
import yaml

from researchers.reading.dates import modified_of, parse_date
from researchers.reading.front_matter import read_front_matter


def fields(source: str) -> dict[str, str] | None:
    front = read_front_matter(f"---\n{source}\n---\nBody")
    return front.fields if front else None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("title: Plain words", {"title": "Plain words"}),
        (
            "a: 007\nb: yes\nc: 2023-09-01\nd: 1e3",
            {"a": "007", "b": "yes", "c": "2023-09-01", "d": "1e3"},
        ),
        ("a: \"x: y\"\nb: 'it''s'", {"a": "x: y", "b": "it's"}),
        ("url: https://x.y/z#part", {"url": "https://x.y/z#part"}),
        ("list:\n- one\n- two", {"list": "one, two"}),
        ("list: [one, two]  # why", {"list": "one, two"}),
        ("deep:\n  er: x", {"deep.er": "x"}),
        ("text: >\n  folded\n  lines", {"text": "folded lines"}),
        ("a: &x 1\nb: *x\nc: &y [2]\nd: *y", {"a": "1", "b": "1", "c": "2"}),
        ("empty:\nnull: ~", {"null": "~"}),
        ("bad: [unclosed\ngood: still read", {"good": "still read"}),
        ("title: {{title}}\nauthor: Ada", {"author": "Ada"}),
    ],
)
def test_values_are_read_as_strings(source: str, expected: dict[str, str]) -> None:
    assert fields(source) == expected


@pytest.mark.parametrize(
    "line",
    [
        "a: b",
        "a: b c",
        "a: 'b'",
        'a: "b"',
        "a: b:c",
        "a: b#c",
        "a: -1",
        "a: - b",
        "a: b # c",
        "a: @b",
        "a: b: c",
        "a: ?",
        "a: %x",
        "a: |",
        "a: !!str x",
        "a: [b]",
        "a: b ",
        "a b: c",
        "a: 'b' c",
        "a: `b`",
    ],
)
def test_the_short_way_reads_what_yaml_reads(line: str) -> None:
    try:
        loaded = yaml.load(line, Loader=yaml.CBaseLoader)
    except yaml.YAMLError:
        return
    found = fields(line)
    value = loaded["a"] if "a" in loaded else loaded["a b"]
    if isinstance(value, str):
        assert list((found or {}).values()) == ([value.strip()] if value.strip() else [])


@pytest.mark.parametrize(
    "text", ["", "---", "---\n", "--- \nno end", "text\n---\na: b\n---", "---\n- x\n---\n"]
)
def test_what_is_no_front_matter_is_left_alone(text: str) -> None:
    assert read_front_matter(text) is None


def test_a_tree_of_aliases_costs_no_more_than_its_text() -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    started = time.process_time()
    found = fields(f"l0: &l0 [x]\n{levels}")
    assert time.process_time() - started < 2
    assert found is None or len(found) <= 10


@pytest.mark.parametrize("nest", ["? ", "- ", "[", "{", "{x: ", "&a ", "!!seq ", "- ? "])
def test_deep_nesting_is_no_error(nest: str) -> None:
    """PyYAML's own composer ends the whole process for the first of these."""
    assert fields("a: b\nc: " + nest * (60_000 // len(nest))) in ({"a": "b"}, {})
    assert fields(nest * (60_000 // len(nest))) in (None, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023-09-28T12:00:00+00:00", "2023-09-28T12:00:00+00:00"),
        ("2023-09-28", "2023-09-28"),
        ("2023/9/8", "2023-09-08"),
        ("Wednesday, December 7th 2022, 11:35:42 pm", "2022-12-07"),
        ("Sept 3, 2021", "2021-09-03"),
        ("2023-13-45", None),
        ("someday", None),
        ("11/04/2016", None),
    ],
)
def test_dates_are_read_when_they_mean_one_day(text: str, expected: str | None) -> None:
    assert parse_date(text) == expected


def test_a_notes_date_is_its_fields_before_its_names() -> None:
    assert modified_of({"date": "2020-01-02", "updated": "2021-03-04"}, "x") == "2021-03-04"
    assert modified_of({"Created": "2020-01-02"}, "2019-01-01") == "2020-01-02"
    assert modified_of({"date": "soon"}, "Meeting 2023-09-12 notes") == "2023-09-12"
    assert modified_of({}, "20260408") == "2026-04-08"
    assert modified_of({}, "call 555-12345678") is None
