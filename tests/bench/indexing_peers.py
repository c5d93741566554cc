"""Other engines over the same passages and the same analysed terms, for comparison."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw
import bm25s
import numpy as np
import tantivy

from contract import EvidenceRole
from evidence.analyze import default_analyzer
from researchers.local_brain.index.protocol import IndexQuery, NoteKey
from researchers.local_brain.index.sqlite import SqliteIndex

Search = Callable[[tuple[str, ...]], Sequence[int]]
TOP = 50


@dataclass(frozen=True, slots=True)
class Question:
    """Terms of a sentence of a note, and the passage it stands in."""

    terms: tuple[str, ...]
    passage_id: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of wall and of processor time, and how often the passage was among ten."""

    engine: str
    wall_p50: float
    wall_p95: float
    cpu_p50: float
    cpu_p95: float
    hit_at_10: float


def passages_of(index: SqliteIndex, keys: Sequence[NoteKey]) -> list[tuple[int, str]]:
    """Id and text of every passage of some notes, but for front matter, which is not searched
    where there is other text."""
    out: list[tuple[int, str]] = []
    for key in keys:
        note = index.note(key)
        assert note is not None
        for number, passage in index.passages_of(key):
            if passage.role != EvidenceRole.FRONT_MATTER:
                out.append((number, note.text[passage.span.start : passage.span.end]))
    return out


def questions_from(
    passages: Sequence[tuple[int, str]], count: int, seed: int = 7
) -> list[Question]:
    """Four to ten content terms of a passage, in their order."""
    rng = random.Random(seed)
    analyzer = default_analyzer()
    made: list[Question] = []
    while len(made) < count:
        number, text = rng.choice(passages)
        terms = analyzer.content_terms(text)
        if len(terms) >= 12:
            start = rng.randrange(len(terms) - 10)
            made.append(Question(tuple(terms[start : start + rng.randint(4, 10)]), number))
    return made


def ours(index: SqliteIndex) -> Search:
    """The gated search, hits with spans and matched terms and all."""
    return lambda terms: [hit.passage_id for hit in index.search(IndexQuery(terms), TOP)]


def bare_fts5(path: Path) -> Search:
    """The same FTS5 table, all terms OR'ed, row ids only."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)

    def search(terms: tuple[str, ...]) -> list[int]:
        match = " OR ".join(f'"{term}"' for term in terms)
        sql = "SELECT rowid FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?"
        return [int(row[0]) for row in db.execute(sql, (match, TOP))]

    return search


def with_tantivy(passages: Sequence[tuple[int, str]]) -> Search:
    """tantivy over the bodies, terms given one by one."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("number", stored=True)
    builder.add_text_field("body", tokenizer_name="whitespace")
    schema = builder.build()
    index = tantivy.Index(schema)
    writer = index.writer(50_000_000, 1)
    analyzer = default_analyzer()
    for number, text in passages:
        writer.add_document(tantivy.Document(number=number, body=" ".join(analyzer.terms(text))))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(terms: tuple[str, ...]) -> list[int]:
        query = tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "body", t)) for t in terms]
        )
        hits = searcher.search(query, TOP).hits
        return [int(searcher.doc(address)["number"][0]) for _, address in hits]

    return search


def with_bm25s(passages: Sequence[tuple[int, str]]) -> Search:
    """bm25s over the bodies, all scores in memory."""
    analyzer = default_analyzer()
    ranker = bm25s.BM25()
    ranker.index([analyzer.terms(text) for _, text in passages], show_progress=False)
    numbers = np.array([number for number, _ in passages])

    def search(terms: tuple[str, ...]) -> list[int]:
        found, _ = ranker.retrieve([list(terms)], k=TOP, show_progress=False)
        return [int(number) for number in numbers[found[0]]]

    return search


def timed(engine: str, search: Search, questions: Sequence[Question]) -> Timing:
    """Ask every question once to warm up and once for the clock."""
    for question in questions:
        search(question.terms)
    wall: list[float] = []
    cpu: list[float] = []
    hits = 0
    for question in questions:
        began, used = time.perf_counter(), time.process_time()
        found = search(question.terms)
        wall.append((time.perf_counter() - began) * 1_000)
        cpu.append((time.process_time() - used) * 1_000)
        hits += question.passage_id in found[:10]
    walls, cpus = np.percentile(wall, [50, 95]), np.percentile(cpu, [50, 95])
    share = hits / len(questions)
    return Timing(engine, walls[0], walls[1], cpus[0], cpus[1], share)
