"""The example in the documentation runs."""

import re
import subprocess
import sys

from tests.house.checkout import ROOT

GUIDE = ROOT / "docs" / "write-a-researcher.md"


def test_the_example_of_the_guide_runs_and_says_what_came_of_it() -> None:
    _, _, section = GUIDE.read_text("utf-8").partition("## A web to try it on")
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert done.returncode == 0, done.stderr
    moved, unfolding, forbidden, asked = done.stdout.splitlines()
    assert "final_url='http://news.example/lamp'" in moved
    assert "too_large" in unfolding
    assert "forbidden_address" in forbidden
    assert "rebound" not in asked
