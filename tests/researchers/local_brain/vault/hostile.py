"""Files that no honest tool wrote."""

import zlib
from pathlib import Path


def many_attributes(count: int = 200_000) -> bytes:
    """One HTML tag with very many attributes: every parser of HTML takes minutes for it."""
    attributes = " ".join(f"a{n}=1" for n in range(count))
    return f"<html><body><p {attributes}>x</p></body></html>".encode()


def double_flate_pdf(size: int = 2_000_000_000) -> bytes:
    """A PDF of some kilobytes whose page stands for `size` bytes after two rounds of inflating."""
    packer = zlib.compressobj(9)
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    once = head + block * (size // 1_000_000) + packer.flush()
    stream = zlib.compress(once, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream"
        % (len(stream), stream),
    ]
    return pdf_of(objects)


def text_pdf(*pages: str, title: str = "") -> bytes:
    """An honest PDF: a line of text a page."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(pages):
        content = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode() if text else b""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * n} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return pdf_of(objects, info=f"<< /Title ({title}) /ModDate (D:20240131120000Z) >>".encode())


def pdf_of(objects: list[bytes], info: bytes = b"") -> bytes:
    """A PDF file of numbered objects, the first one its catalogue."""
    objects = [*objects, info] if info else objects
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    tail = b" /Info %d 0 R" % len(objects) if info else b""
    out += b"trailer\n<< /Size %d /Root 1 0 R%s >>\n" % (len(objects) + 1, tail)
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)


ARTICLE = (
    "<html><head><title>Growing rhubarb</title><meta name='author' content='Ada'></head><body>"
    "<nav><a href='/'>Home</a></nav><article><h1>Growing rhubarb</h1>"
    + "".join(
        f"<p>Paragraph {n} tells in some detail how rhubarb is grown in a cold garden, and why "
        "its leaves should never be eaten by anybody.</p>"
        for n in range(6)
    )
    + "</article><footer>Copyright</footer></body></html>"
)


def write(folder: Path, **files: str) -> None:
    """Write Markdown notes by stem."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, text in files.items():
        (folder / f"{stem}.md").write_text(text, "utf-8")
