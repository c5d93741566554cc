"""A run's fetches for the tools of web archives, checked by one of them."""

import gzip
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from tests.traces.runs import write_run
from tests.traces.web_runs import EMPTY, FETCHED_AT, PAGES, PLAIN, ROBOTS, ZIPPED, write_web_run
from traces.digest import content_name
from traces.errors import ExportRefused, TraceNotFound
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue
from traces.store import ContentStore
from traces.warc import export_warc


@dataclass(frozen=True)
class Read:
    """A record as warcio reads it."""

    fields: dict[str, str]
    http: dict[str, str]
    status: str
    raw: bytes
    decoded: bytes

    @property
    def kind(self) -> str:
        return self.fields["WARC-Type"]

    @property
    def uri(self) -> str:
        return self.fields.get("WARC-Target-URI", "")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def records_of(path: Path) -> list[Read]:
    """Every record, read twice: as it stands, and with its content coding undone."""
    with path.open("rb") as raw_file, path.open("rb") as decoded_file:
        pairs = zip(ArchiveIterator(raw_file), ArchiveIterator(decoded_file), strict=True)
        return [
            Read(
                dict(raw.rec_headers.headers),
                dict(raw.http_headers.headers) if raw.http_headers else {},
                raw.http_headers.get_statuscode() if raw.http_headers else "",
                raw.raw_stream.read(),
                decoded.content_stream().read(),
            )
            for raw, decoded in pairs
        ]


def checked(path: Path) -> tuple[int, str]:
    """The exit code and the words of `warcio check --verbose`."""
    with redirect_stdout(io.StringIO()) as said:
        code = Checker(SimpleNamespace(inputs=[str(path)], verbose=True)).process_all()
    return code, said.getvalue()


def responses_of(path: Path) -> dict[str, Read]:
    return {one.uri: one for one in records_of(path) if one.kind == "response"}


@pytest.mark.parametrize("name", ["run.warc.gz", "run.warc"])
def test_another_program_verifies_every_digest(home: Home, tmp_path: Path, name: str) -> None:
    run = write_web_run(home)
    done = export_warc(home, run, tmp_path / name)
    code, said = checked(tmp_path / name)
    assert code == 0
    assert said.count("digest pass") == done.records == len(records_of(tmp_path / name))
    assert "not checked" not in said
    assert "no digest" not in said
    assert (done.fetches, done.missing, done.unkept) == (len(PAGES), (), 0)


def test_a_flipped_bit_in_a_block_is_found(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "run.warc"
    export_warc(home, write_web_run(home), path)
    whole = path.read_bytes()
    for part in (SWIFT, ZIPPED.body[30:60], b"Nests are under", b"M\xfcnchen", b"isPartOf"):
        position = whole.index(part) + len(part) // 2
        flipped = bytes([whole[position] ^ 1])
        path.write_bytes(whole[:position] + flipped + whole[position + 1 :])
        code, said = checked(path)
        assert code == 1, part
        assert "digest failed" in said


SWIFT = b"A swift flies 200,000 km"


def test_bodies_are_found_in_the_store_under_their_digests(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"
    export_warc(home, write_web_run(home), path)
    store, responses = ContentStore(home.cas), responses_of(path)
    for page in PAGES:
        read = responses[page.place]
        assert read.raw == page.body
        name = read.fields["WARC-Payload-Digest"]
        assert name == content_name(read.raw)
        assert store.get(name) == page.body


def test_a_compressed_body_is_read_as_the_page_it_is(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"
    export_warc(home, write_web_run(home), path)
    read = responses_of(path)[ZIPPED.url]
    assert read.decoded == gzip.decompress(ZIPPED.body)
    assert "Transfer-Encoding" not in read.http
    assert read.http["X-Archive-Orig-Transfer-Encoding"] == "chunked"
    assert read.http["Content-Encoding"] == "gzip"
    assert read.http["Content-Length"] == str(len(ZIPPED.body))


def test_each_redirect_is_a_record_that_says_its_body_is_gone(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"
    export_warc(home, write_web_run(home), path)
    responses = responses_of(path)
    hop, final = responses[PLAIN.url], responses["http://birds.test/swift"]
    assert (hop.status, hop.raw) == ("301", b"")
    assert hop.http["Location"] == "/swift"
    assert hop.http["X-Archive-Orig-Content-Length"] == "154"
    assert hop.http["Content-Length"] == "0"
    assert hop.fields["WARC-Truncated"] == "unspecified"
    assert hop.fields["WARC-Concurrent-To"] == final.fields["WARC-Record-ID"]


def test_the_text_and_what_is_known_stand_beside_the_response(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "run.warc.gz"
    run = write_web_run(home)
    export_warc(home, run, path)
    records = records_of(path)
    final = responses_of(path)["http://birds.test/swift"]
    about = {
        one.kind: one
        for one in records
        if one.fields.get("WARC-Refers-To") == final.fields["WARC-Record-ID"]
    }
    assert about["conversion"].raw.decode() == PLAIN.text
    assert about["conversion"].fields["Content-Type"] == "text/plain; charset=utf-8"
    assert about["conversion"].fields["WARC-Block-Digest"] == content_name(PLAIN.text.encode())
    told = dict(row.split(": ", 1) for row in about["metadata"].raw.decode().splitlines())
    assert told["marchwarden-trace"] == run
    assert told["marchwarden-step"] == "2"
    assert told["marchwarden-title"] == "Swifts"
    assert told["marchwarden-content-hash"] == content_name(PLAIN.text.encode())
    assert told["marchwarden-head"] == content_name(PLAIN.head)
    assert records[0].kind == "warcinfo"
    assert f"isPartOf: urn:uuid:{run}" in records[0].raw.decode()
    assert {one.fields["WARC-Warcinfo-ID"] for one in records[1:]} == {
        records[0].fields["WARC-Record-ID"]
    }


def test_a_text_that_is_the_body_itself_is_not_told_twice(home: Home, tmp_path: Path) -> None:
    export_warc(home, write_web_run(home, [ROBOTS, EMPTY]), tmp_path / "run.warc")
    assert [one.kind for one in records_of(tmp_path / "run.warc")] == [
        "warcinfo",
        *["response", "metadata"] * 2,
    ]


def test_what_came_from_the_cache_has_the_date_of_its_fetch(home: Home, tmp_path: Path) -> None:
    cached = replace(PLAIN, told=(("cache", "cache"),))
    export_warc(home, write_web_run(home, [cached]), tmp_path / "run.warc")
    (read,) = (one for one in records_of(tmp_path / "run.warc") if one.uri and one.status == "200")
    assert read.fields["WARC-Date"] == FETCHED_AT


@pytest.mark.parametrize("odd", ["yesterday", "2026-03-01T10:00:00", ""])
def test_a_date_that_is_none_gives_way_to_that_of_the_line(
    home: Home, tmp_path: Path, odd: str
) -> None:
    page = replace(ROBOTS, told=(("fetched_at", odd),))
    export_warc(home, write_web_run(home, [page]), tmp_path / "run.warc")
    assert (
        responses_of(tmp_path / "run.warc")[ROBOTS.url]
        .fields["WARC-Date"]
        .startswith("2026-01-01T00:00:00.0")
    )


@pytest.mark.parametrize("ending", [".warc", ".warc.gz"])
def test_the_same_run_gives_the_same_bytes(home: Home, tmp_path: Path, ending: str) -> None:
    run = write_web_run(home)
    one, two = tmp_path / f"one{ending}", tmp_path / f"two{ending}"
    export_warc(home, run, one)
    export_warc(home, run, two)
    assert one.read_bytes() == two.read_bytes()
    ids = [record.fields["WARC-Record-ID"] for record in records_of(one)]
    assert len(set(ids)) == len(ids)


def test_an_address_can_not_begin_a_field_of_its_own(home: Home, tmp_path: Path) -> None:
    evil = "http://evil.test/ä b\r\nWARC-Type: warcinfo\r\n\r\nWARC/1.1\r\n"
    hop = (evil, 302, "HTTP/2 302\r\nLocation: /\r\n\r\n")
    page = replace(PLAIN, final_url=evil, hops=(hop,), told=(("title", "a\r\nsoftware: b"),))
    export_warc(home, write_web_run(home, [page]), tmp_path / "run.warc")
    records = records_of(tmp_path / "run.warc")
    assert [one.kind for one in records] == [
        "warcinfo",
        "response",
        "response",
        "metadata",
        "conversion",
    ]
    assert records[1].uri.startswith("http://evil.test/%C3%A4%20b%0D%0AWARC-Type:%20warcinfo")
    assert records[1].status == "302"
    assert "marchwarden-title: a software: b" in records[3].raw.decode().splitlines()
    assert checked(tmp_path / "run.warc")[0] == 0


def test_what_a_child_fetched_is_in_it_too(home: Home, tmp_path: Path) -> None:
    child = write_web_run(home, [PLAIN])
    parent = write_web_run(
        home, [ROBOTS], more={Action.RECEIVE: {"researcher": "web", "child": child}}
    )
    done = export_warc(home, parent, tmp_path / "run.warc.gz")
    assert done.runs == (parent, child)
    assert set(responses_of(tmp_path / "run.warc.gz")) == {
        ROBOTS.url,
        PLAIN.url,
        "http://birds.test/swift",
    }


def test_lost_and_damaged_content_is_named_and_the_rest_is_written(
    home: Home, tmp_path: Path
) -> None:
    run = write_web_run(home)
    store = ContentStore(home.cas)
    lost, damaged = content_name(PLAIN.body), content_name(ZIPPED.text.encode())
    store.path(lost).unlink()
    store.path(damaged).chmod(0o600)
    store.path(damaged).write_bytes(b"other")
    done = export_warc(home, run, tmp_path / "run.warc.gz")
    assert sorted(done.missing) == sorted(
        (
            f"The store does not hold {lost}.",
            f"The bytes stored as {damaged} are other bytes.",
        )
    )
    assert done.verification.exit_code == 4
    assert set(responses_of(tmp_path / "run.warc.gz")) == {ROBOTS.url, ZIPPED.url, EMPTY.url}
    assert checked(tmp_path / "run.warc.gz")[0] == 0


def unarchivable(home: Home) -> Iterator[tuple[str, str]]:
    yield write_run(home), "fetched nothing"
    bare: dict[str, JsonValue] = {
        "url": "http://a.test/",
        "content_hash": content_name(b"x"),
        "content_length": 1,
    }
    ContentStore(home.cas).put(b"x")
    yield write_web_run(home, [], more={Action.FETCH_URL: bare}), "kept no response"


def test_a_run_without_responses_is_refused_in_a_sentence(home: Home, tmp_path: Path) -> None:
    home.ensure()
    for run, why in unarchivable(home):
        with pytest.raises(ExportRefused, match=rf"^Run {run} {why}.*no WARC to write\.$"):
            export_warc(home, run, tmp_path / "run.warc")
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_nothing_is_overwritten_and_other_names_are_refused(home: Home, tmp_path: Path) -> None:
    run = write_web_run(home)
    taken = tmp_path / "mine.warc"
    taken.write_bytes(b"mine")
    with pytest.raises(ExportRefused, match="exists already"):
        export_warc(home, run, taken)
    with pytest.raises(ExportRefused, match=r"end it in \.warc\.gz or \.warc"):
        export_warc(home, run, tmp_path / "run.zip")
    with pytest.raises(TraceNotFound):
        export_warc(home, new_run_id(), tmp_path / "run.warc")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine.warc"]
    assert taken.read_bytes() == b"mine"
