"""The corpus tools over real notes, as another agent calls them."""

from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import TextResourceContents

from contract import ResearchResult
from researchers.local_brain.pack.model import ResearchPack, StepAction
from researchers.local_brain.tools.answers import (
    GetManyData,
    NoteText,
    RelatedData,
    SearchData,
    Section,
    StatsData,
    TagsData,
)
from tests.researchers.local_brain.tools.vault import NOTES, data_of, text_of, vault_client

pytestmark = pytest.mark.anyio


def _stands_in_note(key: str, section: Section) -> bool:
    text = NOTES[key.removeprefix("home/")]
    return text[section.char_start : section.char_end] == section.text


async def test_every_tool_is_described_down_to_its_parameters(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == [
        "research",
        "search",
        "get",
        "get_many",
        "related",
        "tags",
        "stats",
        "research_pack",
    ]
    for tool in tools:
        assert tool.title
        assert tool.description
        assert tool.output_schema
        assert tool.input_schema["additionalProperties"] is False
        assert tool.annotations
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.open_world_hint is False
        for name, schema in tool.input_schema.get("properties", {}).items():
            assert schema.get("description"), f"{tool.name}.{name}"


async def test_search_gives_passages_to_the_letter_with_their_signals(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("search", {"query": "rye degrees", "limit": 3})
    data = data_of(SearchData, result)
    best = data.rows[0]
    assert best.key == "home/baking/rye.md"
    assert "210 degrees" in best.excerpt.text
    assert _stands_in_note(best.key, best.excerpt)
    assert best.matched_terms
    assert best.content_hash.startswith("sha256:")
    assert best.excerpt.text.splitlines()[0] in text_of(result)


async def test_operators_in_a_query_are_plain_text(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("search", {"query": 'rye" OR (* NEAR/3 -title: AND NOT {}'})
    assert data_of(SearchData, result).rows[0].key == "home/baking/rye.md"


@pytest.mark.parametrize(
    ("filters", "keys"),
    [
        ({"tags": ["#garden"]}, {"home/garden/herbs.md"}),
        ({"tags": ["baking"]}, {"home/baking/rye.md"}),
        ({"roots": ["elsewhere"]}, set()),
        ({"tags": ["garden"], "roots": ["elsewhere"]}, set()),
    ],
)
async def test_filters_restrict_a_search(
    tmp_path: Path, filters: dict[str, Any], keys: set[str]
) -> None:
    async with vault_client(tmp_path) as client:
        query = {"query": "rye thyme oven minutes", **filters}
        data = data_of(SearchData, await client.call_tool("search", query))
    assert {row.key for row in data.rows} == keys


@pytest.mark.parametrize(
    "lookup",
    [
        "home/baking/rye.md",
        "note://home/baking/rye.md#Storage",
        "rye",
        "RYE.md",
        "baking/rye.md",
        "Rye with seeds",
    ],
)
async def test_a_note_is_found_by_key_locator_name_or_title(tmp_path: Path, lookup: str) -> None:
    async with vault_client(tmp_path) as client:
        data = data_of(NoteText, await client.call_tool("get", {"lookup": lookup}))
    assert data.key == "home/baking/rye.md"
    assert data.title == "Rye with seeds"
    assert set(data.tags) == {"baking", "rye"}
    assert all(_stands_in_note(data.key, section) for section in data.sections)


@pytest.mark.parametrize(
    ("lookup", "said"),
    [("oven", "fits 2 notes"), ("submarine", "No note has this key"), ("home/../x.md", "No note")],
)
async def test_a_lookup_that_means_no_single_note_is_one_sentence(
    tmp_path: Path, lookup: str, said: str
) -> None:
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("get", {"lookup": lookup})
    assert result.is_error
    assert said in text_of(result)


async def test_evidence_is_cut_around_the_query_of_a_long_note(tmp_path: Path) -> None:
    request = {"lookup": "long.txt", "content_mode": "evidence", "query": "safe code"}
    async with vault_client(tmp_path) as client:
        data = data_of(NoteText, await client.call_tool("get", request))
    assert "The safe code is 4711." in data.sections[-1].text
    assert sum(len(section.text) for section in data.sections) <= 4_000
    assert all(_stands_in_note(data.key, section) for section in data.sections)


async def test_raw_text_continues_where_it_stopped(tmp_path: Path) -> None:
    text, start = "", 0
    async with vault_client(tmp_path) as client:
        while True:
            request = {
                "lookup": "long.txt",
                "content_mode": "raw",
                "max_chars": 50_000,
                "start": start,
            }
            data = data_of(NoteText, await client.call_tool("get", request))
            text += "".join(section.text for section in data.sections)
            if data.next_start is None:
                break
            start = data.next_start
    assert text == NOTES["long.txt"]


async def test_a_failed_lookup_costs_its_own_place_only(tmp_path: Path) -> None:
    request = {"lookups": ["rye", "oven", "herbs", "nothing"], "max_chars": 100}
    async with vault_client(tmp_path) as client:
        data = data_of(GetManyData, await client.call_tool("get_many", request))
    assert [note.key for note in data.documents] == ["home/baking/rye.md", "home/garden/herbs.md"]
    assert {error.lookup: error.category for error in data.errors} == {
        "oven": "ambiguous",
        "nothing": "source_not_found",
    }


async def test_related_notes_come_with_their_relationship(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        from_rye = data_of(RelatedData, await client.call_tool("related", {"lookup": "rye"}))
        to_oven = {"lookup": "home/baking/oven.md"}
        from_oven = data_of(RelatedData, await client.call_tool("related", to_oven))
    assert ("home/baking/oven.md", "links_to") in {
        (row.key, row.relationship) for row in from_rye.rows
    }
    assert ("home/baking/rye.md", "linked_from") in {
        (row.key, row.relationship) for row in from_oven.rows
    }


async def test_tags_are_counted(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        data = data_of(TagsData, await client.call_tool("tags", {}))
        some = data_of(TagsData, await client.call_tool("tags", {"prefix": "#r"}))
    assert {(row.tag, row.notes) for row in data.tags} == {
        ("baking", 1),
        ("garden", 1),
        ("oven", 1),
        ("rye", 1),
    }
    assert [row.tag for row in some.tags] == ["rye"]


async def test_stats_say_what_is_not_indexed_and_why(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        data = data_of(StatsData, await client.call_tool("stats", {}))
    (root,) = data.roots
    assert (root.root, root.indexed, root.skipped) == ("home", 5, 1)
    assert sum(data.skipped_reasons.values()) == 1
    assert data.notes == 5


async def test_a_note_is_a_resource(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        (content,) = (await client.read_resource("note://home/baking/rye.md")).contents
        with pytest.raises(MCPError) as raised:
            await client.read_resource("note://home/nothing.md")
    assert isinstance(content, TextResourceContents)
    assert content.text == NOTES["baking/rye.md"]
    assert raised.value.error.code == -32602


async def test_a_pack_tells_what_was_searched_found_and_missed(tmp_path: Path) -> None:
    request = {"question": "How hot must the oven be for rye bread?", "limit": 3}
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("research_pack", request)
    pack = data_of(ResearchPack, result)
    assert pack.schema_version == "research_pack.v1"
    assert pack.mode == "evidence_only"
    assert "rye" in pack.query_plan.query_terms
    assert {match.tag for match in pack.coverage.exact_tag_matches} == {"rye", "oven"}
    assert "capped working set" in pack.coverage.recall_note
    assert pack.coverage.evidence_count == len(pack.evidence)
    assert pack.exact_tag_evidence
    for row in (*pack.evidence, *pack.exact_tag_evidence):
        text = NOTES[row.note_path]
        assert text[row.char_start : row.char_end] == row.excerpt
        assert len(row.excerpt) <= 700
    related = [row for row in pack.evidence if row.related_to]
    assert all(row.relationship and "related" in row.lanes for row in related)
    assert [step.action for step in pack.next_steps] == [
        StepAction.INSPECT_TOP_EVIDENCE,
        StepAction.EXPAND_RELATED,
        StepAction.OPEN_LOOKUP,
    ]
    assert pack.coverage.recall_note in text_of(result)


async def test_a_pack_without_evidence_says_what_to_try(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("research_pack", {"question": "Zeppelin hangar?"})
    pack = data_of(ResearchPack, result)
    assert pack.evidence == ()
    assert "Nothing was found in 5 notes" in pack.coverage.recall_note
    assert set(pack.coverage.corpus_term_matches.values()) == {0}


async def test_the_steps_of_a_pack_can_be_taken(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        result = await client.call_tool("research_pack", {"question": "How long does rye keep?"})
        pack = data_of(ResearchPack, result)
        inspect, expand, _ = pack.next_steps
        notes = data_of(GetManyData, await client.call_tool("get_many", dict(inspect.params)))
        related = data_of(RelatedData, await client.call_tool("related", dict(expand.params)))
    assert notes.documents[0].key == "home/baking/rye.md"
    assert not notes.errors
    assert related.related_to == "home/baking/rye.md"


async def test_a_research_call_answers_and_its_record_can_be_read(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        answer = await client.call_tool(
            "research", {"question": "How many minutes does the deck oven take to heat up?"}
        )
        result = data_of(ResearchResult, answer)
        (trace,) = (await client.read_resource(f"trace://{result.trace_id}")).contents
    assert result.citations
    assert "75 minutes" in result.answer
    assert isinstance(trace, TextResourceContents)
    assert '"action":"seal"' in trace.text


async def test_a_note_changed_between_calls_is_quoted_as_it_is_now(tmp_path: Path) -> None:
    async with vault_client(tmp_path) as client:
        await client.call_tool("stats", {})
        changed = NOTES["baking/oven.md"].replace("75 minutes", "80 minutes")
        (tmp_path / "notes/baking/oven.md").write_text(changed)
        data = data_of(SearchData, await client.call_tool("search", {"query": "deck oven heats"}))
    row = next(row for row in data.rows if row.key == "home/baking/oven.md")
    assert changed[row.excerpt.char_start : row.excerpt.char_end] == row.excerpt.text
    assert "80 minutes" in row.excerpt.text
