"""Where the sources of a result contradict each other, whoever found it. Pure.

A principal investigator and the researchers of this house say it in `contradictions`; an older
researcher says it in a discovery event alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cli.wording import DISAGREEMENT_WORDS
from contract import DiscoveryEvent, DiscoveryType, ResearchResult, Side


@dataclass(frozen=True, slots=True)
class Contrast:
    """Passages that contradict each other, and how, in one sentence."""

    sentence: str
    sides: tuple[Side, ...]


def contrasts_of(result: ResearchResult) -> tuple[Contrast, ...]:
    """The contradictions whose sides are cited."""
    if result.contradictions:
        return tuple(
            Contrast(f"{one.sentence} ({DISAGREEMENT_WORDS[one.kind]})", (one.left, one.right))
            for one in result.contradictions
        )
    return tuple(_told(result))


def _told(result: ResearchResult) -> Iterator[Contrast]:
    for event in result.discovery_events:
        if event.type is DiscoveryType.CONTRADICTION and len(event.citations) > 1:
            yield Contrast(event.reason, tuple(_sides(event, result)))


def _sides(event: DiscoveryEvent, result: ResearchResult) -> Iterator[Side]:
    own_words = len(event.excerpts) == len(event.citations)
    for place, number in enumerate(event.citations):
        if not 1 <= number <= len(result.citations):
            continue
        cited = result.citations[number - 1]
        if own_words:
            yield Side(citation=number, excerpt=event.excerpts[place], published=cited.published)
        else:
            yield Side(
                citation=number,
                excerpt=cited.raw_excerpt,
                char_start=cited.char_start,
                char_end=cited.char_end,
                published=cited.published,
            )
