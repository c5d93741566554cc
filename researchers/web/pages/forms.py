"""How a body is read: by its media type, and by its first bytes only where that says nothing.

A body that calls itself an image stays one: guessing against the media type is how a page is
made of what was never meant to be one.
"""

import re
from typing import Final

from researchers.web.pages.model import PageForm, Unread

_FORMS: Final = {
    "text/html": PageForm.HTML,
    "application/xhtml+xml": PageForm.HTML,
    "application/pdf": PageForm.PDF,
    "application/x-pdf": PageForm.PDF,
    "application/json": PageForm.JSON,
    "application/feed+json": PageForm.FEED,
    "application/rss+xml": PageForm.FEED,
    "application/atom+xml": PageForm.FEED,
    "application/rdf+xml": PageForm.FEED,
    "application/x-ndjson": PageForm.PLAIN,
}
_XML: Final = frozenset({"application/xml", "text/xml"})
_SILENT: Final = frozenset(
    {"", "application/octet-stream", "binary/octet-stream", "application/unknown", "*/*"}
)
_NO_PROSE: Final = frozenset({"text/css", "text/javascript", "text/ecmascript"})

_HEAD_BYTES: Final = 1_445
"""As much as a browser looks at."""

_SPACE: Final = b"\xef\xbb\xbf\t\n\x0c\r "
_PROLOGUE: Final = re.compile(rb"(?:<\?[^>]{0,500}\?>|<!--.{0,1000}?-->|\s)+", re.DOTALL)
_DOCTYPE: Final = re.compile(rb"<!doctype[^>\[]{0,300}>\s*", re.I)
_HTML_TAGS: Final = re.compile(
    rb"<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]",
    re.I,
)
_FEED_TAGS: Final = re.compile(rb"<(?:[\w.-]{1,40}:)?(?:rss|feed|rdf)[\s>]", re.I)
_SITEMAP_TAGS: Final = re.compile(rb"<(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex)[\s>]", re.I)


def form_of(media_type: str, body: bytes) -> PageForm | Unread:
    """The form of a body whose content coding has been undone. `media_type` is lower case and
    without parameters."""
    known = _FORMS.get(media_type)
    if known is not None:
        return known
    if media_type in _XML or media_type.endswith("+xml"):
        return _xml_form(media_type, body)
    if media_type.endswith("+json") or media_type == "text/json":
        return PageForm.JSON
    if media_type in _SILENT or media_type == "text/plain":
        return _sniffed(media_type, body)
    if media_type.startswith("text/") and media_type not in _NO_PROSE:
        return PageForm.PLAIN
    return _no_text(media_type)


def is_sitemap(body: bytes) -> bool:
    """True for XML whose root is that of a sitemap or of a list of them."""
    return _SITEMAP_TAGS.match(_root(body)) is not None


def _xml_form(media_type: str, body: bytes) -> PageForm | Unread:
    root = _root(body)
    if _FEED_TAGS.match(root):
        return PageForm.FEED
    if media_type in _XML and _HTML_TAGS.match(root):
        return PageForm.HTML
    if _SITEMAP_TAGS.match(root):
        return Unread("a sitemap, which holds addresses and no text")
    return _no_text(media_type)


def _sniffed(media_type: str, body: bytes) -> PageForm | Unread:
    head = body[:_HEAD_BYTES].lstrip(_SPACE)
    if head.startswith(b"%PDF-"):
        return PageForm.PDF
    if media_type == "text/plain":
        return PageForm.PLAIN
    root = _root(body)
    if _FEED_TAGS.match(root):
        return PageForm.FEED
    if _HTML_TAGS.match(root) or _HTML_TAGS.match(head):
        return PageForm.HTML
    if _SITEMAP_TAGS.match(root):
        return Unread("a sitemap, which holds addresses and no text")
    return PageForm.PLAIN


def _root(body: bytes) -> bytes:
    """The head of a body, from its first element on."""
    head = body[:_HEAD_BYTES].lstrip(_SPACE)
    prologue = _PROLOGUE.match(head)
    head = head[prologue.end() :] if prologue else head
    doctype = _DOCTYPE.match(head)
    if doctype is None or head[:14].lower() == b"<!doctype html":
        return head
    return head[doctype.end() :]


def _no_text(media_type: str) -> Unread:
    return Unread(f"no text that can be read ({media_type[:80]})")
