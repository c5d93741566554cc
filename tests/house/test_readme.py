"""The transcripts in README are what the commands print today."""

from pathlib import Path

from tests.house.transcripts import BLOCK, README, run_shown, settled


def test_every_transcript_is_what_the_command_prints(tmp_path: Path) -> None:
    blocks = list(BLOCK.finditer(README.read_text()))
    assert blocks
    for block in blocks:
        now = run_shown(block["command"], block["lines"], tmp_path)
        assert settled(block["shown"]) == settled(now), "run `make docs`"
