"""Sources that disagree, beside each other: each side's own sentence, as the answer quotes it."""

from collections.abc import Callable, Iterator
from typing import Final

from cli.side_by_side import side_by_side
from cli.terminal import Page
from contract import DiscoveryEvent, DiscoveryType, ResearchResult
from contract.markers import split_sentences_with_markers

_BULLET: Final = "- "


def disagreements(result: ResearchResult, page: Page, place: Callable[[str], str]) -> Iterator[str]:
    """One block for each contradiction. `place` spells a locator for a person."""
    for event in result.discovery_events:
        if event.type is DiscoveryType.CONTRADICTION:
            yield page.wrapped(event.reason, "  ")
            yield side_by_side(list(_sides(event, result, place)), page.width)


def _sides(
    event: DiscoveryEvent, result: ResearchResult, place: Callable[[str], str]
) -> Iterator[str]:
    for number in event.citations:
        if 1 <= number <= len(result.citations):
            citation = result.citations[number - 1]
            file = place(citation.locator).partition(" > ")[0].rpartition("/")[2]
            yield f"[{number}] {file}\n{_said(number, result)}"


def _said(number: int, result: ResearchResult) -> str:
    """The answer's sentences from that source; its whole excerpt when the answer has none."""
    sentences = split_sentences_with_markers(result.answer)
    quoted = [one.text.removeprefix(_BULLET) for one in sentences if number in one.markers]
    return "\n".join(quoted) or result.citations[number - 1].raw_excerpt
