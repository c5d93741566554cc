"""Codings are undone in pieces, to the byte, and never further than allowed."""

import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.fetching.decoding import (
    CodingError,
    DecodedTooLarge,
    Decoder,
    Measure,
    coding_of,
    decode_body,
)

WBITS = {"gzip": 31, "deflate": 15, "raw": -15}
AMPLE = Measure(1 << 30)


def packed(data: bytes, form: str) -> bytes:
    return zlib.compress(data, wbits=WBITS[form])


@pytest.mark.parametrize(
    ("header", "coding"),
    [(None, None), ("", None), ("identity", None), ("gzip", "gzip"), (" GZip ", "gzip"),
     ("x-gzip", "gzip"), ("deflate", "deflate")],
)  # fmt: skip
def test_a_coding_is_known_by_its_name(header: str | None, coding: str | None) -> None:
    assert coding_of(header) == coding


@pytest.mark.parametrize(
    "header", ["br", "zstd", "compress", "gzip, gzip", "gzip,identity", "gzip;q=1", "gzip br", "*"]
)
def test_any_other_coding_and_any_two_are_refused(header: str) -> None:
    with pytest.raises(CodingError):
        coding_of(header)


@given(
    st.binary(max_size=5_000).map(lambda data: data * 40),
    st.sampled_from(sorted(WBITS)),
    st.integers(1, 3_000),
)
def test_a_body_comes_back_however_it_is_cut(data: bytes, form: str, size: int) -> None:
    body = packed(data, form)
    coding = "gzip" if form == "gzip" else "deflate"
    decoder = Decoder(coding, AMPLE)
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    decoded = b"".join(part for piece in pieces for part in decoder.feed(piece))
    decoder.end()
    assert (decoded, decoder.decoded, decoder.wire) == (data, len(data), len(body))
    assert decode_body(body, coding, len(data)) == data


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.integers(1, 40))
def test_all_members_of_a_gzip_file_count(members: list[bytes], size: int) -> None:
    body = b"".join(packed(member, "gzip") for member in members)
    decoder = Decoder("gzip", AMPLE)
    for start in range(0, len(body), size):
        list(decoder.feed(body[start : start + size]))
    decoder.end()
    assert decoder.decoded == sum(map(len, members))
    assert decode_body(body, "gzip", 10_000) == b"".join(members)


@pytest.mark.parametrize("rest", [b"\0" * 100, b"\x1fno", b"words", b"\x1f"])
def test_what_follows_the_end_of_a_file_is_left_out(rest: bytes) -> None:
    assert decode_body(packed(b"page", "gzip") + rest, "gzip", 100) == b"page"


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_body_that_breaks_off_or_is_something_else_is_an_error(coding: str) -> None:
    whole = packed(bytes(range(256)) * 4, coding)
    for cut in range(1, len(whole)):
        with pytest.raises(CodingError):
            decode_body(whole[:cut], coding, 10_000)
    with pytest.raises(CodingError):
        decode_body(b"\xff\xffplain words", coding, 10_000)


@pytest.mark.parametrize("coding", [None, "gzip", "deflate"])
def test_an_empty_body_is_empty(coding: str | None) -> None:
    assert decode_body(b"", coding, 0) == b""


@given(st.binary(max_size=2_000), st.sampled_from(["gzip", "deflate"]))
def test_noise_is_an_error_or_a_body_and_never_anything_else(data: bytes, coding: str) -> None:
    try:
        assert len(decode_body(data, coding, 100_000)) <= 100_000
    except CodingError:
        return


@pytest.mark.parametrize("form", sorted(WBITS))
def test_a_bomb_costs_no_more_memory_than_a_piece(form: str) -> None:
    body = packed(bytes(40_000_000), form)
    decoder = Decoder("gzip" if form == "gzip" else "deflate", Measure(30_000_000))
    tracemalloc.start()
    with pytest.raises(DecodedTooLarge, match="more than 30 MB"):
        for _ in decoder.feed(body):
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert decoder.decoded < 30_100_000
    assert peak < 1_000_000


def test_the_limit_is_to_the_byte() -> None:
    body = packed(b"x" * 1_000, "gzip")
    assert len(decode_body(body, "gzip", 1_000)) == 1_000
    with pytest.raises(DecodedTooLarge):
        decode_body(body, "gzip", 999)


def test_the_ratio_counts_from_a_megabyte_on() -> None:
    small, large = packed(bytes(999_999), "gzip"), packed(bytes(1_000_001), "gzip")
    list(Decoder("gzip", Measure(1 << 30, 200)).feed(small))
    with pytest.raises(DecodedTooLarge, match="200 times"):
        list(Decoder("gzip", Measure(1 << 30, 200)).feed(large))
