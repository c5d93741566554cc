"""BibTeX and RIS: one entry for each document, and no text that ends its field."""

import re

import pytest

from cli.outputs import bibtex, ris
from cli.outputs.works import works_of
from tests.cli.networked import ANSWER, QUESTION, cited
from tests.cli.outputs.hostile import LOCATORS, OVERRIDE, hostile_result

HASH = "sha256:" + "b" * 64


def _balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth < 0:
            return False
    return depth == 0


def test_an_entry_says_where_when_and_by_which_hash() -> None:
    entry = bibtex.render(ANSWER, QUESTION).split("\n\n")[1]
    assert entry.startswith("@misc{mill-example-org-visit-2,\n")
    for line in (
        "title = {{Visit the mill}},",
        "url = {https://mill.example.org/visit?day=1&lang=en},",
        "date = {2025-05-02},",
        "month = may,",
        f"note = {{[2] {HASH}, characters 0 to 34; run {ANSWER.trace_id}}},",
    ):
        assert f"  {line}\n" in entry


def test_an_author_is_named_where_a_researcher_says_one() -> None:
    known = cited("x", "https://a.example/", author="Ada {L}")
    result = ANSWER.model_copy(update={"citations": (known,)})
    assert r"author = {{Ada \textbraceleft{}L\textbraceright{}}}," in bibtex.render(result, "?")
    assert "AU  - Ada {L}\r\n" in ris.render(result, "?")


def test_passages_of_one_note_are_one_work_and_pages_with_fragments_are_two() -> None:
    places = (
        "note://r/a.md#One",
        "note://r/a.md#Two",
        "https://a.example/#1",
        "https://a.example/#2",
    )
    result = ANSWER.model_copy(update={"citations": tuple(cited("x", one) for one in places)})
    works = works_of(result)
    assert [work.locator for work in works] == ["note://r/a.md", *places[2:]]
    assert len(works[0].notes) == 2
    assert len({work.key for work in works}) == 3


def test_hostile_text_stays_inside_its_braces() -> None:
    written = bibtex.render(hostile_result(), QUESTION)
    entries = re.split(r"\n\n(?=@misc\{)", written)
    assert len(entries) == len(LOCATORS)
    for entry in entries:
        assert _balanced(entry)
        head, *fields, end = entry.strip().split("\n")
        assert re.fullmatch(r"@misc\{[a-z0-9-]+,", head)
        assert end == "}"
        assert all(re.fullmatch(r"  [a-z]+ = (\{.*\}|[a-z]{3}),", field) for field in fields)
        assert not re.search(r"(?<!\\)[%#$]", re.sub(r"  url = .*", "", entry))
    assert OVERRIDE not in written
    assert "\x1b" not in written
    assert r"\input" not in written


def test_hostile_text_begins_no_record_of_its_own() -> None:
    written = ris.render(hostile_result(), QUESTION)
    lines = [line for line in written.split("\r\n") if line]
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines)
    assert sum(line.startswith("TY  - ") for line in lines) == len(LOCATORS)
    assert lines.count("ER  - ") == len(LOCATORS)
    assert "\n" not in written.replace("\r\n", "")
    assert OVERRIDE not in written


def test_a_record_names_type_date_and_address() -> None:
    record = ris.render(ANSWER, QUESTION).split("\r\n\r\n")[1]
    assert record.startswith(
        "TY  - ELEC\r\nID  - mill-example-org-visit-2\r\nTI  - Visit the mill\r\n"
    )
    assert "\r\nPY  - 2025\r\nDA  - 2025/05/02/\r\n" in record
    assert "\r\nUR  - https://mill.example.org/visit?day=1&lang=en\r\n" in record


@pytest.mark.parametrize(
    ("published", "date"),
    [("2024", "2024///"), ("2024-03", "2024/03//"), ("2024-03-04T10:00:00Z", "2024/03/04/")],
)
def test_a_date_is_told_as_far_as_it_is_known(published: str, date: str) -> None:
    result = ANSWER.model_copy(
        update={"citations": (cited("x", "https://a.example/", published=published),)}
    )
    assert f"DA  - {date}\r\n" in ris.render(result, "?")


def test_without_sources_the_files_are_empty_and_valid() -> None:
    nothing = ANSWER.model_copy(update={"citations": ()})
    assert bibtex.render(nothing, QUESTION) == "% No source was cited.\n"
    assert ris.render(nothing, QUESTION) == ""
