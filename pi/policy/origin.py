"""Where the words of a follow-up come from, and whether they may leave the machine."""

from evidence.analyze import Analyzer, fold
from pi.model import Member, Reach, Received, Taint


def origin_of(text: str, received: Received, question: str, analyzer: Analyzer) -> Taint:
    """Whose words a lead or topic is made of.

    What a researcher on this machine reports is private, because it read private notes, unless
    every one of its words stands in the user's question or in the one that it was asked.
    """
    words = _words(text, analyzer)
    users = _words(question, analyzer)
    if words <= users:
        return Taint.QUESTION
    task = received.task
    if task.taint is not Taint.PRIVATE and words <= users | _words(task.question, analyzer):
        return task.taint
    if received.reach is Reach.LOCAL or task.taint is Taint.PRIVATE:
        return Taint.PRIVATE
    return Taint.WEB


def in_plain_words(text: str, question: str, analyzer: Analyzer) -> str:
    """The text, when it stands in the question as it is, else its words alone: between the words
    nothing else can be carried out."""
    whole = " ".join(question.split()).casefold()
    return text if text.casefold() in whole else " ".join(analyzer.words(text))


def may_be_told(member: Member, taint: Taint, may_leave: Reach) -> bool:
    """Whether a researcher may get words of that origin. Private ones stay on the machine unless
    the user lets evidence leave it."""
    if not may_leave.allows(member.reach):
        return False
    return taint is not Taint.PRIVATE or member.reach is Reach.LOCAL or may_leave is Reach.HOSTED


def _words(text: str, analyzer: Analyzer) -> frozenset[str]:
    return frozenset(fold(word) for word in analyzer.words(text))
