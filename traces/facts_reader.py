"""Reading the facts of a run from its trace and the traces that it rests on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import ValidationError

from contract.result import ResearchResult
from traces.children import with_children
from traces.errors import ContentMissing
from traces.home import Home
from traces.line import Line
from traces.reader import Trace, data_of, text_of
from traces.run_facts import Opened, Placed, RunFacts
from traces.sink import Action, JsonValue
from traces.store import ContentStore

_PLAN: Final = ("family", "queries", "concepts", "required", "tags", "researchers")
_SETTINGS: Final = (
    "depth",
    "constraints",
    "limits",
    "settings",
    "software",
    "contract_version",
    "egress",
    "roots",
)

Data = Mapping[str, JsonValue]


def read_facts(home: Home, run: str) -> RunFacts:
    """The facts of a run, as far as its traces can be read. Raises TraceNotFound and OSError;
    whether the trace is whole is `verify_trace`'s to say."""
    traces = [trace for _, trace in with_children(home, run).values()]
    reading = _Reading(ContentStore(home.cas))
    for trace in traces:
        for line in trace.lines:
            reading.take(line)
    opening = _data(traces[0].first(Action.OPEN), reading.store)
    return RunFacts(
        run=run,
        question=text_of(opening, "question"),
        context=text_of(opening, "context"),
        settings=dict(_settings(opening)),
        plan={key: tuple(dict.fromkeys(rows)) for key, rows in reading.plan.items()},
        leads=tuple(reading.leads),
        evidence=tuple(reading.evidence),
        sources=reading.sources,
        ended=_ended(traces[0]),
        result=_result(traces[0], reading.store),
    )


@dataclass(slots=True)
class _Reading:
    """What has been gathered so far. Texts are decoded once; most rows share a few of them."""

    store: ContentStore
    plan: dict[str, list[str]] = field(default_factory=dict)
    leads: dict[str, None] = field(default_factory=dict)
    evidence: dict[Placed, None] = field(default_factory=dict)
    sources: dict[str, Opened] = field(default_factory=dict)
    texts: dict[str, str | None] = field(default_factory=dict)

    def take(self, line: Line) -> None:
        """Add what one line says."""
        match line.action:
            case Action.PLAN:
                data = data_of(line, self.store)
                for key in _PLAN:
                    self.plan.setdefault(key, []).extend(_words(data.get(key)))
            case Action.SEARCH | Action.EXPAND:
                hits = _rows(data_of(line, self.store), "hits")
                self.leads.update(dict.fromkeys(text_of(hit, "locator") for hit in hits))
            case Action.INSPECT:
                rows = _rows(data_of(line, self.store), "rows")
                self.evidence.update(dict.fromkeys(self._placed(row) for row in rows))
            case Action.READ_FILE | Action.FETCH_URL:
                self._open(data_of(line, self.store))
            case _:
                return

    def _open(self, data: Data) -> None:
        name = text_of(data, "content_hash")
        places = (text_of(data, key) for key in ("locator", "final_url", "url", "path"))
        locator = next(filter(None, places), "")
        self.sources[locator] = Opened(locator, name, text_of(data, "title"), self._text(name))

    def _placed(self, row: Data) -> Placed:
        start, end = _count(row.get("char_start")), _count(row.get("char_end"))
        text = self._text(text_of(row, "content_hash")) or ""
        return Placed(text_of(row, "locator"), start, end, text[start:end])

    def _text(self, name: str) -> str | None:
        if name not in self.texts:
            try:
                self.texts[name] = self.store.get(name).decode("utf-8", errors="replace")
            except ContentMissing:
                self.texts[name] = None
        return self.texts[name]


def _settings(opening: Data) -> Iterator[tuple[str, str]]:
    for key in _SETTINGS:
        value = opening.get(key)
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", str(item)) for name, item in value.items())
        elif value is not None:
            yield key, ", ".join(_words(value))


def _ended(trace: Trace) -> str:
    seal = trace.last(Action.SEAL)
    return text_of(seal.data, "status") if seal and trace.trailer else "unsealed"


def _result(trace: Trace, store: ContentStore) -> ResearchResult | None:
    line = trace.last(Action.ANSWER)
    if line is None:
        return None
    try:
        return ResearchResult.model_validate_json(store.get(text_of(line.data, "result")))
    except (ContentMissing, ValidationError):
        return None


def _data(line: Line | None, store: ContentStore) -> Data:
    return data_of(line, store) if line else {}


def _rows(data: Data, key: str) -> Iterator[Data]:
    rows = data.get(key)
    return (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, Mapping))


def _words(value: JsonValue) -> list[str]:
    if isinstance(value, list):
        return [str(item) for item in value]
    return [] if value is None else [str(value)]


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0
