"""requirements.lock: everything by hash, nothing by address, and everything that is declared."""

import re
from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.checkout import ROOT, project

LOCK = (ROOT / "requirements.lock").read_text()


def _entries() -> Iterator[tuple[Requirement, list[str]]]:
    for entry in LOCK.replace("\\\n", " ").splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", entry.strip())
        yield Requirement(requirement), hashes


def test_every_entry_is_one_version_with_sha256_hashes() -> None:
    entries = list(_entries())
    assert len(entries) > 40
    for requirement, hashes in entries:
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)), requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), requirement


def test_the_lock_names_no_address() -> None:
    assert "://" not in LOCK
    assert "#" not in LOCK
    assert "--index" not in LOCK


def test_every_declared_dependency_is_locked_to_a_version_it_allows() -> None:
    locked: dict[str, list[str]] = {}
    for requirement, _ in _entries():
        version = str(requirement.specifier).removeprefix("==")
        locked.setdefault(canonicalize_name(requirement.name), []).append(version)
    described = project()
    declared = [*described["project"]["dependencies"], *described["dependency-groups"]["dev"]]
    for text in declared:
        wanted = Requirement(text)
        versions = locked.get(canonicalize_name(wanted.name), [])
        assert versions, f"{wanted.name} is not in requirements.lock: run `make lock`"
        assert all(wanted.specifier.contains(version) for version in versions), wanted
