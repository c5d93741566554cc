"""The project speaks of itself alone: no registry's host, nobody's workplace."""

import re

from tests.house.checkout import ROOT, text_files

# In pieces, so that this file does not say what it forbids.
FORBIDDEN = (
    "py" + r"pi\.org",
    "python" + r"hosted\.org",
    "registry" + r"\.npm" + "js",
    "crates" + r"\.io/api",
    "proxy" + r"\.golang",
    "/wo" + "rk/(main|shared)",
    "/tmp/" + "(venv|brief)",
    r"\b(issue|task|ticket) " + r"#?[0-9]+\b",
    r"\b" + "sub" + "agent",
)
PATTERN = re.compile("|".join(FORBIDDEN), re.IGNORECASE)


def test_no_file_names_a_registry_or_a_workplace() -> None:
    said = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in text_files()
        if (found := PATTERN.search(path.read_text("utf-8", "replace")))
    ]
    assert said == []


def test_the_check_finds_what_it_forbids() -> None:
    assert PATTERN.search("https://" + "py" + "pi.org/simple")
    assert PATTERN.search("see " + "issue " + "2")
