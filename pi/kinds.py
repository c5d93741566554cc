"""What kind of question it is, by its wording alone."""

import re
from typing import Final

from evidence.families import Family, current_question, family_of
from pi.model import QuestionKind

_LONGEST_LOOKED_AT: Final = 500
"""Characters. What makes a question one of a kind stands near its beginning."""

_RULES: Final = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (
            QuestionKind.COMPARISON,
            r"\b(?:compare[ds]?|comparison|versus|vs\.?|pros and cons)(?!\w)"
            r"|\bdifferences? between\b"
            r"|\b(?:more|less|better|worse|\w{2,12}er) (?:\w+ ){0,4}than\b"
            r"|^\s*(?:which|who|what)\b[^?]{1,80}\b(?:or)\b",
        ),
        (
            QuestionKind.TIMELINE,
            r"\b(?:timeline|history of|chronolog\w+|over time|evolution of|first and last)\b"
            r"|^\s*(?:did|was|were|had)\b[^?]{1,120}\b(?:before|after)\b"
            r"|\bhow (?:has|have|had|did)\b[^?]{1,80}\b(?:chang|evolv|develop)",
        ),
        (
            QuestionKind.YES_NO,
            r"^\s*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|may|"
            r"might|must)(?:n't)?\b",
        ),
        (
            QuestionKind.MULTI_HOP,
            r"\bof the \w+(?: \w+)? (?:that|which|who|whose|where)\b"
            r"|\bof the \w+(?: \w+)? of\b|\bwhose \w+\b[^?]{1,80}\b(?:that|which|who)\b",
        ),
        (
            QuestionKind.LIST,
            r"^\s*(?:please )?(?:list|name|enumerate)\b|\ball (?:the|of the|my)\b"
            r"|^\s*(?:what|which|who) (?:\w+ ){0,2}are (?:the |all )?(?:\w+ ){0,3}\w{2,}s\b"
            r"|^\s*(?:which|what) (?:\w+ )?\w{2,}[^s\W]s (?:are|were|have|do|did|can|could)\b",
        ),
    )
)


def kind_of(question: str) -> QuestionKind:
    """The first kind whose rule recognises the question, else LOOKUP."""
    asked = current_question(question)[:_LONGEST_LOOKED_AT]
    for kind, pattern in _RULES:
        if pattern.search(asked):
            return kind
    if family_of(asked) is Family.COMPARISON:
        return QuestionKind.COMPARISON
    return QuestionKind.LOOKUP
