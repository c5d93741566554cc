"""Where a text is cut, and what each passage says of its place."""

from researchers.reading.markdown import parse_markdown
from researchers.reading.passages import LONGEST_CHARS, cut_passages
from researchers.reading.plain import parse_plain

PARAGRAPH = "A sentence that says something about gardens. " * 8


def shape(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    parsed = parse_markdown(text)
    return [
        (text[p.span.start : p.span.end].split("\n")[0][:12], p.headings, p.role)
        for p in cut_passages(text, parsed.blocks)
    ]


def test_each_section_is_a_passage_with_the_path_of_its_headings() -> None:
    big = PARAGRAPH * 2
    text = f"Before\n\n# A\n\n{big}\n\n## B\n\n{big}\n\n### C\n\n{big}\n\n## D\n\n{big}\n"
    assert shape(text) == [
        ("Before", (), "raw_text"),
        ("# A", ("A",), "raw_text"),
        ("## B", ("A", "B"), "raw_text"),
        ("### C", ("A", "B", "C"), "raw_text"),
        ("## D", ("A", "D"), "raw_text"),
    ]


def test_small_subsections_stay_with_their_section() -> None:
    text = f"# A\n\n{PARAGRAPH}\n\n## Small\n\nOne line.\n\n## B\n\n{PARAGRAPH * 2}\n"
    assert shape(text) == [("# A", ("A",), "raw_text"), ("## B", ("A", "B"), "raw_text")]


def test_a_heading_without_text_opens_the_passage_below_it() -> None:
    text = f"# A\n\n## B\n\n{PARAGRAPH * 2}\n\n## C\n\n{PARAGRAPH * 2}"
    assert shape(text) == [("# A", ("A", "B"), "raw_text"), ("## C", ("A", "C"), "raw_text")]


def test_the_fragment_is_the_last_heading() -> None:
    text = "# A\n\n## B *c*\n\nText\n"
    (passage,) = cut_passages(text, parse_markdown(text).blocks)
    assert passage.fragment == "B c"


def test_code_and_tables_alone_have_their_role() -> None:
    code = "```py\n" + "x = 1\n" * 230 + "```\n"
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 140
    text = f"# A\n\n{PARAGRAPH * 2}\n\n{code}\n{table}\n\n{PARAGRAPH}"
    roles = [role for _, _, role in shape(text)]
    assert roles == ["raw_text", "code", "table", "raw_text"]


def test_blocks_are_kept_whole_where_they_fit() -> None:
    text = "\n\n".join(f"{n} {PARAGRAPH}".strip() for n in range(9)) + "\n"
    parsed = parse_plain(text)
    passages = cut_passages(text, parsed.blocks)
    assert len(passages) < 9
    for passage in passages:
        assert text[passage.span.start : passage.span.end].endswith("gardens.")


def test_a_long_block_is_cut_at_the_ends_of_sentences() -> None:
    text = PARAGRAPH * 10
    passages = cut_passages(text, parse_markdown(text).blocks)
    assert len(passages) > 2
    for passage in passages:
        assert text[passage.span.start : passage.span.end].endswith(".")
        assert text[passage.span.start :].startswith("A sentence")


def test_a_text_without_any_break_is_cut_by_length() -> None:
    text = "x" * 5_000
    passages = cut_passages(text, parse_plain(text).blocks)
    assert [len(p.span) for p in passages] == [LONGEST_CHARS] * 3 + [200]
