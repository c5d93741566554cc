"""Bombs of every kind at once: the server stays small, ends in time, and answers from the rest."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path

import anyio
import pytest
from mcp import Client

from contract import ResearchResult
from researchers.web.testing import BombKind, LocalSite
from tests.researchers.web.web_process import web_process

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc"),
]

MB = 1_000_000
MOST_BYTES = 150 * MB
QUESTION = "When was the lamp of Skerry Point lit for the first time?"


@pytest.fixture
def sites() -> Iterator[dict[str, LocalSite]]:
    """A site for each bomb, so that none waits for its turn behind another, and a good one."""
    with ExitStack() as stack:
        served = {}
        for name in ("good", *(kind.value for kind in BombKind), "drip", "endless"):
            served[name] = stack.enter_context(LocalSite())
        for kind in BombKind:
            served[kind.value].site.bomb("/page", kind)
        served["drip"].site.drip("/page", seconds_per_byte=1)
        served["endless"].site.endless("/page")
        served["good"].site.article(
            "/page",
            "The first light",
            "The lamp of Skerry Point was lit for the first time on 1 October 1874.",
        )
        yield served


@pytest.mark.parametrize(
    "seconds", [6, pytest.param(45, marks=pytest.mark.soak, id="until-every-limit-is-reached")]
)
async def test_all_bombs_at_once(
    tmp_path: Path, sites: dict[str, LocalSite], seconds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    urls = [site.site.url("/page") for site in sites.values()]
    async with (
        web_process(tmp_path / "home", urls, list(sites.values())) as server,
        Client(server.url, read_timeout_seconds=90) as client,
    ):
        idle = server.peak_bytes()
        started = time.monotonic()
        with anyio.fail_after(90):
            answer = await client.call_tool(
                "research",
                {
                    "question": QUESTION,
                    "constraints": {"max_sources": 30, "max_seconds": seconds},
                },
            )
        took = time.monotonic() - started
        peak = server.peak_bytes()
    result = ResearchResult.model_validate(answer.structured_content)
    with capsys.disabled() if seconds > 20 else nullcontext():
        print(f"{took:.1f} s; {idle / MB:.0f} MB idle, {peak / MB:.0f} MB at the most")  # noqa: T201 - what a measurement is for
    assert "1 October 1874" in result.answer
    assert took < seconds + 1
    assert peak < MOST_BYTES
