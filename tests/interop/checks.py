"""What other people's tools must find: each check raises AssertionError with what they said."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.interop.npm_tools import NpmTools, Run
from tests.interop.server_under_test import NOTE, QUESTION, command, over_http

TOKEN: Final = "an-interop-token"
TOOLS: Final = {
    "research",
    "search",
    "get",
    "get_many",
    "related",
    "tags",
    "stats",
    "research_pack",
}
SCENARIOS: Final = (
    ("server-initialize", "2025-11-25"),
    ("ping", "2025-11-25"),
    ("server-session-lifecycle", "2025-11-25"),
    ("server-sse-multiple-streams", "2025-11-25"),
    ("tools-list", "2025-11-25"),
    ("tools-list", "2026-07-28"),
    ("resources-list", "2025-11-25"),
    ("prompts-list", "2025-11-25"),
    ("dns-rebinding-protection", "2025-11-25"),
    ("dns-rebinding-protection", "2026-07-28"),
    ("caching", "2026-07-28"),
    ("http-header-validation", "2026-07-28"),
    ("sep-2164-resource-not-found", "2026-07-28"),
)
"""The scenarios of the suite that hold for any server; the others need its own test tools."""


@dataclass(frozen=True, slots=True)
class Check:
    """A name for the table, and what to do."""

    name: str
    run: Callable[[], None]


def checks(tools: NpmTools, folder: Path) -> Iterator[Check]:
    """All checks, in the order in which they say most."""
    yield Check("inspector over stdio", partial(_inspect, tools, command(folder)))
    yield Check("inspector, protocol 2026-07-28", partial(_inspect_modern, tools, folder))
    yield Check("inspector over HTTP", partial(_inspect_http, tools, folder))
    yield Check("inspector without the token", partial(_refused, tools, folder))
    with over_http(folder) as url:
        for scenario, version in SCENARIOS:
            run = partial(_conform, tools, url, folder / "results", scenario, version)
            yield Check(f"conformance {scenario} {version}", run)


def _inspect(tools: NpmTools, target: list[str]) -> None:
    _lists_tools(tools, target)
    _calls_research(tools, target)
    _reads_the_note(tools, target)
    prompt = _json(
        tools.inspector(
            *target,
            *("--method", "prompts/get", "--prompt-name", "research"),
            *("--prompt-args", f"question={QUESTION}", "--format", "json"),
        )
    )
    assert QUESTION in json.dumps(prompt), prompt


def _lists_tools(tools: NpmTools, target: list[str]) -> None:
    listed = _json(tools.inspector(*target, "--method", "tools/list", "--format", "json"))
    assert {tool["name"] for tool in listed["tools"]} == TOOLS, listed
    research = next(tool for tool in listed["tools"] if tool["name"] == "research")
    assert research["_meta"]["marchwarden/contract"] == "v1", research


def _calls_research(tools: NpmTools, target: list[str]) -> None:
    called = _json(
        tools.inspector(
            *target,
            *("--method", "tools/call", "--tool-name", "research"),
            *("--tool-arg", f"question={QUESTION}", "--format", "json"),
        )
    )
    result = called["structuredContent"]
    assert "seven" in result["answer"], result
    citation = result["citations"][0]
    start, end = citation["char_start"], citation["char_end"]
    assert NOTE[start:end] == citation["raw_excerpt"], citation


def _reads_the_note(tools: NpmTools, target: list[str]) -> None:
    read = _json(
        tools.inspector(
            *target,
            *("--method", "resources/read", "--uri", "note://notes/bakery.md", "--format", "json"),
        )
    )
    assert read["contents"][0]["text"] == NOTE, read


def _inspect_modern(tools: NpmTools, folder: Path) -> None:
    program, *arguments = command(folder)
    entry = {"command": program, "args": arguments, "protocolEra": "modern"}
    config = folder / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"local-brain": entry}}))
    target = ["--config", str(config), "--server", "local-brain"]
    started = _json(tools.inspector(*target, "--method", "initialize", "--format", "json"))
    assert "2026-07-28" in json.dumps(started), started
    _inspect(tools, target)


def _inspect_http(tools: NpmTools, folder: Path) -> None:
    with over_http(folder, TOKEN) as url:
        header = ["--transport", "http", "--header", f"Authorization: Bearer {TOKEN}"]
        _inspect(tools, [url, *header])


def _refused(tools: NpmTools, folder: Path) -> None:
    with over_http(folder, TOKEN) as url:
        run = tools.inspector(
            *(url, "--transport", "http", "--stored-auth-only"),
            *("--method", "tools/list", "--format", "json"),
        )
    assert run.code != 0, run.output
    assert "research" not in run.stdout, run.output


def _conform(tools: NpmTools, url: str, results: Path, scenario: str, version: str) -> None:
    run = tools.conformance(url, scenario, version, results)
    assert run.code == 0, run.output


def _json(run: Run) -> dict[str, Any]:
    assert run.code == 0, run.output
    parsed = json.loads(run.stdout)["result"]
    assert isinstance(parsed, dict), run.output
    return parsed
