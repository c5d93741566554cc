"""One piece of evidence is cited once, whoever found it."""

from contract import Citation, ResearchResult
from contract.version import CUT_MARK, EXCERPT_MAX_CHARS
from pi.reconcile.admission import admit, in_order
from pi.reconcile.merging import Evidence, merge
from tests.pi.results import Quote, answered, citation_of, received, result_of, task_of

NOTE = "It is old. The deck oven needs 75 minutes to heat up. Open the flue first. Then wait."
NEEDS = "The deck oven needs 75 minutes to heat up."
OPEN = "Open the flue first."


def evidence_of(*found: tuple[str, Quote]) -> tuple[Evidence, ...]:
    reports = in_order([answered(name, quote) for name, quote in found])
    return merge(admit(reports)[0])


def test_the_same_words_found_by_two_are_one_citation_that_names_both() -> None:
    (one,) = evidence_of(("web", Quote(NEEDS, text=NOTE)), ("local-brain", Quote(NEEDS, text=NOTE)))
    assert one.citation.found_by == ("local-brain", "web")
    assert one.citation.raw_excerpt == NEEDS


def test_overlapping_excerpts_of_one_text_are_joined_to_the_letter() -> None:
    left = Quote(NEEDS, text=NOTE, excerpt=f"{NEEDS} {OPEN}")
    right = Quote(OPEN, text=NOTE, excerpt=f"{OPEN} Then wait.")
    (one,) = evidence_of(("a", left), ("b", right))
    assert one.citation.raw_excerpt == f"{NEEDS} {OPEN} Then wait."
    start, end = one.citation.char_start, one.citation.char_end
    assert NOTE[start:end] == one.citation.raw_excerpt


def test_excerpts_that_do_not_touch_stay_two_citations_of_one_source() -> None:
    first, second = evidence_of(
        ("a", Quote(NEEDS, text=NOTE)), ("b", Quote("Then wait.", text=NOTE))
    )
    assert first.source == second.source


def test_what_is_too_long_for_one_excerpt_stays_two() -> None:
    text = "The oven is hot. " * 50
    left = Quote("The oven is hot.", text=text, excerpt=text[:400])
    right = citation_of(left).model_copy(
        update={"raw_excerpt": text[200:640], "char_start": 200, "char_end": 640}
    )
    reports = [
        answered("a", left),
        received(task_of("b"), [left], with_citation(right)),
    ]
    found = merge(admit(in_order(reports))[0])
    assert [len(one.citation.raw_excerpt) for one in found] == [400, 440]
    assert all(len(one.citation.raw_excerpt) <= EXCERPT_MAX_CHARS for one in found)


def test_a_cut_excerpt_within_a_whole_one_loses_its_mark() -> None:
    whole = Quote(NEEDS, text=NOTE)
    end = NOTE.index("minutes")
    cut = citation_of(whole).model_copy(
        update={
            "raw_excerpt": NOTE[11:end].rstrip() + CUT_MARK,
            "char_start": 11,
            "char_end": len(NOTE[:end].rstrip()),
        }
    )
    reports = [answered("a", whole), received(task_of("b"), [whole], with_citation(cut))]
    (one,) = merge(admit(in_order(reports))[0])
    assert one.citation.raw_excerpt == NEEDS


def test_a_cut_excerpt_that_reaches_furthest_keeps_its_mark() -> None:
    whole = Quote(NEEDS, text=NOTE)
    end = NOTE.index("first")
    cut = citation_of(whole).model_copy(
        update={"raw_excerpt": NOTE[11:end] + CUT_MARK, "char_end": end}
    )
    reports = [answered("a", whole), received(task_of("b"), [whole], with_citation(cut))]
    (one,) = merge(admit(in_order(reports))[0])
    assert one.citation.raw_excerpt == NOTE[11:end] + CUT_MARK
    assert one.citation.char_end == end


def test_a_page_stored_in_two_forms_is_one_citation_where_the_words_are_equal() -> None:
    (one,) = evidence_of(
        ("a", Quote(NEEDS, "https://example.org/oven", f"Ovens\n\n{NEEDS}", confidence=0.9)),
        ("b", Quote(NEEDS, "http://www.example.org/oven/#heat", f"# Ovens\n{NEEDS}")),
    )
    assert one.citation.locator == "https://example.org/oven"
    assert one.citation.found_by == ("a", "b")


def test_two_notes_of_one_name_on_two_machines_are_two_sources() -> None:
    first, second = evidence_of(
        ("a", Quote(NEEDS, "note://notes/oven.md")),
        ("b", Quote("The deck oven needs 90 minutes.", "note://notes/oven.md")),
    )
    assert first.source != second.source


def test_words_that_stand_twice_in_one_note_are_not_stretched_over_what_is_between() -> None:
    text = f"{NEEDS} {'Something else. ' * 10}{NEEDS}"
    twice = [citation_of(Quote(NEEDS, text=text)) for _ in range(2)]
    start = text.rindex(NEEDS)
    twice[1] = twice[1].model_copy(update={"char_start": start, "char_end": start + len(NEEDS)})
    quote = Quote(NEEDS, text=text)
    reports = [
        received(task_of("a"), [quote], with_citation(twice[0])),
        received(task_of("b"), [quote], with_citation(twice[1])),
    ]
    (one,) = merge(admit(in_order(reports))[0])
    assert one.citation.raw_excerpt == NEEDS
    assert one.citation.found_by == ("a", "b")


def test_the_date_of_a_source_is_kept_whoever_knew_it() -> None:
    (one,) = evidence_of(
        ("a", Quote(NEEDS, text=NOTE, confidence=0.9)),
        ("b", Quote(NEEDS, text=NOTE, published="2021-03-04")),
    )
    assert one.citation.published == "2021-03-04"


def test_those_behind_a_researcher_that_asked_others_are_named_behind_it() -> None:
    quote = Quote(NEEDS, text=NOTE)
    inner = citation_of(quote).model_copy(update={"found_by": ("local-brain", "web")})
    reports = [received(task_of("pi"), [quote], with_citation(inner))]
    (one,) = merge(admit(in_order(reports))[0])
    assert one.citation.found_by == ("pi/local-brain", "pi/web")


def with_citation(citation: Citation) -> ResearchResult:
    return result_of([Quote("x")]).model_copy(update={"citations": (citation,)})
