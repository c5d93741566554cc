"""What differs between two runs, for a person: `-` is A's, `+` is B's, `~` is in both."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from cli.terminal import visible
from traces.difference import Change, ChangedSource, Difference, Listed, Said, SaidOtherwise
from traces.pairing import Pairing, TwoOfOne
from traces.run_facts import Placed, RunFacts
from traces.text_difference import ChangedLine, cut_to_change

_ROWS_SHOWN: Final = 12
_CHARS_SHOWN: Final = 160
_MARKS: Final = {Said.REMOVED: "-", Said.ADDED: "+", Said.CITED_OTHERWISE: "~"}


def difference_page(before: RunFacts, after: RunFacts, difference: Difference) -> Iterator[str]:
    """The lines of the page. Nothing in them can steer a terminal."""
    yield f"A: {before.run}  {_line(before.question)}"
    yield f"B: {after.run}  {_line(after.question)}"
    if difference.same:
        yield from ("", "No difference.")
    for title, rows in _sections(difference):
        shown = list(rows)
        if shown:
            yield from ("", title, *(f"  {row}" for row in shown))


def _sections(difference: Difference) -> Iterator[tuple[str, Iterator[str]]]:
    yield "Question", _changes(difference.question)
    yield "Settings", _changes(difference.settings)
    yield "Plan", _lists(difference.plan, named=True)
    yield "Leads", _lists(difference.leads)
    yield "Sources opened", _lists(difference.opened)
    yield "Sources that changed", _sources(difference.changed_sources)
    yield "Evidence", _pieces(difference.evidence)
    yield "Citations", _pieces(difference.citations)
    yield "Answer", (_sentence(one) for one in difference.answer)
    yield "Outcome", _changes(difference.outcome)
    yield "Gaps", _lists(difference.gaps)


def _changes(changes: Sequence[Change]) -> Iterator[str]:
    for one in changes:
        was, now = (_line(text) or "nothing" for text in (one.before, one.after))
        if len(was) + len(now) < _CHARS_SHOWN // 2:
            yield f"{_line(one.what)}: {was} → {now}"
        else:
            yield from (f"{_line(one.what)}:", f"  - {was}", f"  + {now}")


def _lists(lists: Sequence[Listed], *, named: bool = False) -> Iterator[str]:
    for one in lists:
        rows = (
            *(f"- {_line(row)}" for row in one.removed),
            *(f"+ {_line(row)}" for row in one.added),
        )
        if named:
            yield one.what
        yield from (f"{'  ' if named else ''}{row}" for row in _first(rows))


def _sources(sources: Sequence[ChangedSource]) -> Iterator[str]:
    for one in sources:
        yield _line(one.locator) + (f"  ({_line(one.title)})" if one.title else "")
        yield f"  {_short(one.before)} → {_short(one.after)}"
        if one.text is None:
            yield "  One of the two texts is lost, so what has changed can't be shown."
            continue
        yield from (f"  {_changed(line)}" for line in one.text.lines)
        if one.text.more:
            yield f"  … {one.text.more} more changed lines"


def _changed(line: ChangedLine) -> str:
    mark = "+" if line.added else "-"
    return f"{mark} {line.number:4} | {_cut(line)}"


def _cut(line: ChangedLine) -> str:
    return f"{'…' * line.cut_before}{visible(line.text)}{'…' * line.cut_after}"


def _pieces(pairing: Pairing) -> Iterator[str]:
    yield from _first([f"- {_piece(one)}" for one in pairing.removed])
    yield from _first([f"+ {_piece(one)}" for one in pairing.added])
    yield from _first([f"~ {_moved(one)}" for one in pairing.moved])
    yield from _first([row for one in pairing.reworded for row in _reworded(one)])


def _piece(one: Placed) -> str:
    return f"{_place(one)}: {_line(one.text)[:_CHARS_SHOWN]}"


def _moved(one: TwoOfOne) -> str:
    text = _line(one.after.text)[: _CHARS_SHOWN // 2]
    return f"{_way(one)}: {text}"


def _reworded(one: TwoOfOne) -> Iterator[str]:
    was, now = cut_to_change(_line(one.before.text), _line(one.after.text))
    yield f"~ {_way(one)}, in other words"
    yield f"    - {_cut(was)}"
    yield f"    + {_cut(now)}"


def _way(one: TwoOfOne) -> str:
    """From where to where; within one part of one document by its characters alone."""
    was, now = one.before, one.after
    if (was.number, was.locator) == (now.number, now.locator):
        return f"{_place(was)} → {now.start} to {now.end}"
    return f"{_place(was)} → {_place(now)}"


def _place(one: Placed) -> str:
    return f"{_number(one)}{_line(one.locator)}, {one.start} to {one.end}"


def _number(one: Placed) -> str:
    return f"[{one.number}] " if one.number else ""


def _sentence(one: SaidOtherwise) -> str:
    more = "  (now cited otherwise)" if one.said is Said.CITED_OTHERWISE else ""
    return f"{_MARKS[one.said]} {_line(one.text)}{more}"


def _first(rows: Sequence[str]) -> Iterator[str]:
    yield from islice(rows, _ROWS_SHOWN)
    if len(rows) > _ROWS_SHOWN:
        yield f"… {len(rows) - _ROWS_SHOWN} more"


def _short(name: str) -> str:
    return name[:19] + "…"


def _line(text: str) -> str:
    return visible(" ".join(text.split()))
