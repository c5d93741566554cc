"""The one spelling of a value, and the refusal of every other."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traces.canonical import plain, read_exact, spell
from traces.errors import LineRefused, TraceShapeError
from traces.sink import JsonValue

texts = st.text(alphabet=st.characters())  # lone surrogates included: file names have them
leaves = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4)
)


@given(values)
def test_a_value_reads_back_as_it_was_spelt(value: JsonValue) -> None:
    assert read_exact(spell(plain(value))) == value


@given(values)
def test_a_spelling_is_ascii_on_one_line(value: JsonValue) -> None:
    spelt = spell(value)
    assert spelt.isascii()
    assert b"\n" not in spelt


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(LineRefused):
        assert spell(read_exact(data)) == data


@given(values, st.sampled_from([(",", ": "), (", ", ":")]))
def test_another_spelling_of_the_same_value_is_refused(
    value: JsonValue, separators: tuple[str, str]
) -> None:
    other = json.dumps(value, separators=separators, sort_keys=True).encode()
    if other != spell(value):
        with pytest.raises(LineRefused):
            read_exact(other)


@pytest.mark.parametrize(
    "bomb",
    [
        b"[" * 60_000,
        b"[" * 30_000 + b"]" * 30_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b"9" * 5_000,
        b'{"a":1,"a":1}',
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"1.0",
        b"1e5",
        b"-0",
        b"01",
        b"9007199254740993",
        b'"\\u0041"',
        b'"\xff"',
        '"é"'.encode(),
        b" 1",
        b"1 ",
        b'{"b":1,"a":2}',
        b"",
        b"\xef\xbb\xbf1",
        b"[" * 34 + b"]" * 34,
    ],
    ids=lambda bomb: bomb[:24].decode("ascii", "replace"),
)
def test_what_no_writer_writes_is_refused(bomb: bytes) -> None:
    with pytest.raises(LineRefused):
        read_exact(bomb)


@pytest.mark.parametrize("value", [1.5, float("nan"), 2**53 + 1, b"bytes", {1: 2}, {"a": object()}])
def test_a_value_without_an_exact_spelling_is_a_defect_of_the_caller(value: object) -> None:
    with pytest.raises(TraceShapeError):
        plain(value)


def test_nesting_has_a_limit() -> None:
    value: list[object] = []
    for _ in range(40):
        value = [value]
    with pytest.raises(TraceShapeError):
        plain(value)
