"""The environment is read in composition roots only, and handed down from there."""

import ast
from pathlib import Path

from tests.house.checkout import ROOMS, ROOT, python_files

COMPOSITION_ROOTS = {
    "cli/demonstration.py",
    "cli/main.py",
    "cli/surroundings.py",
    "evals/__main__.py",
    "pi/testing/misbehaving.py",
    "researchers/local_brain/main.py",
    "researchers/web/main.py",
}
READERS = {"environ", "environb", "getenv", "getenvb"}


def _reads_environment(module: Path) -> bool:
    return any(_is_reader(node) for node in ast.walk(ast.parse(module.read_bytes())))


def _is_reader(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="os"), attr=name):
            return name in READERS
        case ast.ImportFrom(module="os", names=names):
            return bool(READERS & {alias.name for alias in names})
        case _:
            return False


def test_only_composition_roots_read_the_environment() -> None:
    readers = {
        str(module.relative_to(ROOT))
        for module in python_files(*ROOMS)
        if _reads_environment(module)
    }
    assert readers <= COMPOSITION_ROOTS


def test_the_check_sees_a_reader(tmp_path: Path) -> None:
    module = tmp_path / "reader.py"
    for line in ("import os\nx = os.environ['A']", "from os import getenv", "import os\nos.getenv"):
        module.write_text(line)
        assert _reads_environment(module)
