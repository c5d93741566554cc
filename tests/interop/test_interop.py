"""The interop checks under pytest, for `pytest -m interop`."""

from pathlib import Path

import pytest

from tests.interop.checks import checks
from tests.interop.npm_tools import PackagesMissing, installed_tools


@pytest.mark.interop
def test_other_peoples_tools_find_no_fault(tmp_path: Path) -> None:
    try:
        tools = installed_tools()
    except PackagesMissing as reason:
        pytest.skip(str(reason))
    for check in checks(tools, tmp_path):
        check.run()
