"""Leads of several searches and lanes become one list, and leads become rows."""

from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Lane, Span
from evidence.families import Family
from evidence.plan import plan_question
from researchers.loop.leads import Lead, leads_of, merge_hits
from researchers.loop.rows import rows_of, spread
from researchers.loop.testing import document
from researchers.source import SearchOutcome


def hit(key: str, rank: int, lane: Lane = Lane.TEXT, span: Span | None = None) -> Hit:
    return Hit(key, f"note://{key}", key, lane, rank, 1.0 / rank, span)


def outcome(*keys: str, lane: Lane = Lane.TEXT) -> SearchOutcome:
    """Hits in rank order; those of the text lane point to a passage."""
    span = Span(0, 5) if lane is Lane.TEXT else None
    return SearchOutcome(tuple(hit(key, n, lane, span) for n, key in enumerate(keys, start=1)))


def both(*outcomes: SearchOutcome) -> SearchOutcome:
    return SearchOutcome(tuple(hit for one in outcomes for hit in one.hits))


def keys(leads: list[Lead]) -> list[str]:
    return [lead.hit.key for lead in leads]


def test_the_question_s_own_order_stands_against_its_variants() -> None:
    merged = merge_hits([outcome("a", "b", "c"), outcome("c", "d")], Family.LOOKUP)
    assert keys(merged) == ["a", "b", "c", "d"]


def test_what_only_a_variant_finds_is_kept() -> None:
    merged = merge_hits([outcome("a"), outcome("z")], Family.LOOKUP)
    assert keys(merged) == ["a", "z"]


def test_a_tag_lifts_the_passage_that_text_found_and_adds_its_lane() -> None:
    found = both(outcome("a", "b", "c"), outcome("c", lane=Lane.TAG))
    (third,) = [lead for lead in merge_hits([found], Family.LOOKUP) if lead.hit.key == "c"]
    assert third.lanes == (Lane.TEXT, Lane.TAG)
    assert third.hit.span == Span(0, 5)


def test_tags_weigh_more_where_all_there_is_was_asked_for() -> None:
    found = both(outcome("a", "b", "c"), outcome("t", lane=Lane.TAG))
    assert keys(merge_hits([found], Family.LOOKUP))[-1] == "t"
    assert keys(merge_hits([found], Family.OVERVIEW)).index("t") < 3


def test_each_place_is_named_once() -> None:
    merged = merge_hits([outcome("a", "b"), outcome("b", "a"), outcome("a")], Family.LOOKUP)
    assert sorted(keys(merged)) == ["a", "b"]


def test_nothing_found_is_no_lead() -> None:
    assert merge_hits([SearchOutcome(()), SearchOutcome(())], Family.LOOKUP) == []


def rows(question: str, note: Document, span: Span | None) -> list[str]:
    """The passages that a lead to a note becomes."""
    plan = plan_question(question, default_analyzer())
    leads = leads_of([hit(note.key, 1, span=span)])
    found = rows_of(leads, {note.key: note}, plan, {}, default_analyzer())
    return [one.row.text for one in found]


NOTE = document(
    "oven.md", "The oven is hot.\n\nIts deck is clean.\n\nThe deck oven is loud.\n\nBees fly."
)


def test_a_lead_to_a_place_becomes_the_passage_there() -> None:
    start = NOTE.text.index("Its deck")
    assert rows("deck?", NOTE, Span(start, start + 18)) == ["Its deck is clean."]


def test_a_lead_whose_place_moved_becomes_the_passage_that_overlaps_most() -> None:
    start = NOTE.text.index("Its deck")
    assert rows("deck?", NOTE, Span(start + 4, start + 25)) == ["Its deck is clean."]


def test_a_lead_to_a_whole_note_becomes_its_best_passages() -> None:
    found = rows("deck oven", NOTE, None)
    assert found[0] == "The deck oven is loud."
    assert set(found[1:]) == {"The oven is hot.", "Its deck is clean."}


def test_a_passage_that_says_nothing_of_the_question_is_no_row() -> None:
    assert rows("fishing treaty", NOTE, None) == []
    start = NOTE.text.index("Bees")
    assert rows("fishing treaty", NOTE, Span(start, start + 9)) == []


def test_one_note_does_not_take_all_the_first_places() -> None:
    other = document("rye.md", "Rye in the deck oven.")
    plan = plan_question("deck oven", default_analyzer())
    leads = [
        Lead(hit("oven.md", 1, span=NOTE.passages[n].span), (Lane.TEXT,)) for n in (0, 1, 2)
    ] + [Lead(hit("rye.md", 4, span=other.passages[0].span), (Lane.TEXT,))]
    documents = {"oven.md": NOTE, "rye.md": other}
    ordered = rows_of(leads, documents, plan, {}, default_analyzer())
    assert [one.row.document.key for one in ordered].index("rye.md") < 3
    far = spread(ordered, 20.0)
    assert [one.row.document.key for one in far][:2] == ["oven.md", "rye.md"]
    assert len(far) == len(ordered) == 4
