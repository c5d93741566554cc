"""Windows, content modes and lookups, without any I/O."""

from hypothesis import given
from hypothesis import strategies as st

from evidence.analyze import default_analyzer
from evidence.documents import Document, Passage, Span
from researchers.local_brain.index.protocol import NoteKey
from researchers.local_brain.tools.lookups import ambiguous, named_like, spelled_keys
from researchers.local_brain.tools.reading import note_text
from researchers.local_brain.tools.requests import ContentMode
from researchers.local_brain.tools.windows import windows

FILLER = "Nothing of note happened on that long and quiet day. " * 40
TEXT = f"# Oven\n\n{FILLER}The oven runs at 230 degrees. {FILLER}Rye needs 210 degrees. {FILLER}"


def _document(text: str) -> Document:
    return Document(
        key="home/oven.md",
        locator="note://home/oven.md",
        title="Oven",
        text=text,
        content_hash="sha256:" + "0" * 64,
        passages=(Passage(Span(0, len(text)), ("Oven",), "Oven"),),
        tags=("baking",),
    )


def _read(
    mode: ContentMode, query: str | None = None, max_chars: int = 700, start: int = 0
) -> tuple[list[str], int | None]:
    note = note_text(
        _document(TEXT),
        "oven",
        mode,
        query=query,
        max_chars=max_chars,
        analyzer=default_analyzer(),
        start=start,
    )
    for section in note.sections:
        assert TEXT[section.char_start : section.char_end] == section.text
    return [section.text for section in note.sections], note.next_start


def test_evidence_shows_the_text_around_the_words_of_the_query() -> None:
    sections, _ = _read(ContentMode.EVIDENCE, "rye degrees")
    assert "Rye needs 210 degrees." in " ".join(sections)
    assert sum(map(len, sections)) <= 700


def test_evidence_prefers_the_window_that_holds_more_of_the_query() -> None:
    sections, _ = _read(ContentMode.EVIDENCE, "rye degrees", max_chars=350)
    assert len(sections) == 1
    assert "Rye" in sections[0]


def test_evidence_without_a_match_shows_the_beginning() -> None:
    sections, _ = _read(ContentMode.EVIDENCE, "submarine")
    assert sections[0].startswith("# Oven")


def test_raw_text_is_read_in_parts_without_a_hole() -> None:
    whole, start = "", 0
    while True:
        sections, next_start = _read(ContentMode.RAW, max_chars=1000, start=start)
        whole += "".join(sections)
        if next_start is None:
            break
        start = next_start
    assert whole == TEXT


def test_raw_text_past_the_end_is_empty() -> None:
    assert _read(ContentMode.RAW, start=10**9) == ([], None)


@given(
    st.text(alphabet="ab \n\u00e9\u6771\U0001f600", max_size=3000),
    st.lists(st.sampled_from(["a", "b", "ab", "aba"]), min_size=1, max_size=3),
    st.integers(100, 1000),
)
def test_windows_are_ordered_disjoint_and_within_the_budget(
    text: str, words: list[str], budget: int
) -> None:
    spans = windows(text, words, default_analyzer(), budget)
    assert sum(map(len, spans)) <= budget
    place = 0
    for span in spans:
        assert place <= span.start < span.end <= len(text)
        place = span.end


def test_a_lookup_is_a_key_a_locator_or_either_with_a_fragment() -> None:
    key = NoteKey("home", "a b/c#1.md")
    for lookup in (
        "home/a b/c#1.md",
        "note://home/a b/c#1.md#Heading",
        "note://home/a%20b/c%231.md",
    ):
        assert key in spelled_keys(lookup)
    assert spelled_keys("oven") == []


def test_a_name_finds_notes_whatever_its_case() -> None:
    keys = [NoteKey("home", "Baking/Oven.md"), NoteKey("work", "oven.txt"), NoteKey("work", "x.md")]
    assert named_like("OVEN", keys) == keys[:2]
    assert named_like("oven.md", keys) == keys[:1]
    assert named_like("baking/oven.md", keys) == keys[:1]
    assert "home/Baking/Oven.md, work/oven.txt" in ambiguous("oven", keys[:2])
