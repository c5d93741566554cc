"""The example site: a small museum in a lighthouse, all of it invented."""

from importlib.resources import as_file, files
from typing import Final

from researchers.web.simulated.local_site import LocalSite

EXAMPLE_QUESTION: Final = "When does the lighthouse museum at Skerry Point open in winter?"
"""Answered by two of its pages, which contradict each other."""


def example_site() -> LocalSite:
    """The example site, ready to be entered."""
    with as_file(files("researchers.web") / "example_site") as folder:
        return LocalSite(folder)
