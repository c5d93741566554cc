"""Hard limits, charged before the work they pay for."""

from dataclasses import dataclass, field

from contract.request import Limits
from traces.clock import Clock

CONCLUDING_SHARE = 0.2
"""Share of the wall clock that is kept for answering, verifying and sealing."""
LEAST_CONCLUDING_SECONDS = 2.0


@dataclass(slots=True)
class Budget:
    """What one call may still do. `started` is the clock's monotonic reading, in seconds."""

    limits: Limits
    clock: Clock
    started: float
    passes: int = 0
    expansions: int = 0
    documents_this_pass: int = 0
    documents: int = 0
    refused: list[str] = field(default_factory=list)

    def charge_pass(self) -> bool:
        """Take one retrieval pass, if one is left."""
        if self.passes >= self.limits.passes:
            return self._refuse("passes")
        self.passes += 1
        self.documents_this_pass = 0
        return True

    def charge_expansion(self) -> bool:
        """Take the expansion, if it is left."""
        if self.expansions >= self.limits.expansions:
            return self._refuse("expansions")
        self.expansions += 1
        self.documents_this_pass = 0
        return True

    def charge_document(self, *, named: bool = False) -> bool:
        """Take the opening of one document of the current pass, if one is left. A document that
        the user named is bounded by the sources that may be cited, and not by the pass."""
        if named:
            if self.documents >= self.limits.max_sources:
                return self._refuse("max_sources")
        elif self.documents_this_pass >= self.limits.documents_per_pass:
            return self._refuse("documents_per_pass")
        self.documents_this_pass += 1
        self.documents += 1
        return True

    @property
    def may_retry(self) -> bool:
        """Whether a retrieval pass is left."""
        return self.passes < self.limits.passes

    @property
    def may_expand(self) -> bool:
        """Whether the expansion is left."""
        return self.expansions < self.limits.expansions

    @property
    def gathering_seconds(self) -> float:
        """Seconds left for gathering, with the concluding share kept back."""
        total = self.limits.max_seconds * (1 - CONCLUDING_SHARE)
        return max(0.0, total - self.elapsed)

    @property
    def concluding_seconds(self) -> float:
        """Seconds left for the answer; never less than it takes on a busy machine."""
        return max(LEAST_CONCLUDING_SECONDS, self.limits.max_seconds - self.elapsed)

    @property
    def elapsed(self) -> float:
        """Seconds since the call began."""
        return self.clock.monotonic() - self.started

    def _refuse(self, what: str) -> bool:
        self.refused.append(what)
        return False
