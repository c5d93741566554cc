"""Whatever comes over the wire, a fetch ends with a value, and with the limits held."""

import ssl

import anyio
import httpcore2
from hypothesis import given
from hypothesis import strategies as st

from researchers.web.fetching.decoding import decode_body
from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.model import Fetched, FetchFailure, FetchLimits, FetchPolicy
from tests.researchers.web.fetching.local_server import AGENT, Names

LIMITS = FetchLimits(seconds=5, wire_bytes=2_000, decoded_bytes=4_000)
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

LINES = st.sampled_from(
    [b"HTTP/1.1 200 OK\r\n", b"HTTP/1.0 200 OK\r\n", b"HTTP/1.1 302 Found\r\n", b"HTTP/0.9 200\r\n",
     b"HTTP/1.1 304 \r\n", b"HTTP/1.1 101 Switching\r\n", b"HTTP/1.1 100 Continue\r\n\r\n",
     b"HTTP/2 200\r\n", b"HTTP/1.1 999\r\n", b"HTTP/1.1 000 No\r\n", b"HTTP/1.1 200 \xff\r\n"]
)  # fmt: skip
FIELDS = st.sampled_from(
    [b"Location: /2\r\n", b"Location: //\xff\r\n", b"Location: http://[\r\n", b"Location:\r\n",
     b"Content-Length: 5\r\n", b"Content-Length: 5, 5\r\n", b"Content-Length: x\r\n",
     b"Content-Length: 99999999999999999999\r\n", b"Transfer-Encoding: chunked\r\n",
     b"Transfer-Encoding: gzip, chunked\r\n", b"Content-Encoding: gzip\r\n",
     b"Content-Encoding: deflate\r\n", b"Content-Encoding: br\r\n", b"Connection: close\r\n",
     b"Set-Cookie: a\r\n", b" folded\r\n", b"Retry-After: \xb2\r\n", b"X: \xff\xfe\r\n",
     b": empty\r\n", b"\0\r\n", b"Upgrade: h2c\r\n"]
)  # fmt: skip
BODIES = st.sampled_from(
    [
        b"",
        b"hello",
        b"5\r\nhello\r\n0\r\n\r\n",
        b"5\r\nhel",
        b"\x1f\x8b\x08\0",
        b"0\r\n",
        b"ffffffff\r\n",
    ]
) | st.binary(max_size=3_000)
ANSWERS = st.builds(
    lambda line, fields, body: line + b"".join(fields) + b"\r\n" + body,
    LINES,
    st.lists(FIELDS, max_size=4),
    BODIES,
)
STREAMS = st.lists(ANSWERS | st.binary(max_size=200), min_size=1, max_size=3)


async def fetch_from(pieces: list[bytes]) -> Fetched | FetchFailure:
    network = httpcore2.AsyncMockBackend([*pieces, b""])
    policy = FetchPolicy(AGENT, limits=LIMITS)
    async with GuardedFetcher(
        policy, resolver=Names(), network=network, ssl_context=NO_TLS
    ) as fetch:
        return await fetch("http://bread.example/", conditions={"If-None-Match": "x"})


@given(STREAMS)
def test_any_answer_is_a_page_or_a_failure(pieces: list[bytes]) -> None:
    outcome = anyio.run(fetch_from, pieces)
    if isinstance(outcome, FetchFailure):
        assert outcome.detail.endswith(".")
        return
    assert len(outcome.body) <= LIMITS.wire_bytes
    assert outcome.decoded_length <= LIMITS.decoded_bytes
    decoded = decode_body(outcome.body, outcome.content_coding, LIMITS.decoded_bytes)
    assert len(decoded) == outcome.decoded_length
    assert outcome.head.endswith(b"\r\n\r\n")
