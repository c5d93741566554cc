"""Heads of kept responses, as readers of web archives take them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from traces.http_head import archived_head
from traces.warc_record import WarcRecord, record_id, spell

FIELD = st.one_of(
    st.binary(max_size=40).filter(lambda line: b"\n" not in line),
    st.sampled_from(
        [
            b"Transfer-Encoding: chunked",
            b"transfer-encoding : gzip, chunked",
            b"Content-Length: 7",
            b"CONTENT-LENGTH:0",
            b" folded: line",
            b"\x1c",
            b"\xc2\x85",
            b"no field",
            b"\tContent-Length: 3",
            b"X-Name: M\xfcnchen",
        ]
    ),
)


def read_back(block: bytes) -> tuple[bytes, list[tuple[str, str]]]:
    """What warcio takes for the payload of a response, and its fields."""
    record = WarcRecord(
        kind="response",
        id=record_id("x", 0, "response"),
        date="2026-01-01T00:00:00Z",
        content_type="application/http; msgtype=response",
        block=block,
        named=(("WARC-Target-URI", "http://a.test/"),),
    )
    read = next(iter(ArchiveIterator(io.BytesIO(spell(record)))))
    return read.raw_stream.read(), read.http_headers.headers


@given(fields=st.lists(FIELD, max_size=6), body=st.binary(max_size=60))
def test_whatever_the_fields_say_the_body_begins_where_it_does(
    fields: list[bytes], body: bytes
) -> None:
    head = b"\r\n".join([b"HTTP/1.1 200 OK", *fields, b"", b""])
    payload, told = read_back(archived_head(head, len(body)) + body)
    assert payload == body
    lengths = [value for name, value in told if name.lower().strip() == "content-length"]
    assert lengths[-1:] == [str(len(body))]
    assert "transfer-encoding" not in {name.lower().strip() for name, _ in told}


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (b"Content-Length: 4", b"Content-Length: 4"),
        (b"Content-Length: 5", b"X-Archive-Orig-Content-Length: 5\r\nContent-Length: 4"),
        (
            b"Transfer-Encoding: chunked",
            b"X-Archive-Orig-Transfer-Encoding: chunked\r\nContent-Length: 4",
        ),
        (b"Content-Encoding: gzip", b"Content-Encoding: gzip\r\nContent-Length: 4"),
    ],
)
def test_a_field_stays_unless_it_is_no_longer_true(line: bytes, kept: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\n" + line + b"\r\n\r\n"
    assert archived_head(head, 4) == b"HTTP/1.1 200 OK\r\n" + kept + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"HTTP/1.0 404 Not Found", b"HTTP/1.0 404 Not Found"),
        (b"HTTP/2 200", b"HTTP/1.1 200"),
        (b"HTTP/3.0 301 Moved", b"HTTP/1.1 301 Moved"),
    ],
)
def test_later_versions_are_written_as_readers_know_them(line: bytes, told: bytes) -> None:
    assert archived_head(line + b"\r\n\r\n", 0).startswith(told + b"\r\n")


def test_a_head_with_other_line_ends_gets_the_right_ones() -> None:
    assert archived_head(b"HTTP/1.1 200 OK\nA: b\n\n", 0) == (
        b"HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n\r\n"
    )
