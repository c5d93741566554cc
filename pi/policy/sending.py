"""From a question and those who might answer it to a decision."""

from collections.abc import Sequence
from typing import assert_never

from pi.model import Member
from pi.policy.decisions import AskAnother, Cause, Decision, Follow, Ignore
from pi.policy.ledger import Asking, Bar, Ledger


def ask_one_of(
    ledger: Ledger,
    cause: Cause,
    candidates: Sequence[Member],
    asking: Asking,
    kind: type[AskAnother] | type[Follow],
) -> Decision:
    """A decision that sends the question to the first candidate that may get it, or the reason
    why it goes to nobody."""
    member, bar = ledger.first_who_may(candidates, asking)
    if member is None:
        return not_sent(ledger, cause, candidates, bar, asking.priority)
    reason = f"{asking.why.rstrip('.')}: {member.name} is asked."
    return kind(cause, reason, asking.priority, ledger.send(member, asking))


def not_sent(
    ledger: Ledger, cause: Cause, candidates: Sequence[Member], bar: Bar, priority: int
) -> Decision:
    """Why a question goes to nobody. The reader hears of it unless it only repeats something."""
    others = [member.name for member in candidates if member.name != cause.researcher]
    reason = _why_not(ledger, cause, " and ".join(others) or cause.researcher, bar)
    return Ignore(cause, reason, priority, told=bar not in (Bar.ITSELF, Bar.ASKED))


def _why_not(ledger: Ledger, cause: Cause, names: str, bar: Bar) -> str:
    about = f"\u201c{cause.about}\u201d"
    match bar:
        case Bar.ITSELF:
            return f"There is nobody but {cause.researcher} to ask about {about}."
        case Bar.ASKED:
            return f"{names} was asked about {about} before."
        case Bar.CAME_FROM:
            return f"{about} came from a question of {names}; it does not go back there."
        case Bar.GONE:
            return f"{about} was not followed: {names} failed earlier in this run."
        case Bar.STAYS_HERE:
            return (
                f"{about} was not followed: it was met in private notes, and {names} leaves this "
                "machine; with --egress hosted it may be told."
            )
        case Bar.NOTHING_LEFT:
            return f"{about} was not followed: {_what_ran_out(ledger)}."
        case never:
            assert_never(never)


def _what_ran_out(ledger: Ledger) -> str:
    left = ledger.view.left
    if left.seconds <= 0:
        return "the time of the run was up"
    if left.rounds <= 0:
        return "it was the last round"
    return "no further question may be sent in this run"
