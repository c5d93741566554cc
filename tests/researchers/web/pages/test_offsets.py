"""Passages lie in the stored text, in order and apart, and every word of it is in one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from researchers.web.pages.model import Page, PageLimits
from tests.researchers.web.pages.pages import SENTENCES, article, fetched, page_of, read, words

_BODY = """
<h2>The lamp</h2><p>It was a <b>good</b> lamp_with_glass, and *not* a
<a href="/x">small</a> one.</p>
<ul><li>first <i>item</i></li><li>second<ol><li>inner</li><li>more</li></ol></li></ul>
<h3>Its parts</h3>
<table><tr><th>part</th><th>year</th></tr><tr><td>lens</td><td>1874</td></tr></table>
<pre>turn(lamp)
  wait 5
</pre><blockquote><p>Light is work.</p></blockquote><p>one line<br>another line</p>
"""


def hold(page: Page) -> None:
    """Assert what is true of the passages of every page."""
    end = 0
    for passage in page.passages:
        span = passage.span
        assert end <= span.start < span.end <= len(page.text)
        assert not page.text[end : span.start].strip()
        assert page.text[span.start : span.end].strip() == page.text[span.start : span.end]
        end = span.end
    assert not page.text[end:].strip()
    assert page.text.encode().decode() == page.text


def test_headings_lists_tables_and_code_keep_their_shape() -> None:
    page = page_of(article(_BODY))

    hold(page)
    for piece in (
        "## The lamp\n\nIt was a good lamp_with_glass, and *not* a small one.",
        "- first item\n- second\n  1. inner\n  2. more",
        "| part | year |\n| lens | 1874 |",
        "turn(lamp)\nwait 5",
        "Light is work.",
        "one line\nanother line",
    ):
        assert piece in page.text


def test_a_passage_knows_the_headings_above_it() -> None:
    sections = "".join(f"<h2>Part {n}</h2><p>{' '.join(SENTENCES)}</p>" for n in range(1, 6))
    page = page_of(article(sections))

    hold(page)
    fourth = next(p for p in page.passages if p.fragment == "Part 4")
    assert fourth.headings == ("A history of the lighthouse", "Part 4")
    assert page.text[fourth.span.start : fourth.span.end].startswith("## Part 4\n\nThe lighthouse")


def test_every_sentence_stands_in_the_text_to_the_letter() -> None:
    page = page_of(article("<p>“Quotes”, dashes – and 1\u00a0000 &amp; more… naïve café</p>"))

    assert "“Quotes”, dashes – and 1 000 & more… naïve café" in page.text
    assert all(one in page.text for one in SENTENCES)


def test_a_long_text_ends_with_a_line() -> None:
    page = read(
        fetched(article("".join(f"<p>{n}. {SENTENCES[0]}</p>" for n in range(500)))),
        PageLimits(text_chars=2_000),
    )

    assert isinstance(page, Page)
    hold(page)
    assert 1_500 < len(page.text) <= 2_000
    assert page.text.rstrip().endswith(".")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("Ein Wärter\r\n\r\nund sein Log\r\rEnde \U0001f4a1\n" * 200, "text/plain"),
        ("\ufeffmark, and \x00 nul, and \x1b escape, " + "and more " * 90, "text/plain"),
        ('{"a": ["x", {"b": null}], "ü": "\\ud800 \\u0000 \U0001f4a1"}', "application/json"),
        ("# A\n\ntext\n\n## B\n\n" + "more. " * 1_000, "text/markdown"),
        ("<rss><channel><item><title>Ü</title><description>&lt;p>x</description>"
         "<link>http://a.example/</link></item></channel></rss>", "application/rss+xml"),
    ],
)  # fmt: skip
def test_other_forms_hold_the_same(body: str, content_type: str) -> None:
    hold(page_of(body, content_type))


@pytest.mark.parametrize("odd", ["{a='1'", "{}b='1'", "{x}='1'", "<='1'", "ü:ö='1'", "a:b:c='1'"])
def test_an_attribute_that_no_language_has_breaks_nothing(odd: str) -> None:
    page = page_of(article(f"<p {odd} hidden>Of no use.</p><div {odd}><p>{SENTENCES[0]}</p></div>"))

    hold(page)
    assert "Of no use" not in page.text


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("p h1 h2 h3 li div td pre span blockquote ul table".split()),
            st.text(max_size=60),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_whatever_a_page_is_made_of(parts: list[tuple[str, str, bool]]) -> None:
    soup = "".join(f"<{tag}>{text}" + (f"</{tag}>" if ends else "") for tag, text, ends in parts)
    page = read(fetched(article(soup)))

    if isinstance(page, Page):
        hold(page)
        assert words(page.text)
