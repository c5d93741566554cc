"""A result is believed as far as its excerpts stand, and not a sentence further."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract import (
    Citation,
    Disagreement,
    DisagreementKind,
    DiscoveryEvent,
    DiscoveryType,
    ResearchResult,
    Side,
    WarningCode,
)
from contract.markers import markers, sentences_without_marker, unresolved, unused
from pi.checking import Checked, Contents, Unavailable, checked, names_cited, refuse_unreadable
from pi.dropping import without_citations
from pi.failure import FailureKind
from pi.model import Failed
from pi.testing.field_notes import NOTE, SENTENCE, result_of
from traces.digest import content_name

NAME = content_name(NOTE.encode())
NON_TEXT = "[non-text source]"


def result(**changes: Any) -> ResearchResult:
    return ResearchResult.model_validate({**result_of(), **changes})


def citing(**changes: Any) -> ResearchResult:
    """A result whose one citation is changed."""
    return result(citations=[{**result_of()["citations"][0], **changes}])


def held(one: ResearchResult, contents: Contents | None = None) -> Checked:
    return checked("notes", one, contents or {NAME: NOTE.encode()})


def failure(one: Checked) -> Failed:
    assert isinstance(one.outcome, Failed), one
    return one.outcome


def left(one: Checked) -> ResearchResult:
    assert isinstance(one.outcome, ResearchResult), one
    return one.outcome


def test_a_true_result_passes_unchanged_with_its_texts() -> None:
    one = result()
    assert held(one) == Checked(one, {NAME: NOTE})
    assert names_cited(one) == (NAME,)


@pytest.mark.parametrize(
    "changes",
    [
        {"raw_excerpt": SENTENCE + " [...]"},
        {"raw_excerpt": NON_TEXT, "char_start": None, "char_end": None},
    ],
)
def test_a_cut_excerpt_and_a_source_without_text_stand(changes: dict[str, Any]) -> None:
    one = citing(**changes)
    assert left(held(one)) == one


@pytest.mark.parametrize(
    "changes",
    [
        {"raw_excerpt": "Rye is sown in October."},
        {"raw_excerpt": SENTENCE[:-1]},
        {"raw_excerpt": SENTENCE + " "},
        {"raw_excerpt": ""},
        {"char_start": 0},
        {"char_end": 10_000},
        {"char_start": 30, "char_end": 20},
        {"raw_excerpt": "", "char_start": 20, "char_end": 20},
        {"raw_excerpt": " [...]", "char_start": 20, "char_end": 20},
        {"raw_excerpt": " [...]", "char_start": 10_000, "char_end": 10_001},
    ],
)
def test_words_that_do_not_stand_there_cost_the_whole_result(changes: dict[str, Any]) -> None:
    failed = failure(held(citing(**changes)))
    assert failed.kind is FailureKind.UNTRUE
    assert failed.sentence == (
        "notes can't be believed: citation [1] quotes words that don't stand where it says."
    )


def test_bytes_that_are_not_those_of_the_hash_cost_the_whole_result() -> None:
    failed = failure(held(result(), {NAME: NOTE.replace("hardy", "hasty").encode()}))
    assert (failed.kind, "hash" in failed.sentence) == (FailureKind.UNTRUE, True)


def test_a_source_without_text_is_held_against_its_hash_too() -> None:
    one = citing(raw_excerpt=NON_TEXT, char_start=None, char_end=None)
    assert failure(held(one, {NAME: b"other"})).kind is FailureKind.UNTRUE


def test_a_byte_that_is_no_text_counts_as_one_character() -> None:
    content = b"\xff\xfe rye"
    name = content_name(content)
    one = citing(content_hash=name, raw_excerpt="rye", char_start=3, char_end=6)
    assert left(held(one, {name: content})) == one


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"content_hash": None}, "it names no stored content"),
        ({"char_start": None}, "it does not say where its excerpt stands"),
        ({"content_hash": "sha256:" + "0" * 64}, "its content was not asked for"),
    ],
)
def test_evidence_of_which_nothing_can_be_checked_is_none(
    changes: dict[str, Any], reason: str
) -> None:
    done = held(citing(**changes))
    assert failure(done).kind is FailureKind.CONTRACT
    assert failure(done).sentence == f"No citation of notes can be checked: {reason}."
    assert done.notices == (f"Citation [1] of notes was left out: {reason}.",)


def test_one_citation_that_can_not_be_checked_goes_and_takes_its_sentences_along() -> None:
    known = result_of()["citations"][0]
    ghost = {**known, "content_hash": "sha256:" + "0" * 64}
    answer = "Rye stands the winter. [1]\n\nRye is sown in September. [1][2] It is hardy. [2]"
    one = result(citations=[ghost, known], answer=answer)
    gone: Contents = {NAME: NOTE.encode(), ghost["content_hash"]: Unavailable("nobody has it")}
    done = held(one, gone)
    assert left(done).answer == "Rye is sown in September. [1] It is hardy. [1]"
    assert left(done).citations == one.citations[1:]
    assert done.notices == ("Citation [1] of notes was left out: nobody has it.",)
    assert [w.code for w in left(done).warnings] == [WarningCode.SOURCE_LEFT_OUT]


def test_a_lie_is_told_also_beside_content_that_can_not_be_had() -> None:
    known = result_of()["citations"][0]
    ghost = {**known, "content_hash": "sha256:" + "0" * 64}
    lie = {**known, "raw_excerpt": "Rye is sown in May."}
    one = result(citations=[ghost, lie], answer="Rye. [1] Rye is sown in May. [2]")
    assert failure(held(one)).kind is FailureKind.UNTRUE


def test_an_honest_result_without_evidence_passes() -> None:
    one = result(answer="Nothing was found.", citations=[])
    assert left(held(one)) == one


@pytest.mark.parametrize("run", ["", "7", "../../etc/passwd", "A" * 36, "x" * 10_000])
def test_a_trace_id_that_is_none_is_refused(run: str) -> None:
    failed = refuse_unreadable("notes", result(trace_id=run))
    assert failed is not None
    assert failed.kind is FailureKind.CONTRACT
    assert len(failed.sentence) < 200


def test_a_marker_without_a_citation_is_refused() -> None:
    failed = refuse_unreadable("notes", result(answer="Rye is hardy. [1][7]"))
    assert failed is not None
    assert failed.sentence == "notes points to citation [7], and gives 1 citations."
    assert refuse_unreadable("notes", result()) is None


SENTENCES = st.lists(
    st.tuples(
        st.sampled_from(["Rye is sown.", "Wheat is cut.", "- A list line.", "`code [1] here`."]),
        st.sets(st.integers(1, 5), max_size=3),
        st.sampled_from([" ", "\n\n", "\n"]),
    ),
    min_size=1,
    max_size=8,
)


@given(SENTENCES, st.sets(st.integers(1, 5)))
def test_what_is_left_points_to_what_is_left_and_to_nothing_else(
    sentences: list[tuple[str, set[int], str]], dropped: set[int]
) -> None:
    answer = "".join(
        f"{text} {''.join(f'[{n}]' for n in sorted(numbers))}{gap}"
        for text, numbers, gap in sentences
    ).strip()
    cited = result_of()["citations"][0]
    citations = [{**cited, "locator": f"note://field/{n}.md"} for n in range(1, 6)]
    one = result(answer=answer or "Nothing.", citations=citations)
    rest = without_citations(one, frozenset(dropped), ())
    assert unresolved(rest.answer, len(rest.citations)) == ()
    before = {one.citations[n - 1].locator for n in markers(one.answer) if n not in dropped}
    assert {rest.citations[n - 1].locator for n in markers(rest.answer)} == before
    assert len(sentences_without_marker(rest.answer)) <= len(sentences_without_marker(one.answer))
    fresh = set(unused(rest.answer, len(rest.citations)))
    kept = [n for n in range(1, 6) if n not in dropped]
    assert {kept[n - 1] for n in fresh} <= set(unused(one.answer, 5))


def test_leads_and_disagreements_follow_their_citations_or_go() -> None:
    cited = Citation.model_validate(result_of()["citations"][0])

    def lead(numbers: tuple[int, ...], locator: str | None = None) -> DiscoveryEvent:
        return DiscoveryEvent(
            type=DiscoveryType.CONTRADICTION,
            query="rye",
            reason="They differ.",
            source_locator=locator,
            citations=numbers,
            excerpts=("a",) * len(numbers),
        )

    def differ(left: int, right: int) -> Disagreement:
        return Disagreement(
            kind=DisagreementKind.DATE,
            left=Side(citation=left, excerpt="a"),
            right=Side(citation=right, excerpt="b"),
            sentence="They differ.",
        )

    one = result().model_copy(
        update={
            "citations": (cited,) * 3,
            "answer": "Rye. [1] Rye. [2] Rye. [3]",
            "discovery_events": (lead((2, 3)), lead((1, 2)), lead((1,), "note://a.md"), lead(())),
            "contradictions": (differ(2, 3), differ(1, 2)),
        }
    )
    rest = without_citations(one, frozenset({1}), ())
    assert [event.citations for event in rest.discovery_events] == [(1, 2), (), ()]
    assert rest.discovery_events[1].excerpts == ()
    assert [(d.left.citation, d.right.citation) for d in rest.contradictions] == [(1, 2)]
