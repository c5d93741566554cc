"""What the long forms share: a way to show their figures past pytest's capture."""

import sys
from collections.abc import Callable

import pytest

Report = Callable[[str], None]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Report:
    """Show one line of figures on the terminal."""

    def show(line: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{line}\n")

    return show
