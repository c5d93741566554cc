"""Sources that disagree, beside each other: each side's own sentence, as the result quotes it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cli.side_by_side import side_by_side
from cli.terminal import Page
from contract import DiscoveryEvent, DiscoveryType, ResearchResult, Side
from contract.markers import split_sentences_with_markers

_BULLET: Final = "- "
_LONGEST_PLACE: Final = 60


def disagreements(result: ResearchResult, page: Page, place: Callable[[str], str]) -> Iterator[str]:
    """One block for each contradiction. `place` spells a locator for a person.

    A researcher that lays its contradictions side by side itself is taken at its word; of another
    one the events say where to look."""
    for one in result.contradictions:
        yield page.wrapped(one.sentence, "  ")
        told = [_side(side, result, place) for side in (one.left, one.right)]
        yield side_by_side(told, page.width)
    if result.contradictions:
        return
    for event in result.discovery_events:
        if event.type is DiscoveryType.CONTRADICTION:
            yield page.wrapped(event.reason, "  ")
            yield side_by_side(list(_sides(event, result, place)), page.width)


def _side(side: Side, result: ResearchResult, place: Callable[[str], str]) -> str:
    known = 1 <= side.citation <= len(result.citations)
    file = f" {_short(place(result.citations[side.citation - 1].locator))}" if known else ""
    date = f"\n({side.published})" if side.published else ""
    return f"[{side.citation}]{file}\n{' '.join(side.excerpt.split())}{date}"


def _sides(
    event: DiscoveryEvent, result: ResearchResult, place: Callable[[str], str]
) -> Iterator[str]:
    numbers = [one for one in event.citations if 1 <= one <= len(result.citations)]
    said = {number: _said(number, result) for number in numbers}
    if len(event.excerpts) == len(numbers):
        said = {number: [text] for number, text in zip(numbers, event.excerpts, strict=True)}
    for number in numbers:
        others = [sentence for other in numbers if other != number for sentence in said[other]]
        sentence = max(said[number], key=lambda one: _nearness(one, others))
        file = _short(place(result.citations[number - 1].locator))
        yield f"[{number}] {file}\n{' '.join(sentence.split())}"


def _short(place: str) -> str:
    """A file's name; of a page's address the site, and the path as far as it fits."""
    scheme, _, rest = place.partition("://")
    if scheme in ("http", "https"):
        return rest if len(rest) <= _LONGEST_PLACE else f"{rest[: _LONGEST_PLACE - 1]}\u2026"
    return place.partition(" > ")[0].rpartition("/")[2]


def _said(number: int, result: ResearchResult) -> list[str]:
    """The answer's sentences from that source; its whole excerpt when the answer has none."""
    sentences = split_sentences_with_markers(result.answer)
    quoted = [one.text.removeprefix(_BULLET) for one in sentences if number in one.markers]
    return quoted or [result.citations[number - 1].raw_excerpt]


def _nearness(sentence: str, others: Sequence[str]) -> float:
    """The share of words that a sentence has in common with the nearest of the others: two
    sentences that disagree say nearly the same."""
    words = set(sentence.casefold().split())
    shares = [
        len(words & (theirs := set(one.casefold().split()))) / len(words | theirs or {""})
        for one in others
    ]
    return max(shares, default=0.0)
