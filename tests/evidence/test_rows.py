"""Rows: scored on all that is known of a passage, merged without losing any."""

from evidence.analyze import default_analyzer
from evidence.documents import Document, Lane, Passage, Span
from evidence.rows import ScoredRow, document_terms, merge_rows, score_row
from researchers.loop.testing import document
from tests.evidence.evidence_of import NO_WEIGHTS, plan_of

QUESTION = "Which baking deck oven has Basel?"
PLAIN = document("a/plain.md", "It is hot.\n\nIt is loud.")


def row(note: Document, place: int = 0, lanes: tuple[Lane, ...] = (Lane.TEXT,)) -> ScoredRow:
    return score_row(
        note, note.passages[place], plan_of(QUESTION), NO_WEIGHTS, default_analyzer(), lanes
    )


def test_title_headings_tags_fields_and_path_count_as_the_passage_does() -> None:
    note = Document(
        key="ovens/basel.md",
        locator="note://ovens/basel.md",
        title="The deck",
        text="It is hot.",
        content_hash="sha256:" + "0" * 64,
        passages=(Passage(Span(0, 10), headings=("Oven",)),),
        tags=("baking",),
        fields={"author": "Anna"},
    )
    found = row(note)
    assert set(found.row.matched) == {"bake", "deck", "oven", "basel"}
    assert found.row.missing == ()
    assert {"anna", "hot", "bake", "deck"} <= document_terms(note, default_analyzer())


def test_passages_of_one_note_are_rows_of_their_own() -> None:
    merged = merge_rows([row(PLAIN, 0)], [row(PLAIN, 1)])
    assert [one.row.text for one in merged] == ["It is hot.", "It is loud."]


def test_a_row_met_again_keeps_its_place_and_gains_its_lanes() -> None:
    kept = [row(PLAIN, 0), row(PLAIN, 1)]
    merged = merge_rows(kept, [row(PLAIN, 1, (Lane.TAG,)), row(PLAIN, 1, (Lane.TEXT,))])
    assert [one.row.identity for one in merged] == [one.row.identity for one in kept]
    assert merged[0].row.lanes == (Lane.TEXT,)
    assert merged[1].row.lanes == (Lane.TEXT, Lane.TAG)


def test_a_row_is_found_down_to_its_heading() -> None:
    passage = Passage(Span(0, 10), fragment="Heat")
    one = score_row(PLAIN, passage, plan_of(QUESTION), NO_WEIGHTS, default_analyzer())
    assert one.row.locator == "note://a/plain.md#Heat"
    assert row(PLAIN).row.locator == "note://a/plain.md"
