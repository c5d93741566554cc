"""Bombs are small outside, large inside, and well-formed enough to be taken for what they say."""

import gzip
import io
import json
import shutil
import subprocess
import sys
import zlib
from hashlib import sha256

import pypdfium2
import pytest

from researchers.web.testing import BombKind, bomb

MB = 1 << 20


def test_a_gzip_bomb_is_a_whole_gzip_file_of_a_thousandth() -> None:
    thrown = bomb(BombKind.GZIP, 16 * MB)
    with gzip.open(io.BytesIO(thrown.body)) as unpacked:  # its end checks sum and length
        assert sum(len(block) for block in iter(lambda: unpacked.read(MB), b"")) == 16 * MB
    assert len(thrown.body) < 16 * MB / 900
    assert thrown.content_coding == "gzip"


def test_a_gzip_of_gzip_is_a_millionth() -> None:
    thrown = bomb(BombKind.GZIP_GZIP)
    assert len(thrown.body) < 3_000
    assert gzip.decompress(thrown.body) == bomb(BombKind.GZIP).body


def test_the_brotli_bomb_is_the_one_that_a_decoder_was_seen_to_unfold() -> None:
    body = bomb(BombKind.BROTLI).body
    assert len(body) == 817
    assert sha256(body).hexdigest().startswith("68fb53dd54998cc7")


@pytest.mark.skipif(shutil.which("node") is None, reason="only node has brotli here")
def test_a_brotli_decoder_unfolds_it_to_one_letter() -> None:
    script = (
        "const parts=[];process.stdin.on('data',p=>parts.push(p)).on('end',()=>{"
        "const out=require('zlib').brotliDecompressSync(Buffer.concat(parts));"
        "console.log(out.length,out.every(letter=>letter===97))})"
    )
    said = subprocess.run(
        ["node", "-e", script],
        input=bomb(BombKind.BROTLI, 16 * MB).body,
        capture_output=True,
        check=True,
        timeout=30,
    )
    assert said.stdout.split() == [b"16777216", b"true"]


def test_the_pdf_has_a_page_whose_content_is_packed_twice() -> None:
    body = bomb(BombKind.PDF, MB).body
    document = pypdfium2.PdfDocument(body)
    assert len(document) == 1
    document.close()
    start = body.index(b"stream\n") + len(b"stream\n")
    inner = zlib.decompressobj().decompress(body[start:])
    assert zlib.decompress(inner) == b" " * MB


def test_the_json_is_deeper_than_a_parser_goes() -> None:
    with pytest.raises(RecursionError):
        json.loads(bomb(BombKind.JSON).body)


def test_the_entities_unfold_to_gigabytes() -> None:
    body = bomb(BombKind.ENTITIES).body
    assert len(body) < 1_000
    assert body.count(b"&e8;") == 10
    assert body.count(b"<!ENTITY") == 10


@pytest.mark.parametrize(
    ("kind", "mark", "times"),
    [
        (BombKind.ATTRIBUTES, b'="', 200_000),
        (BombKind.NESTED, b"<div>", 100_000),
        (BombKind.TAGS, b"<a ", 500_000),
    ],
)
def test_a_page_that_is_hard_on_a_parser_has_many_of_one_thing(
    kind: BombKind, mark: bytes, times: int
) -> None:
    assert bomb(kind).body.count(mark) == times


def test_building_all_of_them_takes_little_memory() -> None:
    script = (
        "import resource\n"
        "from researchers.web.simulated.bombs import BombKind, bomb\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for kind in BombKind: bomb(kind)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(said.stdout) * unit < 60 * MB
