"""The pages about the contract say what the code does."""

import os
import re
import sys
from pathlib import Path

import pytest

from contract import ResearchConstraints, ResearchRequest, ResearchResult, result
from contract.conformance import conforms, render_table
from contract.conformance.rows import ALL_CHECKS
from pi.conformance import check_conformance
from pi.network import Command, Researcher, child_environment

REPOSITORY = Path(__file__).parents[2]
CONTRACT_PAGE = (REPOSITORY / "docs/contract.md").read_text(encoding="utf-8")
GUIDE = (REPOSITORY / "docs/write-a-researcher.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.id)
def test_every_check_stands_on_the_page(check: object) -> None:
    rows = {c.id: f"| `{c.id}` | {c.clause} |" for c in ALL_CHECKS}
    assert rows[str(getattr(check, "id", ""))] in CONTRACT_PAGE


@pytest.mark.parametrize(
    "model",
    [
        ResearchRequest,
        ResearchConstraints,
        ResearchResult,
        result.Citation,
        result.Gap,
        result.DiscoveryEvent,
        result.ConfidenceFactors,
        result.CostMetadata,
        result.Dispatch,
        result.Disagreement,
        result.Side,
    ],
    ids=lambda model: model.__name__,
)
def test_every_field_stands_on_the_page(model: type[ResearchRequest]) -> None:
    missing = [name for name in model.model_fields if f"`{name}`" not in CONTRACT_PAGE]
    assert not missing


@pytest.mark.parametrize(
    "words",
    [
        result.StopReason,
        result.AnswerStatus,
        result.GapCategory,
        result.WarningCode,
        result.DispatchStatus,
        result.DisagreementKind,
    ],
)
def test_every_word_of_a_closed_set_stands_on_the_page(words: type[result.StopReason]) -> None:
    assert not [word.value for word in words if f"`{word.value}`" not in CONTRACT_PAGE]


EXAMPLE = REPOSITORY / "examples/researchers/papers.py"


def test_the_guide_shows_the_example_as_it_is_and_in_fewer_than_sixty_lines() -> None:
    code = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert code is not None
    assert code.group(1) == EXAMPLE.read_text(encoding="utf-8")
    own = [line for line in code.group(1).splitlines() if line.strip()]
    assert len([line for line in own if not line.startswith(("from ", "import "))]) < 60


@pytest.mark.anyio
async def test_the_researcher_of_the_guide_keeps_the_contract(tmp_path: Path) -> None:
    environment = {**child_environment(os.environ), "PYTHONPATH": str(REPOSITORY)}
    command = Command((sys.executable, str(EXAMPLE), str(tmp_path / "home")), environment)
    rows = await check_conformance(Researcher("academic", command))
    assert conforms(rows), render_table(rows)
