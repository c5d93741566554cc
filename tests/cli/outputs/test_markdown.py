"""The Markdown file, as a CommonMark and GFM parser sees it."""

import re

import pyromark

from cli.outputs.markdown import render
from tests.cli.networked import ANSWER, NOTE, QUESTION
from tests.cli.outputs.hostile import EVIL, LOCATORS, OVERRIDE, hostile_result


def _html(markdown: str) -> str:
    return pyromark.html(
        markdown,
        options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_GFM,
    )


def test_nothing_in_a_source_becomes_markup() -> None:
    page = _html(render(hostile_result(), EVIL))
    tags = set(re.findall(r"<([a-z0-9]+)", page))
    assert tags <= set("a code h1 h2 li ol p pre ul table thead tbody tr th td".split())
    assert "<img" not in page
    assert OVERRIDE not in page
    assert "\x1b" not in page


def test_every_link_is_the_address_of_a_source() -> None:
    page = _html(render(hostile_result(), EVIL))
    linked = re.findall(r'href="([^"]*)"', page)
    assert linked == [LOCATORS[2].replace("&", "&amp;")]


def test_no_bare_address_is_left_that_a_viewer_would_link() -> None:
    written = render(hostile_result(), EVIL)
    outside = re.sub(r"^ *(`{3,})text\n.*?\n *\1$", "", written, flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"(?<!<)https?://\S+", outside) == []


def test_an_excerpt_stands_letter_for_letter_in_its_fence() -> None:
    excerpt = "Use ``` and ````.\n\n    indented **bold** <b>"
    cited = ANSWER.citations[0].model_copy(update={"raw_excerpt": excerpt})
    page = _html(render(ANSWER.model_copy(update={"citations": (cited,)}), QUESTION))
    shown = excerpt.replace("<", "&lt;").replace(">", "&gt;")
    assert f'<pre><code class="language-text">{shown}' in page


def test_the_tenth_source_is_numbered_and_its_excerpt_stays_below_it() -> None:
    many = ANSWER.model_copy(update={"citations": ANSWER.citations[:1] * 11})
    page = _html(render(many, QUESTION))
    sources = page.partition("<h2>Sources</h2>")[2].partition("<h2>")[0]
    assert sources.count("<ol") == 1
    assert sources.count("<li>") == 11
    assert sources.count("<pre>") == 11


def test_the_file_holds_answer_contradiction_sources_gaps_and_who_was_asked() -> None:
    written = render(ANSWER, QUESTION)
    for words in (
        f"# {QUESTION}\n\n{NOTE} [1]",
        "| [1], characters 9 to 23 | [2], 2025-05-02, characters 9 to 23 |",
        "| opens at 11:00 | opens at 10:00 |",
        "found by web and local-brain",
        "<https://mill.example.org/visit?day=1&lang=en>",
        "## Left open",
        "- winter hours (not found): local-brain and web were asked.",
        "| 2 | web | mill winter hours | found nothing | 1 source, 2.00 s |",
    ):
        assert words in written


def test_of_one_researcher_asked_directly_nobody_else_is_said_to_have_been_asked() -> None:
    alone = ANSWER.model_copy(update={"dispatches": (), "contradictions": ()})
    written = render(alone, QUESTION)
    assert "Who was asked" not in written
    assert "found by" not in written
