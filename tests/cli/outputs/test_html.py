"""The HTML file: loads nothing, runs nothing, links only to what was recorded."""

from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from cli.outputs.html import render
from contract import ResearchResult
from tests.cli.networked import ANSWER, QUESTION
from tests.cli.outputs.hostile import EVIL, LOCATORS, OVERRIDE, hostile_result

TAGS = frozenset(
    "a bdi blockquote body br code div footer h1 h2 head html li main meta ol p pre section span "
    "strong style table td th title tr ul".split()
)
ATTRIBUTES = frozenset(
    "charset class content dir href http-equiv id lang name rel".split(),
)
EMPTY = frozenset({"meta", "br"})


class Parsed(HTMLParser):
    """The tags of a page with their attributes, its text, and whether tags are balanced."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.style = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        else:
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def hrefs(self) -> list[str]:
        return [attributes["href"] or "" for _, attributes in self.tags if "href" in attributes]


@pytest.mark.parametrize("result", [ANSWER, hostile_result()], ids=["plain", "hostile"])
def test_only_harmless_tags_and_attributes_occur_and_all_are_closed(result: ResearchResult) -> None:
    parsed = Parsed(render(result, EVIL))
    assert {tag for tag, _ in parsed.tags} <= TAGS
    assert {name for _, attributes in parsed.tags for name in attributes} <= ATTRIBUTES
    assert parsed.open == []


def test_every_link_is_a_recorded_source_or_leads_to_one() -> None:
    result = hostile_result()
    parsed = Parsed(render(result, QUESTION))
    places = {f"#{attributes['id']}" for _, attributes in parsed.tags if "id" in attributes}
    outside = {href for href in parsed.hrefs() if not href.startswith("#")}
    assert outside == {LOCATORS[2]}
    assert {href for href in parsed.hrefs() if href.startswith("#")} <= places


def test_the_policy_allows_nothing_but_this_style() -> None:
    parsed = Parsed(render(ANSWER, QUESTION))
    (policy,) = [
        attributes["content"] or ""
        for tag, attributes in parsed.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    digest = b64encode(sha256(parsed.style.encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"style-src 'sha256-{digest}'" in policy
    assert "url(" not in parsed.style
    assert "@import" not in parsed.style


def test_nothing_steers_the_reader() -> None:
    page = render(hostile_result(), EVIL)
    assert OVERRIDE not in page
    assert "\x1b" not in page
    assert "\x00" not in page
    assert "<script>alert(1)</script>" in Parsed(page).text  # shown, and not run


def test_the_page_holds_all_that_a_person_is_shown() -> None:
    said = " ".join(Parsed(render(ANSWER, QUESTION)).text.split())
    for words in (
        QUESTION,
        "[1] says 11:00, [2] says 10:00. (numbers differ)",
        "opens at 10:00 [2], 2025-05-02, characters 9 to 23",
        "found by web and local-brain",
        "characters 0 to 24, sha256:bbbb",
        "winter hours (not found): local-brain and web were asked.",
        "history of the mill (for academic): Nobody here is called academic",
        "failed: papers ended with exit code 3.",
        "3 sources, 0.25 s, 1,200 tokens",
        "Ended with enough evidence after 2 rounds",
    ):
        assert words in said


def test_a_marker_leads_to_its_source() -> None:
    assert '<a class="marker" href="#source-2">[2]</a>' in render(ANSWER, QUESTION)


def test_the_same_result_gives_the_same_bytes() -> None:
    assert render(ANSWER, QUESTION) == render(ANSWER, QUESTION)
