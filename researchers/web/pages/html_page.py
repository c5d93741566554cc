"""An HTML page as it is read: what is visible of it, what it says of itself, what closes it."""

from typing import Any, Final

from lxml import etree, html

from researchers.reading.main_text import MainText, main_text
from researchers.reading.passages import cut_passages
from researchers.reading.visible_text import clean, cut_at_line
from researchers.web.pages.closures import closing_marks, closure_of, shown_by
from researchers.web.pages.hidden import remove_hidden
from researchers.web.pages.metadata import describe
from researchers.web.pages.model import Page, PageForm, Unread
from researchers.web.pages.structured_data import read_structured_data
from researchers.web.pages.wire import Body

_NO_TEXT: Final = Unread("no readable text in the page")


def read_html(text: str, encoding: str, body: Body, longest: int) -> Page | Unread:
    """The visible main text as stored text, with its headings, and the page's own description of
    itself. A page that is closed to us may have no text and no passages."""
    tree = parse_tree(text)
    if tree is None:
        return _NO_TEXT
    data = read_structured_data(tree)
    described = describe(tree, data, body)
    marks = closing_marks(tree, data)
    hidden = remove_hidden(tree)
    for summary in tree.iter("summary"):
        summary.tag = "p"  # it opens what is folded in, and is no heading of the page
    main = _bounded(main_text(tree), longest)
    shown = shown_by(tree, main.text, described.title or "")
    closure = closure_of(marks, shown, body.asked_url or body.url, body.url)
    if not main.text.strip() and closure is None:
        return _NO_TEXT
    return Page(
        text=main.text,
        passages=cut_passages(main.text, main.blocks),
        form=PageForm.HTML,
        encoding=encoding,
        closure=closure,
        hidden_chars=hidden,
        title=described.title,
        author=described.author,
        site=described.site,
        date=described.date,
        language=described.language,
        canonical=described.canonical,
        description=described.description,
        noindex=described.noindex,
    )


def parse_tree(text: str) -> Any | None:
    """The root of a page's tree, without comments and processing instructions; None for a page
    without any element."""
    parser = html.HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        default_doctype=False,
        no_network=True,
    )
    try:
        return html.document_fromstring(clean(text).encode(), parser=parser)
    except etree.ParserError:
        return None


def _bounded(main: MainText, longest: int) -> MainText:
    text = cut_at_line(main.text, longest)
    return MainText(text, tuple(block for block in main.blocks if block.start < len(text)))
