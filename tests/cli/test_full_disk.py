"""`marchwarden ask` where nothing more can be written."""

import subprocess
import sys
from pathlib import Path

from tests.cli.process import clean_environment
from tests.house.checkout import ROOT

PROGRAM = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; main()"
NO_FILE_OVER_1_KIB = 'ulimit -f 2; exec "$0" "$@"'


def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "loaf.md").write_text("# Loaf\n\nThe loaf takes 20 g of salt.\n")
    asked = ["ask", "--notes", str(notes), "How much salt does the loaf take?"]
    done = subprocess.run(
        ["sh", "-c", NO_FILE_OVER_1_KIB, sys.executable, "-c", PROGRAM, *asked],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env=clean_environment(tmp_path),
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == (
        "The trace could not be written (No space left on device); free some space and ask again."
    )
    assert "bug" not in done.stderr
