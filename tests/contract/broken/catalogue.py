"""All researchers of this folder by name."""

from collections.abc import Iterator, Mapping
from typing import Final

from tests.contract.broken import (
    call_faults,
    evidence_faults,
    result_faults,
    tool_faults,
    trace_faults,
)
from tests.contract.broken.good import GoodResearcher, TakesItsTime

_MODULES: Final = (tool_faults, result_faults, evidence_faults, trace_faults, call_faults)

NEEDS_ITS_OWN_PROCESS: Final = frozenset({"TalksOnStdout", "DiesWhenCancelled"})
"""Those whose fault shows, or strikes, only across a process boundary."""


def _broken() -> Iterator[type[GoodResearcher]]:
    for module in _MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, GoodResearcher) and value.caught_by:
                yield value


BROKEN: Final = {researcher.__name__: researcher for researcher in _broken()}
CATALOGUE: Final[Mapping[str, type[GoodResearcher]]] = {
    "GoodResearcher": GoodResearcher,
    "TakesItsTime": TakesItsTime,
    **BROKEN,
}
