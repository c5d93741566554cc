"""What a run tells: events for whoever watches it, and steps for whoever called it."""

import re
from typing import Final

from pi.events import Asked, Came, Decided, OnEvent, Progressed, RunEvent, Started
from pi.policy.decisions import Decision, task_of
from serving.progress import Progress, ProgressEvent

_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(decision: Decision) -> str:
    """A decision's name: `ask_another`, `ignore`."""
    return _CAPITAL.sub("_", type(decision).__name__).lower()


def decided(decision: Decision) -> Decided:
    """A decision as an event."""
    task = task_of(decision)
    return Decided(
        kind_of(decision),
        decision.reason,
        task.researcher if task else None,
        task.question if task else None,
    )


def telling(progress: Progress, on_event: OnEvent | None) -> OnEvent:
    """Events for whoever watches, and a step for the caller of each that a person would read."""
    steps = 0

    async def tell(event: RunEvent) -> None:
        nonlocal steps
        if on_event is not None:
            await on_event(event)
        said = _step_of(event)
        if said is not None:
            steps += 1
            run = event.trace_id if isinstance(event, Started) else None
            await progress(ProgressEvent(steps, said, trace_id=run))

    return tell


def _step_of(event: RunEvent) -> str | None:
    match event:
        case Started(members=members):
            return f"Planning for {', '.join(members) or 'nobody'}"
        case Asked(task):
            return f"Asking {task.researcher}: {task.question[:80]}"
        case Progressed(researcher, message):
            return f"{researcher}: {message}"
        case Came(task, status):
            return f"{task.researcher}: {status.value.replace('_', ' ')}"
        case Decided(_, reason):
            return reason
    return None
