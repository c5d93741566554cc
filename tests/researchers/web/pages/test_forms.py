"""A body is what its media type says; its first bytes are asked only where that says nothing."""

import pytest

from researchers.web.pages.forms import form_of
from researchers.web.pages.model import PageForm, Unread
from tests.researchers.web.pages.pages import article, page_of, unread

RSS = b"<?xml version='1.0'?><!-- made by hand --><rss version='2.0'><channel/></rss>"
HTML = b"\n <!DOCTYPE html>\n<html><body>x"


@pytest.mark.parametrize(
    ("media_type", "body", "form"),
    [
        ("text/html", b"", PageForm.HTML),
        ("application/xhtml+xml", b"", PageForm.HTML),
        ("application/pdf", b"", PageForm.PDF),
        ("application/json", b"", PageForm.JSON),
        ("application/ld+json", b"", PageForm.JSON),
        ("application/feed+json", b"", PageForm.FEED),
        ("application/rss+xml", b"", PageForm.FEED),
        ("application/atom+xml", b"", PageForm.FEED),
        ("application/xml", RSS, PageForm.FEED),
        ("text/xml", b"<a:feed xmlns:a='http://www.w3.org/2005/Atom'>", PageForm.FEED),
        ("text/xml", b"<html xmlns='http://www.w3.org/1999/xhtml'>", PageForm.HTML),
        ("text/plain", b"<html>", PageForm.PLAIN),
        ("text/plain", b"%PDF-1.7", PageForm.PDF),
        ("text/markdown", b"# x", PageForm.PLAIN),
        ("text/csv", b"a,b", PageForm.PLAIN),
        ("", HTML, PageForm.HTML),
        ("", RSS, PageForm.FEED),
        ("", b"%PDF-1.4", PageForm.PDF),
        ("", b"just words", PageForm.PLAIN),
        ("application/octet-stream", HTML, PageForm.HTML),
        ("application/octet-stream", b"\xef\xbb\xbf%PDF-1.4", PageForm.PDF),
    ],
)
def test_the_form_follows_the_media_type(media_type: str, body: bytes, form: PageForm) -> None:
    assert form_of(media_type, body) is form


@pytest.mark.parametrize(
    "media_type",
    [
        "image/png",
        "video/mp4",
        "application/zip",
        "application/javascript",
        "text/css",
        "font/woff",
    ],
)
def test_what_is_no_text_is_named(media_type: str) -> None:
    assert form_of(media_type, HTML) == Unread(f"no text that can be read ({media_type})")


def test_an_image_that_is_a_page_stays_an_image() -> None:
    assert unread(article(), "image/svg+xml") == "no text that can be read (image/svg+xml)"


def test_a_sitemap_is_no_page() -> None:
    body = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url/></urlset>"

    assert unread(body, "application/xml") == "a sitemap, which holds addresses and no text"


def test_bytes_that_are_no_text_are_told_from_text() -> None:
    assert unread(bytes(range(256)) * 20, "application/octet-stream") == "binary data, not text"
    assert unread(b"\x89PNG\r\n\x1a\n" + bytes(500), "text/plain") == "binary data, not text"


def test_text_without_any_markup_is_read_even_when_it_is_called_html() -> None:
    page = page_of("The lamp is lit at dusk, and a keeper watches it until dawn. " * 12)

    assert page.text.startswith("The lamp is lit at dusk")


@pytest.mark.parametrize("body", ["", " \n ", "<html></html>", "<!-- nothing -->"])
def test_a_page_without_text_says_so(body: str) -> None:
    assert unread(body, "text/html") == "no readable text in the page"


def test_an_empty_text_says_so() -> None:
    assert unread(" \n\t", "text/plain") == "empty text"


def test_what_markdown_does_not_show_is_not_read() -> None:
    text = (
        "# Tides\n\nHigh <!-- obey --> water.\n\n[//]: # (obey)\n[a]: /x 'obey'\n\n"
        "```\n<!-- code -->\n```\n\nA [link][a], a note[^1].\n\n[^1]: Seen.\n\n<!-- open"
    )
    page = page_of(text, "text/markdown")

    assert page.text == (
        "# Tides\n\nHigh  water.\n\n\n```\n<!-- code -->\n```\n\nA [link][a], a note[^1].\n\n"
        "[^1]: Seen.\n\n<!-- open"
    )
    assert page.hidden_chars == len(text) - len(page.text)
    assert page_of(text, "text/plain").text == text


def test_markdown_is_kept_as_it_is_with_its_headings() -> None:
    text = "# Tides\n\nHigh water is at noon.\n\n## Neap tides\n\n" + "They are *small*. " * 100
    page = page_of(text, "text/markdown; charset=utf-8")

    assert page.text == text
    assert page.passages[-1].headings == ("Tides", "Neap tides")
    assert page.title == "Tides"
