"""What one result shows, held against its case. Pure functions."""

from contract import AnswerStatus, Citation, GapCategory, ResearchResult
from contract.version import CUT_MARK
from evals.case import Case

_NOTE: str = "note://"


def abstains(result: ResearchResult) -> bool:
    """True when the researcher says that the notes hold no answer."""
    return result.answer_status is AnswerStatus.NO_EVIDENCE


def right_file_first(case: Case, result: ResearchResult) -> bool:
    """The first citation is of a gold file."""
    return any_file(case, result, 1)


def any_file(case: Case, result: ResearchResult, among: int) -> bool:
    """One of the gold files is among the first citations."""
    cited = result.citations[:among]
    return any(_is_of(file, one) for file in case.files for one in cited)


def all_files(case: Case, result: ResearchResult, among: int) -> bool:
    """Every gold file is among the first citations."""
    cited = result.citations[:among]
    return all(any(_is_of(file, one) for one in cited) for file in case.files)


def paragraph_cited(case: Case, result: ResearchResult, among: int) -> bool:
    """One of the first excerpts stands inside the gold paragraph, white space aside."""
    if case.paragraph is None:
        return False
    paragraph = _plain(case.paragraph)
    excerpts = (_plain(one.raw_excerpt.removesuffix(CUT_MARK)) for one in result.citations[:among])
    return any(excerpt and excerpt in paragraph for excerpt in excerpts)


def answer_in_excerpts(case: Case, result: ResearchResult, among: int) -> bool:
    """The first excerpts hold what the answer must hold, case aside."""
    return _holds(case, "\n".join(one.raw_excerpt for one in result.citations[:among]))


def answer_in_text(case: Case, result: ResearchResult) -> bool:
    """The answer's own text holds what it must hold, case aside."""
    return not abstains(result) and _holds(case, result.answer)


def names_disagreement(result: ResearchResult) -> bool:
    """The result says that its sources contradict each other."""
    return any(gap.category is GapCategory.CONTRADICTORY_SOURCES for gap in result.gaps)


def _holds(case: Case, text: str) -> bool:
    lowered = _plain(text).lower()
    return bool(case.answers) and all(
        any(_plain(one).lower() in lowered for one in choices) for choices in case.answers
    )


def _is_of(file: str, citation: Citation) -> bool:
    """A locator is `note://ROOT/path`, with `#` and the place in the note behind it."""
    _, _, path = citation.locator.removeprefix(_NOTE).partition("/")
    return path == file or path.startswith(f"{file}#")


def _plain(text: str) -> str:
    return " ".join(text.split())
