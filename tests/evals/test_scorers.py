"""What counts as good, and what does not."""

import pytest

from contract import Gap, GapCategory
from evals.case import Case, Kind
from evals.scorers import (
    abstains,
    all_files,
    answer_in_excerpts,
    answer_in_text,
    any_file,
    names_disagreement,
    paragraph_cited,
    right_file_first,
)
from tests.evals.results import citation, result


def _case(
    files: tuple[str, ...] = (),
    paragraph: str | None = None,
    answers: tuple[tuple[str, ...], ...] = (),
) -> Case:
    return Case("c", "When is rye sown?", Kind.ANSWERABLE, files, paragraph, answers)


def test_a_file_is_told_by_its_whole_path_and_a_place_in_it_does_not_matter() -> None:
    case = _case(files=("a/rye.md",))
    assert right_file_first(case, result(citations=[citation("a/rye.md#Sowing")]))
    assert right_file_first(case, result(citations=[citation("a/rye.md")]))
    for other in ("rye.md", "b/a/rye.md", "a/rye.md.bak", "a/rye"):
        assert not right_file_first(case, result(citations=[citation(other)]))


def test_a_file_whose_name_holds_a_hash_is_found() -> None:
    case = _case(files=("c#/rye.md",))
    assert right_file_first(case, result(citations=[citation("c#/rye.md#Sowing")]))


def test_only_the_first_citations_count() -> None:
    case = _case(files=("x.md", "y.md"))
    cited = result(citations=[citation("a.md"), citation("x.md"), citation("y.md")])
    assert not right_file_first(case, cited)
    assert any_file(case, cited, 2)
    assert not all_files(case, cited, 2)
    assert all_files(case, cited, 3)


def test_an_excerpt_in_the_gold_paragraph_counts_whatever_its_line_breaks() -> None:
    case = _case(paragraph="Before. Rye is sown\n  in autumn. After.")
    assert paragraph_cited(case, result(citations=[citation("a.md")]), 10)
    cut = citation("a.md", "Rye is sown in [...]")
    assert paragraph_cited(case, result(citations=[cut]), 10)
    beyond = citation("a.md", "Rye is sown in autumn. It stands")
    assert not paragraph_cited(case, result(citations=[beyond]), 10)
    assert not paragraph_cited(case, result(citations=[citation("a.md", " ")]), 10)


def test_each_part_of_a_gold_answer_has_to_be_there() -> None:
    case = _case(answers=(("autumn", "fall"), ("FROST",)))
    both = [citation("a.md"), citation("a.md", "It stands the frost well.")]
    assert answer_in_excerpts(case, result(citations=both), 5)
    assert not answer_in_excerpts(case, result(citations=both), 1)
    assert not answer_in_text(case, result("Rye is sown in autumn. [1]", both))
    assert answer_in_text(case, result("In the fall, before the frost. [1]", both))


def test_no_gold_answer_is_never_held() -> None:
    assert not answer_in_text(_case(), result())


def test_an_abstention_holds_no_answer_even_when_it_repeats_the_question() -> None:
    silent = result("No evidence for autumn.", abstaining=True)
    assert abstains(silent)
    assert not answer_in_text(_case(answers=(("autumn",),)), silent)


@pytest.mark.parametrize("category", list(GapCategory))
def test_a_disagreement_is_a_gap_of_contradictory_sources(category: GapCategory) -> None:
    gap = Gap(topic="salt", category=category, detail="20 g and 24 g")
    named = names_disagreement(result(gaps=[gap]))
    assert named is (category is GapCategory.CONTRADICTORY_SOURCES)
