"""The page that a person reads: counts and commands as they are said and typed."""

from pathlib import Path

import pytest

from cli.answer_page import answer_page
from cli.terminal import Page
from contract import AnswerStatus
from tests.cli.scripted_server import ANSWERED


@pytest.mark.parametrize(("number", "words"), [(1, "1 source opened,"), (2, "2 sources opened,")])
def test_one_source_is_counted_in_the_singular(number: int, words: str) -> None:
    cost = ANSWERED.cost_metadata.model_copy(update={"sources_opened": number})
    result = ANSWERED.model_copy(update={"cost_metadata": cost})
    assert words in answer_page(result, Page(200, False), {}, Path("/"))


def test_every_command_is_named_as_it_can_be_typed() -> None:
    result = ANSWERED.model_copy(update={"answer_status": AnswerStatus.NO_EVIDENCE})
    page = answer_page(result, Page(80, False), {}, Path("/"), ".venv/bin/marchwarden")
    named = [line for line in page.split("\n") if "marchwarden " in line]
    assert len(named) == 3
    assert all(".venv/bin/marchwarden " in line for line in named)
