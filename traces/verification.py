"""What a verification says: a status, and sentences that tell why. Pure values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class VerifyStatus(StrEnum):
    """The verdict on one trace, in the words of `trace verify`."""

    OK = "ok"
    UNSEALED = "unsealed"
    TORN = "torn"
    BLOB_MISSING = "blob_missing"
    TAMPERED = "tampered"
    NOT_FOUND = "not_found"


EXIT_CODES: Final = {
    VerifyStatus.OK: 0,
    VerifyStatus.TAMPERED: 1,
    VerifyStatus.UNSEALED: 3,
    VerifyStatus.TORN: 3,
    VerifyStatus.BLOB_MISSING: 4,
    VerifyStatus.NOT_FOUND: 10,
}

_WORST_LAST: Final = (
    VerifyStatus.OK,
    VerifyStatus.UNSEALED,
    VerifyStatus.TORN,
    VerifyStatus.BLOB_MISSING,
    VerifyStatus.TAMPERED,
    VerifyStatus.NOT_FOUND,
)


_DOUBTS_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, what it makes of the trace, and at which step."""

    status: VerifyStatus
    sentence: str
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on one trace and on those it names. `notes` are not wrong, only worth knowing.

    `contents` counts the pieces of content that were looked for, `citations` the excerpts that
    were held against their stored text, `end` is the hash of the seal line.
    """

    run: str
    status: VerifyStatus
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    lines: int = 0
    contents: int = 0
    citations: int = 0
    end: str | None = None
    children: tuple["Verification", ...] = ()

    @property
    def exit_code(self) -> int:
        """0 ok, 1 tampered, 3 unsealed or torn, 4 content missing or corrupt, 10 no such trace."""
        return EXIT_CODES[self.status]


def doubts(verification: Verification) -> tuple[str, ...]:
    """What a reader is told above a trace that is not whole: that it is not, why (the first few
    findings), and how to see the rest. Nothing when it is."""
    if verification.status is VerifyStatus.OK:
        return ()
    word = verification.status.value.replace("_", " ")
    shown = verification.findings[:_DOUBTS_SHOWN]
    more = len(verification.findings) - len(shown)
    return (
        f"CAREFUL: this trace does not verify ({word}).",
        *(f"- {_with_step(finding)}" for finding in shown),
        f"{f'{more} more: ' if more else 'Check it: '}marchwarden trace verify {verification.run}",
    )


def _with_step(finding: Finding) -> str:
    return finding.sentence + ("" if finding.step is None else f" (step {finding.step})")


def worst(statuses: Iterable[VerifyStatus]) -> VerifyStatus:
    """The verdict that several findings come to; ok when there are none."""
    return max(statuses, key=_WORST_LAST.index, default=VerifyStatus.OK)
