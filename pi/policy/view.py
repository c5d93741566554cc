"""What the policy sees."""

from dataclasses import dataclass

from evidence.analyze import Analyzer
from pi.budget import Left
from pi.model import InvestigationPlan, Member, Reach, Received, Task


@dataclass(frozen=True, slots=True)
class View:
    """A run after one of its rounds.

    `received` is everything so far; what is decided about is what came back in `round`, and the
    rest is history. `members` are those who may be asked in this run. `underway` are tasks that
    were sent and not answered yet. `passes_are_set`: the user said how many passes a researcher
    may take, so that asking again can't give it more.
    """

    plan: InvestigationPlan
    received: tuple[Received, ...]
    members: tuple[Member, ...]
    left: Left
    round: int
    analyzer: Analyzer
    may_leave: Reach = Reach.LOCAL
    underway: tuple[Task, ...] = ()
    passes_are_set: bool = False
