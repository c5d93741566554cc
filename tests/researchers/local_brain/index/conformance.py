"""What every Index must do. A test module subclasses this and says how one is opened."""

import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from evidence.analyze import default_analyzer
from researchers.local_brain.index.protocol import (
    FileState,
    Index,
    IndexHit,
    IndexQuery,
    Note,
    NoteKey,
    Skipped,
)
from researchers.local_brain.index.record import term_id
from tests.researchers.local_brain.index.notes import as_indexed, corpus, note

RANKING_FLOOR = 0.85
"""hit@10 on the generated corpus; a ranking without term rarity stays below .1."""


def terms(text: str) -> tuple[str, ...]:
    return tuple(default_analyzer().content_terms(text))


def paths(hits: list[IndexHit]) -> list[str]:
    return [hit.note.path for hit in hits]


class IndexConformance(ABC):
    """Subclass it as `TestXyzIndex`."""

    @abstractmethod
    def open(self, place: Path) -> Index:
        """An index kept at `place`; opened twice it is the same index."""

    @abstractmethod
    def opening_code(self, place: Path) -> str:
        """Python that binds `index` to the index at `place`, for another process."""

    @pytest.fixture
    def place(self, tmp_path: Path) -> Path:
        return tmp_path / "index"

    @pytest.fixture
    def index(self, place: Path) -> Iterator[Index]:
        index = self.open(place)
        yield index
        index.close()

    def fill(self, index: Index, **texts: str) -> dict[str, Note]:
        notes = {name: note(f"{name}.md", text) for name, text in texts.items()}
        index.upsert(notes.values())
        index.commit()
        return notes

    def test_a_note_comes_back_as_it_went_in(self, index: Index) -> None:
        made = note("a/b.md", "---\ntags: [x, y/z]\nauthor: Ada\n---\n# Täg\n\nGrüße 🎈 an #alle\n")
        index.upsert([made])
        index.commit()
        assert index.note(made.key) == as_indexed(made)
        assert [passage for _, passage in index.passages_of(made.key)] == list(made.passages)

    def test_all_of_finds_exactly_the_passages_that_hold_all_terms(self, index: Index) -> None:
        made, _ = corpus(seed=3, notes=60)
        index.upsert(made)
        index.commit()
        analyzer = default_analyzer()
        holding: dict[str, set[str]] = {}
        for one in made:
            head = analyzer.terms(f"{one.title} {one.key.path.rpartition('.')[0]}")
            for passage in one.passages:
                body = analyzer.terms(one.text[passage.span.start : passage.span.end])
                place = f"{one.key.path}:{passage.span.start}"
                holding[place] = {*head, *body, *analyzer.terms(" ".join(passage.headings))}
        for pair in (made[0].text.split()[1:3], made[7].text.split()[2:5]):
            wanted = terms(" ".join(pair))
            hits = index.search(IndexQuery(terms=(), all_of=wanted), 1_000)
            found = {f"{hit.note.path}:{hit.span.start}" for hit in hits}
            assert found == {place for place, held in holding.items() if {*wanted} <= held}
            assert found

    def test_any_term_is_enough_for_the_others_to_be_missing(self, index: Index) -> None:
        self.fill(index, one="Rhubarb and custard", two="Custard", three="Neither of them")
        hits = index.search(IndexQuery(terms("rhubarb custard zeppelin")), 10)
        assert paths(hits) == ["one.md", "two.md"]
        assert [hit.matched for hit in hits] == [("rhubarb", "custard"), ("custard",)]

    @pytest.mark.parametrize(
        "question",
        [
            "title:rhubarb",
            '"rhubarb" OR',
            "NOT rhubarb",
            "rhubarb*",
            "rhubarb AND (",
            "{a b}: rhubarb",
            "NEAR(rhubarb)",
            "-rhubarb",
            "^rhubarb",
            "rhubarb; DROP TABLE notes",
            "rhu\x00barb rhubarb",
        ],
    )
    def test_operators_in_a_question_are_data(self, index: Index, question: str) -> None:
        self.fill(index, one="Rhubarb.", two="Something else entirely")
        assert paths(index.search(IndexQuery(terms(question)), 10)) == ["one.md"]

    @pytest.mark.parametrize("word", ['"', "'", "*", 'rhubarb"', "a b", "(", "⑴", "col:x", ""])
    def test_a_term_that_no_analyser_makes_is_no_error(self, index: Index, word: str) -> None:
        self.fill(index, one="Rhubarb.")
        index.search(IndexQuery((word,)), 5)
        index.search(IndexQuery((), all_of=(word, "rhubarb")), 5)
        index.document_frequencies([word])
        index.tagged([word], 5)

    @pytest.mark.parametrize(
        "word", ["naïve", "ÉCOLE", "İstanbul", "日本語", "москва", "⑴⑵", "fiﬁ"]
    )
    def test_any_script_is_found_again(self, index: Index, word: str) -> None:
        self.fill(index, one=f"Here stands {word} indeed", two="Here stands nothing of it")
        assert paths(index.search(IndexQuery((), all_of=terms(word)), 5)) == ["one.md"]

    def test_putting_a_note_in_twice_is_putting_it_in_once(self, index: Index) -> None:
        made, _ = corpus(seed=4, notes=5)
        index.upsert(made)
        index.commit()
        before = index.statistics()
        index.upsert(made)
        index.commit()
        after = index.statistics()
        assert (after.notes, after.passages, after.text_chars, after.note_terms) == (
            before.notes,
            before.passages,
            before.text_chars,
            before.note_terms,
        )
        frequency = index.document_frequencies([made[0].title.split()[0]])
        hits = index.search(IndexQuery((made[0].title.split()[0],)), 100)
        assert len(hits) == len({hit.passage_id for hit in hits}) == sum(frequency.values())

    def test_an_old_text_is_not_found_after_the_note_changed(self, index: Index) -> None:
        self.fill(index, one="Rhubarb")
        self.fill(index, one="Custard")
        assert index.search(IndexQuery(("rhubarb",)), 5) == []
        assert index.document_frequencies(["rhubarb"]) == {"rhubarb": 0}
        assert paths(index.search(IndexQuery(("custard",)), 5)) == ["one.md"]

    def test_a_deleted_note_is_gone_everywhere(self, index: Index) -> None:
        made = self.fill(index, one="---\ntags: t\n---\nRhubarb [[two]]", two="Custard")
        index.delete([made["one"].key, NoteKey("vault", "never-there.md")])
        index.commit()
        assert index.search(IndexQuery(("rhubarb",)), 5) == []
        assert index.note(made["one"].key) is None
        assert index.tags() == {}
        assert index.links_to(made["two"].key) == []
        assert list(index.files()) == [made["two"].key]
        index.delete([made["two"].key])
        index.commit()
        empty = index.statistics()
        assert (empty.notes, empty.passages, empty.text_chars) == (0, 0, 0)

    def test_nothing_is_seen_before_the_commit(self, index: Index, place: Path) -> None:
        index.upsert([note("a.md", "Rhubarb")])
        other = self.open(place)
        assert other.search(IndexQuery(("rhubarb",)), 5) == []
        index.commit()
        assert paths(other.search(IndexQuery(("rhubarb",)), 5)) == ["a.md"]
        other.close()

    def test_another_process_sees_a_commit(self, index: Index, place: Path) -> None:
        code = (
            f"{self.opening_code(place)}\n"
            "from researchers.local_brain.index.protocol import IndexQuery\n"
            "import sys\n"
            "print(len(index.search(IndexQuery(('rhubarb',)), 5)), flush=True)\n"
            "sys.stdin.readline()\n"
            "print(len(index.search(IndexQuery(('rhubarb',)), 5)), flush=True)\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "0\n"
            self.fill(index, one="Rhubarb")
            answer, _ = other.communicate("go\n", timeout=30)
        assert answer == "1\n"

    def test_a_writer_that_dies_leaves_what_was_committed(self, place: Path) -> None:
        code = (
            f"{self.opening_code(place)}\n"
            "import os\n"
            "from tests.researchers.local_brain.index.notes import note\n"
            "index.upsert([note('kept.md', 'Rhubarb')])\n"
            "index.commit()\n"
            "index.upsert(note(f'{n}.md', f'Custard {n}') for n in range(300))\n"
            "index.delete([note('kept.md', 'Rhubarb').key])\n"
            "os.kill(os.getpid(), 9)\n"
        )
        assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == -9
        index = self.open(place)
        assert list(index.files()) == [NoteKey("vault", "kept.md")]
        assert paths(index.search(IndexQuery(("rhubarb",)), 5)) == ["kept.md"]
        assert index.search(IndexQuery(("custard",)), 5) == []
        self.fill(index, more="Custard")
        assert paths(index.search(IndexQuery(("custard",)), 5)) == ["more.md"]
        index.close()

    def test_a_note_that_fails_half_way_leaves_the_others_whole(self, index: Index) -> None:
        def notes() -> Iterator[Note]:
            yield note("a.md", "Rhubarb")
            raise RuntimeError("the parser fell over")

        with pytest.raises(RuntimeError):
            index.upsert(notes())
        index.commit()
        assert paths(index.search(IndexQuery(("rhubarb",)), 5)) == ["a.md"]

    def test_more_is_asked_for_than_there_is(self, index: Index) -> None:
        self.fill(index, one="Rhubarb", two="Rhubarb")
        assert len(index.search(IndexQuery(("rhubarb",)), 1_000)) == 2

    def test_an_empty_query_finds_nothing(self, index: Index) -> None:
        self.fill(index, one="Rhubarb")
        assert index.search(IndexQuery(()), 5) == []
        assert index.search(IndexQuery(("rhubarb",)), 0) == []
        assert index.search(IndexQuery((), all_of=("rhubarb", "nowhere")), 5) == []

    def test_equal_scores_are_in_the_order_of_their_ids(self, index: Index) -> None:
        index.upsert(note(f"{n}.md", "Rhubarb and custard") for n in "cab")
        index.commit()
        hits = index.search(IndexQuery(("rhubarb",)), 5)
        assert len({round(hit.score, 6) for hit in hits}) == 1
        assert [hit.passage_id for hit in hits] == sorted(hit.passage_id for hit in hits)

    def test_a_search_keeps_to_tags_and_roots(self, index: Index) -> None:
        index.upsert(
            [
                note("a.md", "---\ntags: [Plan]\n---\nRhubarb"),
                note("b.md", "Rhubarb"),
                note("c.md", "Rhubarb", root="other"),
            ]
        )
        index.commit()
        assert paths(index.search(IndexQuery(("rhubarb",), tags=("plan",)), 5)) == ["a.md"]
        assert paths(index.search(IndexQuery(("rhubarb",), roots=("other",)), 5)) == ["c.md"]
        both = index.search(IndexQuery(("rhubarb",), tags=("#plan",), roots=("other",)), 5)
        assert both == []

    def test_tags_are_found_without_case_and_with_what_is_nested_below(self, index: Index) -> None:
        self.fill(index, a="---\ntags: [Area/Home, x]\n---\nA", b="B #area", c="C #areal [[a]]")
        assert index.tags() == {"area": 1, "area/home": 1, "areal": 1, "x": 1}
        assert [key.path for key in index.tagged(["#AREA"], 5)] == ["a.md", "b.md"]
        assert [key.path for key in index.tagged(["area/home", "x"], 5)] == ["a.md"]
        assert [key.path for key in index.linked_to_tagged(["x"], 5)] == ["c.md"]

    def test_links_follow_notes_that_come_go_and_are_renamed(self, index: Index) -> None:
        made = self.fill(index, a="[[Later]] and [b](b.md)", b="B")
        assert [key.path for key in index.links_from(made["a"].key)] == ["b.md"]
        index.upsert([note("deep/later.md", "Here now")])
        index.commit()
        later = NoteKey("vault", "deep/later.md")
        assert index.links_to(later) == [made["a"].key]
        assert [key.path for key in index.links_from(made["a"].key)] == ["deep/later.md", "b.md"]
        index.rename(later, NoteKey("vault", "deep/never.md"), FileState(1, 2, 3))
        index.commit()
        assert [key.path for key in index.links_from(made["a"].key)] == ["b.md"]
        held = index.note(made["a"].key)
        assert held is not None
        assert [link.resolved_key for link in held.links] == [None, "vault/b.md"]

    def test_a_renamed_note_keeps_its_passages(self, index: Index) -> None:
        made = self.fill(index, one="# H\n\nRhubarb [[two]]", two="Two [[one]]")
        before = index.passages_of(made["one"].key)
        new = NoteKey("vault", "moved/uno.md")
        index.rename(made["one"].key, new, FileState(9, 9, 9))
        index.commit()
        assert [passage for _, passage in index.passages_of(new)] == [p for _, p in before]
        assert index.note(made["one"].key) is None
        assert index.files()[new][0] == FileState(9, 9, 9)
        assert paths(index.search(IndexQuery(("uno",)), 5)) == ["moved/uno.md"]
        assert [key.path for key in index.links_from(new)] == ["two.md"]

    def test_terms_of_passages_and_notes_agree_with_the_analyser(self, index: Index) -> None:
        one = self.fill(index, one="---\nauthor: Ada\n---\n# Rhubarb pies\n\nOne pie, two pies.\n")[
            "one"
        ]
        (_, _), (passage_id, passage) = index.passages_of(one.key)
        found = index.passage_terms([passage_id, 999])
        analyzed = default_analyzer().terms(one.text[passage.span.start : passage.span.end])
        assert list(found) == [passage_id]
        assert found[passage_id].body.tolist() == [term_id(term) for term in analyzed]
        heads = {term_id(term) for term in terms("rhubarb pies ada")}
        assert heads <= set(found[passage_id].head.tolist())
        (whole,) = index.note_terms([found[passage_id].note_id]).values()
        assert index.note_keys([whole.note_id]) == {whole.note_id: one.key}
        assert whole.length == int(whole.counts.sum())
        assert np.all(np.diff(whole.terms.astype(np.int64)) > 0)
        statistics = index.statistics()
        assert statistics.note_terms == whole.length
        assert statistics.passages == 1

    def test_front_matter_is_found_with_the_text_that_it_is_about(self, index: Index) -> None:
        long = "a long description of how to force rhubarb in the dark under pots, year after year"
        text = f"---\nauthor: Ada\nsummary: {long}\n---\n# One\n\nText.\n"
        made = self.fill(index, one=text, two="---\nauthor: Ada\n---\n")
        body = index.passages_of(made["one"].key)[1][0]
        (hit,) = index.search(IndexQuery(terms("force rhubarb pots")), 5)
        assert (hit.passage_id, hit.matched) == (body, terms("force rhubarb pots"))
        assert sorted(paths(index.search(IndexQuery(("ada",)), 5))) == ["one.md", "two.md"]

    def test_skipped_files_are_kept_by_root(self, index: Index) -> None:
        parsed = Skipped("b.pdf", "encrypted PDF", FileState(1, 2, 3))
        index.set_skipped("vault", [Skipped("a.bin", "format not read"), parsed])
        index.set_skipped("other", [Skipped("c", "device")])
        index.set_skipped("other", [])
        index.commit()
        assert index.skipped() == [
            ("vault", Skipped("a.bin", "format not read")),
            ("vault", parsed),
        ]

    def test_the_ranking_finds_what_is_looked_for(self, index: Index) -> None:
        made, queries = corpus(seed=5, notes=600)
        index.upsert(made)
        index.commit()
        found = sum(
            path in paths(index.search(IndexQuery(terms(query)), 10)) for query, path in queries
        )
        assert found / len(queries) >= RANKING_FLOOR
