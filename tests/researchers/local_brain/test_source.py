"""The notes as a source: what is opened is the file as it stands now."""

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from contract import ResearchRequest, StopReason
from evidence.analyze import default_analyzer
from evidence.documents import Document, Hit, Lane, Refusal
from evidence.plan import Query, plan_question
from researchers.local_brain.index.protocol import NoteKey
from researchers.local_brain.library import Library
from researchers.local_brain.source import NoteSource, key_of
from researchers.loop import Researcher
from tests.researchers.local_brain.vault.libraries import opened
from traces.clock import ScriptedClock
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.sink import Action
from traces.verification import VerifyStatus
from traces.verify import verify_trace
from traces.writer import TraceWriter

pytestmark = pytest.mark.anyio

NOTES = {
    "oven.md": "# The deck oven\n\nIt needs 75 minutes to heat. See [[rye]]. #baking\n",
    "rye.md": "# Rye\n\nThe rye loaf keeps for six days. #baking\n",
    "tart.md": "# Plum tart\n\nBaked in the [[oven]].\n",
    "bees.md": "# Bees\n\nThey fly from March.\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
async def library(vault: Path, tmp_path: Path) -> AsyncIterator[Library]:
    with opened(vault, tmp_path) as library:
        await library.refresh()
        yield library


@pytest.fixture
def source(library: Library) -> NoteSource:
    return NoteSource(library.index, library)


def oven_query() -> Query:
    return plan_question("How long does the deck oven need to heat?", default_analyzer()).queries[0]


async def first_hit(source: NoteSource) -> Hit:
    return (await source.search(oven_query(), 5)).hits[0]


def begun_trace() -> MemoryTrace:
    trace = MemoryTrace()
    trace.record(Action.OPEN, "A question came in.", {"question": "How long?"})
    return trace


async def document(source: NoteSource, hit: Hit) -> Document:
    found = await source.open(hit, begun_trace())
    assert isinstance(found, Document)
    return found


async def test_a_lead_opens_to_the_whole_note(source: NoteSource) -> None:
    hit = await first_hit(source)
    found = await document(source, hit)
    assert found.text == NOTES["oven.md"]
    assert found.title == "The deck oven"
    assert found.tags == ("baking",)
    assert found.content_hash == _hash(found.text)
    assert hit.span in [passage.span for passage in found.passages]


async def test_what_is_opened_is_stored_and_recorded(source: NoteSource) -> None:
    trace = begun_trace()
    found = await source.open(await first_hit(source), trace)
    assert isinstance(found, Document)
    assert trace.get(found.content_hash) == NOTES["oven.md"].encode()
    _, line = trace.recorded
    assert line.action is Action.READ_FILE
    assert line.data["path"] == "oven.md"
    assert line.data["content_hash"] == found.content_hash
    assert line.data["content_length"] == len(NOTES["oven.md"].encode())


async def test_a_changed_file_is_read_as_it_is_now(source: NoteSource, vault: Path) -> None:
    hit = await first_hit(source)
    (vault / "oven.md").write_text("# The deck oven\n\nIt was sold.\n")
    found = await document(source, hit)
    assert "It was sold." in found.text
    assert found.content_hash == _hash(found.text)


@pytest.mark.parametrize("change", ["removed", "folder", "empty", "link"])
async def test_a_file_that_can_not_be_read_is_refused_with_a_sentence(
    source: NoteSource, vault: Path, tmp_path: Path, change: str
) -> None:
    hit = await first_hit(source)
    place = vault / "oven.md"
    place.unlink()
    if change == "folder":
        place.mkdir()
    elif change == "empty":
        place.write_text("")
    elif change == "link":
        (tmp_path / "outside.md").write_text("secret")
        place.symlink_to(tmp_path / "outside.md")
    trace = begun_trace()
    refusal = await source.open(hit, trace)
    assert isinstance(refusal, Refusal)
    assert refusal.locator == hit.locator
    assert refusal.category == "access_denied"
    assert "oven.md" in refusal.detail
    assert trace.lines == 1


async def test_related_notes_come_by_link_then_backlink_then_tag(source: NoteSource) -> None:
    found = await document(source, await first_hit(source))
    hits = await source.related(found, 8)
    assert [(hit.key.partition("/")[2], hit.relationship) for hit in hits] == [
        ("rye.md", "links_to"),
        ("tart.md", "linked_from"),
    ]
    assert [hit.rank for hit in hits] == [1, 2]
    assert {hit.lane for hit in hits} == {Lane.RELATED}
    assert {hit.related_to for hit in hits} == {found.locator}


async def test_notes_that_share_a_rare_tag_are_related(
    library: Library, source: NoteSource, vault: Path
) -> None:
    (vault / "bread.md").write_text("# Bread\n\nIn general. #baking\n")
    await library.refresh()
    found = await document(source, await first_hit(source))
    hits = await source.related(found, 8)
    assert ("bread.md", "shares_tag") in [
        (hit.key.partition("/")[2], hit.relationship) for hit in hits
    ]
    assert len(await source.related(found, 1)) == 1


async def test_a_tag_that_is_on_everything_relates_nothing(
    library: Library, source: NoteSource, vault: Path
) -> None:
    for number in range(30):
        (vault / f"bread-{number}.md").write_text(f"# Bread {number}\n\nIn general. #baking\n")
    await library.refresh()
    found = await document(source, await first_hit(source))
    relationships = {hit.relationship for hit in await source.related(found, 40)}
    assert relationships == {"links_to", "linked_from"}


async def test_the_index_is_refreshed_before_each_search(library: Library) -> None:
    refreshed: list[str] = []

    async def refresh() -> None:
        refreshed.append("refreshed")

    source = NoteSource(library.index, library, refresh)
    await source.search(oven_query(), 5)
    await source.search(oven_query(), 5)
    assert len(refreshed) == 2


@pytest.mark.parametrize("text", ["vault/a/b.md", "root name/caf\u00e9 #1.md", "r/a%20b.md"])
def test_a_key_survives_its_spelling(text: str) -> None:
    assert str(key_of(text)) == text
    assert key_of("vault/a/b.md") == NoteKey("vault", "a/b.md")


async def test_a_note_that_was_gone_when_it_was_opened_is_a_gap(
    source: NoteSource, vault: Path, tmp_path: Path
) -> None:
    (vault / "oven.md").unlink()
    home = Home(tmp_path / "home")
    result = await _researcher(source, home).research(
        ResearchRequest(question="How long does the deck oven need to heat?")
    )
    assert "access_denied" in {gap.category.value for gap in result.gaps}
    assert verify_trace(home, result.trace_id, read_data=True).status is VerifyStatus.OK


async def test_an_answer_from_notes_on_disk_verifies_to_the_byte(
    source: NoteSource, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    result = await _researcher(source, home).research(
        ResearchRequest(question="How long does the deck oven need to heat?")
    )
    assert result.stop_reason is StopReason.ENOUGH_EVIDENCE
    assert "75 minutes" in result.citations[0].raw_excerpt
    verdict = verify_trace(home, result.trace_id, read_data=True)
    assert (verdict.status, verdict.citations) == (VerifyStatus.OK, len(result.citations))


def _researcher(source: NoteSource, home: Home) -> Researcher:
    clock = ScriptedClock()
    return Researcher(
        source,
        lambda: TraceWriter.create(home, run=new_run_id(), by="local-brain", clock=clock),
        clock,
        default_analyzer(),
    )


def _hash(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
