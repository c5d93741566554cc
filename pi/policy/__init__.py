"""What the PI does about what it received. No model has a say in it."""

from pi.policy.decisions import (
    AskAgainWithMore,
    AskAnother,
    Cause,
    Decision,
    Follow,
    Ignore,
    LayOut,
    TellReader,
    Urgency,
    is_told,
    task_of,
)
from pi.policy.next_actions import next_actions
from pi.policy.view import View

__all__ = [
    "AskAgainWithMore",
    "AskAnother",
    "Cause",
    "Decision",
    "Follow",
    "Ignore",
    "LayOut",
    "TellReader",
    "Urgency",
    "View",
    "is_told",
    "next_actions",
    "task_of",
]
