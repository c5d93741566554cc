"""Bodies that are hard on whoever reads them, each with its media type and coding."""

from collections.abc import Callable
from functools import partial

from researchers.web.fetching.model import Fetched
from researchers.web.simulated.bombs import BombKind, bomb
from tests.researchers.local_brain.vault.hostile import pdf_of
from tests.researchers.web.pages.pages import SENTENCES, article, fetched


def all_bombs() -> dict[str, Callable[[], Fetched]]:
    """By name, each to be made when it is needed."""
    return {
        **{str(kind): partial(_simulated, kind) for kind in BombKind},
        "selectors": lambda: fetched(_selectors()),
        "siblings": lambda: fetched(_siblings()),
        "nested lists": lambda: fetched(article("<ul><li>" * 3_000 + SENTENCES[0])),
        "open tables": lambda: fetched(article("<table><tr><td>" * 3_000 + SENTENCES[0])),
        "nested styles": lambda: fetched(_styled("@media all{" * 50_000)),
        "brackets": lambda: fetched(_styled("a[" * 100_000)),
        "style attributes": lambda: fetched(article(f"<p style='{'(' * 3_000}'>x</p>" * 1_000)),
        "meta": lambda: fetched("<meta " * 200_000),
        "json-ld": lambda: fetched(_linked_data()),
        "cyclic pdf": lambda: fetched(_cyclic_pdf(), "application/pdf"),
        "wide json": lambda: fetched(b"[" + b"0," * 500_000 + b"0]", "application/json"),
        "one line": lambda: fetched(b"word " * 1_000_000, "text/plain"),
        "quotes": lambda: fetched(b"> " * 400_000, "text/markdown"),
        "declared punycode": lambda: fetched("ü" * 1_000_000, "text/html; charset=punycode"),
    }


def _simulated(kind: BombKind) -> Fetched:
    made = bomb(kind)
    return fetched(made.body, made.content_type, coding=made.content_coding)


def _styled(style: str) -> str:
    return article(head=f"<style>{style}</style>")


def _selectors() -> str:
    """Every step of the selector matches every element, and the last one none."""
    rule = " ".join(["div"] * 15) + " .never {display:none}"
    return article("<div>" * 200 + SENTENCES[0], f"<style>{rule * 200}</style>")


def _siblings() -> str:
    rule = " ~ ".join(["p"] * 15) + " ~ .never {display:none}"
    return article("<p>x</p>" * 20_000, f"<style>{rule * 20}</style>")


def _linked_data() -> str:
    nested = '{"@graph":[' * 50_000
    many = '{"@graph":[' + ",".join(['{"@type":"Thing"}'] * 20_000) + "]}"
    kind = "<script type='application/ld+json'>"
    return article(head=f"{kind}{nested}</script>{kind}{many}</script>" * 5)


def _cyclic_pdf() -> bytes:
    return pdf_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 1000000000 >>",
        ]
    )
