"""Markdown keeps its own text; what stands in it is found at exact offsets."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evidence.documents import OutLink, Passage
from researchers.reading.markdown import parse_markdown
from researchers.reading.parsed import Parsed
from researchers.reading.passages import LONGEST_CHARS, cut_passages
from researchers.reading.plain import parse_plain

LINE = st.one_of(
    st.sampled_from(
        [
            "# H",
            "## Ä 🎈",
            "---",
            "***",
            "- item",
            "  - deeper",
            "1. one",
            "> quote",
            "```py",
            "```",
            "~~~",
            "| a | b |",
            "|---|---|",
            "| 1 | 2 |",
            "[[Note#H|alias]]",
            "![[e.png]]",
            "[t](x.md)",
            "[r]: http://x.y",
            "#tag/ä and `#code`",
            "<div>",
            "</div>",
            "    code",
            "title: x",
            "tags: [a, b]",
            "Setext",
            "===",
            "http://a.b/c_(d).",
            "a\tb",
            "\u2028",
            "",
            "naïve 日本語 e\u0301",
            "[^1]: foot",
            "&amp; &#0;",
            "\x0b",
            "word " * 60,
            "x" * 2_000,
        ]
    ),
    st.text(max_size=40),
)
MARKDOWN = st.builds(
    lambda head, lines, end: head + end.join(lines),
    st.sampled_from(["", "\ufeff", "---\n"]),
    st.lists(LINE, max_size=30),
    st.sampled_from(["\n", "\r\n", "\n\n", "\r"]),
)


def pieces(parsed: Parsed) -> list[tuple[str, Passage]]:
    return [
        (parsed.text[p.span.start : p.span.end], p)
        for p in cut_passages(parsed.text, parsed.blocks)
    ]


def assert_sound(parsed: Parsed, text: str) -> None:
    """Spans lie in the text, in order, disjoint, and leave out nothing but white space."""
    assert parsed.text == text
    last = 0
    for passage in cut_passages(text, parsed.blocks):
        assert last <= passage.span.start < passage.span.end <= len(text)
        assert not text[last : passage.span.start].strip().strip("\ufeff").strip()
        assert len(passage.span) <= LONGEST_CHARS
        last = passage.span.end
    assert not text[last:].strip().strip("\ufeff").strip()
    for link in parsed.links:
        assert 0 <= link.span.start < link.span.end <= len(text)


@settings(max_examples=300, deadline=None)
@given(MARKDOWN)
@example("---\n---\n# H\n```\nopen")
@example("\ufeff---\ntitle: x\n---\n\ufeff")
@example("# \n\n## \n\n#\n")
def test_passages_of_any_markdown_are_in_order_disjoint_and_whole(text: str) -> None:
    assert_sound(parse_markdown(text), text)


@settings(max_examples=150, deadline=None)
@given(MARKDOWN)
def test_passages_of_any_plain_text_are_in_order_disjoint_and_whole(text: str) -> None:
    assert_sound(parse_plain(text), text)


def linked(text: str) -> list[tuple[str, str, str]]:
    parsed = parse_markdown(text)

    def shown(link: OutLink) -> tuple[str, str, str]:
        return (link.target, link.text, text[link.span.start : link.span.end])

    return [shown(link) for link in parsed.links]


def test_links_of_all_kinds_stand_at_their_offsets() -> None:
    assert linked(
        "é [[Wiki#Part|shown]] ![[img.png]] [a *b*](c/d.md 't') <https://e.f> [g][h] https://i.j/k_(l).\n\n"
        "[h]: m.md\n\n`[[not]]`\n\n```\n[[nor]] https://this\n```\n"
    ) == [
        ("Wiki#Part", "shown", "[[Wiki#Part|shown]]"),
        ("img.png", "img.png", "![[img.png]]"),
        ("c/d.md", "a b", "[a *b*](c/d.md 't')"),
        ("https://e.f", "https://e.f", "<https://e.f>"),
        ("m.md", "g", "[g][h]"),
        ("https://i.j/k_(l)", "https://i.j/k_(l)", "https://i.j/k_(l)"),
    ]


def test_tags_come_from_front_matter_and_text_but_not_from_code() -> None:
    parsed = parse_markdown(
        "---\ntags: [a, '#b/c']\ntag: d e\n---\n#f-g and (#no) x#no #1 #h1 `#no`\n\n"
        "```\n#no\n```\n\n# Not a tag\n\n[x](#no)\n"
    )
    assert parsed.tags == ("a", "b/c", "d", "e", "f-g", "h1")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From fields\n---\n# Heading\n", "From fields"),
        ("## Second\n\n# First *one*\n", "First one"),
        ("Setext\n===\n", "Setext"),
        ("> # quoted\n\n## Only deeper\n", None),
        ("```\n# code\n```\n", None),
    ],
)
def test_the_title_is_the_front_matters_or_the_first_heading(text: str, title: str | None) -> None:
    assert parse_markdown(text).title == title


def test_line_ends_and_byte_order_mark_stay_in_the_text() -> None:
    text = "\ufeff---\r\ntitle: Ü\r\n---\r\n# H\r\n\r\nBody\r\n"
    parsed = parse_markdown(text)
    assert parsed.text == text
    assert parsed.title == "Ü"
    assert [(piece, p.role, p.headings) for piece, p in pieces(parsed)] == [
        ("---\r\ntitle: Ü\r\n---", "front_matter", ()),
        ("# H\r\n\r\nBody", "raw_text", ("H",)),
    ]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    parsed = parse_markdown("---\nJust a line\n---\n\nText\n")
    assert parsed.fields == {}
    assert {p.role for _, p in pieces(parsed)} == {"raw_text"}
