"""A link means the note that Obsidian would open."""

import pytest

from researchers.local_brain.index.link_resolution import resolve_link
from researchers.local_brain.index.naming import link_stem, note_stem

NOTES = [
    "Home.md",
    "a/Plan.md",
    "b/Plan.md",
    "b/c/Deep.md",
    "Unique name.md",
    "v1.2 notes.md",
    "Paper.pdf",
    "Paper.md",
    "Scan.pdf",
    "a/übung.md",
    "b/c/Plan.txt",
]


def resolved(target: str, source: str = "Home.md") -> str | None:
    stem = link_stem(target)
    candidates = [(n, path) for n, path in enumerate(NOTES) if note_stem(path) == stem]
    found = resolve_link(target, source, candidates)
    return None if found is None else NOTES[found]


@pytest.mark.parametrize(
    ("target", "source", "expected"),
    [
        ("Unique name", "b/c/Deep.md", "Unique name.md"),
        ("unique NAME#Heading", "b/c/Deep.md", "Unique name.md"),
        ("Unique%20name.md", "Home.md", "Unique name.md"),
        ("v1.2 notes", "Home.md", "v1.2 notes.md"),
        ("Plan", "a/x.md", "a/Plan.md"),
        ("Plan", "Home.md", None),
        ("b/Plan", "Home.md", "b/Plan.md"),
        ("b/Plan.md", "a/x.md", "b/Plan.md"),
        ("../b/Plan.md", "a/x.md", "b/Plan.md"),
        ("./Plan.md", "b/x.md", "b/Plan.md"),
        ("c/Deep", "Home.md", "b/c/Deep.md"),
        ("../../../Plan.md", "a/x.md", None),
        ("Paper", "Home.md", "Paper.md"),
        ("Paper.pdf", "Home.md", "Paper.pdf"),
        ("Scan", "Home.md", "Scan.pdf"),
        ("/a/Plan", "b/c/Deep.md", "a/Plan.md"),
        ("übung", "Home.md", "a/übung.md"),
        ("Nowhere", "Home.md", None),
    ],
)
def test_a_link_is_by_path_and_then_by_unique_name(
    target: str, source: str, expected: str | None
) -> None:
    assert resolved(target, source) == expected


@pytest.mark.parametrize(
    "target", ["https://x.y/Home", "mailto:a@b.c", "#Heading", "//host/x", "", "?q"]
)
def test_what_leaves_the_notes_has_no_name_among_them(target: str) -> None:
    assert link_stem(target) == ""
