"""The wheel holds every file of the rooms, data included, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.house.checkout import ROOMS, ROOT, files


def _built(folder: Path) -> set[str]:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_the_rooms_and_their_data(tmp_path: Path) -> None:
    names = _built(tmp_path)
    shipped = {name for name in names if ".dist-info/" not in name}
    assert shipped == {
        path.relative_to(ROOT).as_posix() for room in ROOMS for path in files(ROOT / room)
    }
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith(".md") for name in shipped), "prompts are data of the wheel"
