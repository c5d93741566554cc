"""JSON as a page: lines that a person can read."""

import json

from researchers.web.pages.model import PageForm
from tests.researchers.web.pages.pages import page_of, unread


def test_a_member_stands_in_a_line_of_its_own() -> None:
    page = page_of(b'{"name":"lamp","years":[1874,1901],"lit":true}', "application/json")

    assert page.text == (
        '{\n  "name": "lamp",\n  "years": [\n    1874,\n    1901\n  ],\n  "lit": true\n}'
    )
    assert (page.form, page.title) == (PageForm.JSON, "lamp")


def test_letters_of_all_scripts_stand_as_letters() -> None:
    assert "灯台" in page_of(json.dumps({"name": "灯台"}), "application/json").text


def test_long_json_is_cut_between_its_members() -> None:
    body = json.dumps({f"key {n}": "a lamp and a keeper " * 10 for n in range(50)})
    page = page_of(body, "application/vnd.example+json")

    assert len(page.passages) > 5
    assert all(page.text[p.span.start] in '{"' for p in page.passages)


def test_broken_json_says_so() -> None:
    assert unread('{"a": ', "application/json") == "broken JSON"
    assert unread("", "application/json") == "broken JSON"


def test_deep_json_says_so() -> None:
    for depth in (65, 5_000, 100_000):
        assert unread("[" * depth + "]" * depth, "application/json") == "JSON nested too deeply"
    assert page_of("[" * 60 + "]" * 60, "application/json").text


def test_a_number_that_is_too_long_to_be_one_says_so() -> None:
    assert unread("9" * 10_000, "application/json") == "broken JSON"
