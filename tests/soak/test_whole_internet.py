"""The vectors again, with real connections to every address of the world, on the real ports."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.house.checkout import ROOT
from tests.soak.conftest import Report

NAMESPACE = ("unshare", "--map-root-user", "--net")
HERE = "tests.researchers.web.fetching.whole_internet"


def why_not() -> str | None:
    """Why this machine can't have a network of its own for a test; None when it can."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return "needs unshare and ip (Linux)"
    tried = subprocess.run((*NAMESPACE, "ip", "link", "set", "lo", "up"), capture_output=True)
    return "no user namespaces here" if tried.returncode else None


@pytest.mark.soak
def test_no_vector_reaches_a_forbidden_address_of_the_whole_internet(report: Report) -> None:
    why = why_not()
    if why is not None:
        pytest.skip(why)
    run = subprocess.run(
        (*NAMESPACE, sys.executable, "-m", HERE), cwd=ROOT, capture_output=True, timeout=300
    )
    assert run.returncode == 0, run.stderr.decode()
    found = json.loads(run.stdout)
    report(
        f"{found['vectors']} vectors: {len(found['guarded'])} connections to forbidden addresses, "
        f"{len(found['naive'])} by a client without a guard"
    )
    assert found["guarded"] == []
    assert len(found["naive"]) > 400, "the world sees what is reached"
