"""Evidence is held to the letter."""

from pathlib import Path

from evals.integrity import Share, marked, stored_in, verbatim
from tests.evals.results import HASH, NOTE, citation, result, stored
from traces.home import Home
from traces.store import ContentStore


def test_an_excerpt_stands_where_it_says() -> None:
    cited = result(citations=[citation("a.md"), citation("a.md", start=1)])
    assert verbatim(cited, stored) == Share(1, 2)


def test_the_mark_of_a_cut_is_not_part_of_the_excerpt() -> None:
    whole = citation("a.md", "Rye is sown")
    cut = whole.model_copy(update={"raw_excerpt": "Rye is sown [...]"})
    assert verbatim(result(citations=[cut]), stored) == Share(1, 1)


def test_an_excerpt_without_offsets_hash_or_content_does_not_count() -> None:
    good = citation("a.md")
    for broken in ({"char_start": None}, {"content_hash": None}, {"content_hash": f"{HASH[:-1]}z"}):
        cited = result(citations=[good.model_copy(update=broken)])
        assert verbatim(cited, stored) == Share(0, 1)


def test_an_empty_excerpt_at_an_empty_span_does_not_count() -> None:
    empty = citation("a.md").model_copy(update={"raw_excerpt": "", "char_start": 3, "char_end": 3})
    assert verbatim(result(citations=[empty]), stored) == Share(0, 1)


def test_content_is_read_from_the_home_and_held_against_its_name(tmp_path: Path) -> None:
    home = Home(tmp_path)
    store = ContentStore(home.cas)
    assert store.put(NOTE.encode()) == HASH
    assert stored_in(home)(HASH) == NOTE
    path = store.path(HASH)
    path.chmod(0o600)
    path.write_text(NOTE.replace("autumn", "spring"))
    assert stored_in(home)(HASH) is None


def test_each_sentence_needs_a_marker_that_leads_somewhere() -> None:
    cited = [citation("a.md")]
    assert marked(result("One. [1] Two. [1]", cited)) == Share(2, 2)
    assert marked(result("One. [1] Two.", cited)) == Share(1, 2)
    assert marked(result("One. [2]", cited)) == Share(0, 1)


def test_an_abstention_has_nothing_to_mark() -> None:
    assert marked(result("No evidence was found.", abstaining=True)) == Share(0, 0)


def test_shares_add_up() -> None:
    assert Share(1, 2) + Share(2, 3) == Share(3, 5)
