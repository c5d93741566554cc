"""The rooms: what is installed, linted and typed is what is there, and all of it."""

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

from tests.house.checkout import ROOMS, ROOT, project, python_files


def _packages_on_disk() -> set[str]:
    return {path.parent.name for path in ROOT.glob("*/__init__.py")}


def test_every_package_at_the_root_is_a_room_with_a_place_in_the_layers() -> None:
    tools = project()["tool"]
    rooms = {*ROOMS, "tests"}
    assert _packages_on_disk() == rooms
    assert set(tools["importlinter"]["root_packages"]) == rooms
    assert set(tools["mypy"]["packages"]) == rooms
    assert set(tools["hatch"]["build"]["targets"]["wheel"]["packages"]) == set(ROOMS)
    layers = next(one for one in tools["importlinter"]["contracts"] if one["type"] == "layers")[
        "layers"
    ]
    named = {name.strip() for layer in layers for name in layer.split("|")}
    assert named == rooms


def test_no_other_distribution_claims_the_name_of_a_room() -> None:
    claimed = packages_distributions()
    for room in ROOMS:
        assert set(claimed.get(room, ["marchwarden"])) == {"marchwarden"}


def test_the_only_entry_points_are_console_scripts() -> None:
    ours = {(point.group, point.name) for point in distribution("marchwarden").entry_points}
    assert ours == {
        ("console_scripts", "marchwarden"),
        ("console_scripts", "marchwarden-local-brain"),
        ("console_scripts", "marchwarden-pi"),
        ("console_scripts", "marchwarden-web"),
    }


def test_the_contract_imports_pydantic_and_the_standard_library_alone() -> None:
    allowed = {*sys.stdlib_module_names, "pydantic", "pydantic_core", "contract"}
    imported = {name for module in python_files("contract") for name in _imports(module)}
    assert "pydantic" in imported
    assert imported <= allowed


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
