"""A result without some of its citations, still whole: every marker resolves. Pure."""

from collections.abc import Mapping

from contract import (
    Disagreement,
    DiscoveryEvent,
    ResearchResult,
    ResultWarning,
    Side,
    WarningCode,
)
from contract.markers import split_sentences_with_markers


def without_citations(
    result: ResearchResult, dropped: frozenset[int], reasons: tuple[str, ...]
) -> ResearchResult:
    """Leave out citations by their 1-based positions, and what rests on nothing else: sentences,
    leads and disagreements. The others are renumbered. `reasons` become warnings."""
    kept = [n for n in range(1, len(result.citations) + 1) if n not in dropped]
    moved = {old: new for new, old in enumerate(kept, start=1)}
    warnings = (ResultWarning(code=WarningCode.SOURCE_LEFT_OUT, detail=why) for why in reasons)
    events = (_moved_event(event, moved) for event in result.discovery_events)
    sides = (_moved_disagreement(one, moved) for one in result.contradictions)
    return result.model_copy(
        update={
            "answer": _moved_answer(result.answer, moved),
            "citations": tuple(result.citations[old - 1] for old in kept),
            "discovery_events": tuple(event for event in events if event is not None),
            "contradictions": tuple(one for one in sides if one is not None),
            "warnings": (*result.warnings, *warnings),
        }
    )


def _moved_answer(answer: str, moved: Mapping[int, int]) -> str:
    """Sentences that had markers and keep none go; white space between sentences becomes that
    of paragraphs and spaces."""
    out: list[str] = []
    place = 0
    for sentence in split_sentences_with_markers(answer):
        start = answer.index(sentence.text, place)
        paragraph = "\n\n" in answer[place:start]
        place = start + len(sentence.text)
        numbers = [moved[number] for number in sentence.markers if number in moved]
        if sentence.markers and not numbers:
            continue
        if out:
            out.append("\n\n" if paragraph else " ")
        out.append(sentence.text)
        if numbers:
            fenced = sentence.text.endswith(("```", "~~~"))
            out.append(("\n" if fenced else " ") + "".join(f"[{number}]" for number in numbers))
    return "".join(out)


def _moved_event(event: DiscoveryEvent, moved: Mapping[int, int]) -> DiscoveryEvent | None:
    """None when it was met in what is gone, and nowhere else."""
    kept = [place for place, number in enumerate(event.citations) if number in moved]
    if len(kept) == len(event.citations):
        positions = tuple(moved[number] for number in event.citations)
        return event.model_copy(update={"citations": positions})
    if event.source_locator is None:
        return None
    return event.model_copy(update={"citations": (), "excerpts": ()})


def _moved_disagreement(one: Disagreement, moved: Mapping[int, int]) -> Disagreement | None:
    left, right = _moved_side(one.left, moved), _moved_side(one.right, moved)
    if left is None or right is None:
        return None
    return one.model_copy(update={"left": left, "right": right})


def _moved_side(side: Side, moved: Mapping[int, int]) -> Side | None:
    number = moved.get(side.citation)
    return side.model_copy(update={"citation": number}) if number is not None else None
