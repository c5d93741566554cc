"""The documentation says what the program does, and its links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.reference import PAGES
from tests.house.checkout import ROOT, files

DOCS = ROOT / "docs"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def _pages() -> list[Path]:
    written = [path for path in files(DOCS) if path.suffix == ".md"]
    return [*written, *ROOT.glob("*.md"), ROOT / "examples" / "README.md"]


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), "run `make docs`"


def _links(page: Path) -> Iterator[str]:
    for target in LINK.findall(CODE.sub("", page.read_text())):
        if not re.match(r"[a-z]+:", target):
            yield target


def test_every_link_leads_to_a_file() -> None:
    lost = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in _pages()
        for target in _links(page)
        if not (page.parent / target.partition("#")[0]).exists()
    ]
    assert lost == []


def test_every_page_can_be_reached_from_the_index() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md" or not page.is_file():
            continue
        reached.add(page)
        waiting += [(page.parent / target.partition("#")[0]).resolve() for target in _links(page)]
    assert {path for path in files(DOCS) if path.suffix == ".md"} <= reached


def test_the_readme_leads_to_the_index() -> None:
    assert "docs/index.md" in set(_links(ROOT / "README.md"))
