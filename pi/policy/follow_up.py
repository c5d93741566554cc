"""A lead's or a gap's words as a question, held to the user's question by its own words."""

from evidence.names import names_in
from pi.model import Received, Taint
from pi.policy.lead_text import Unusable, as_question, is_address
from pi.policy.ledger import Asking, Ledger
from pi.policy.origin import in_plain_words, origin_of

_MOST_ANCHORS = 2


def follow_up(
    words: str, received: Received, ledger: Ledger, why: str, priority: int
) -> Asking | Unusable:
    """The question that a researcher's words become, and whose words it is made of.

    An address goes along with the user's question; other words get the names of that question that
    they lack, because `opening hours` alone asks about nothing.
    """
    text = as_question(words)
    if isinstance(text, Unusable):
        return text
    analyzer, users = ledger.view.analyzer, ledger.users_words(received)
    taint = origin_of(text, received, users, analyzer)
    if taint is Taint.QUESTION:
        text = in_plain_words(text, users, analyzer)
    if is_address(text):
        return Asking(f"{users} {text}", taint, received, why, priority)
    known = set(analyzer.content_terms(text))
    names = [name for name in names_in(users) if not known.issuperset(analyzer.content_terms(name))]
    anchors = f" ({', '.join(names[:_MOST_ANCHORS])})" if names else ""
    return Asking(f"{text}{anchors}", taint, received, why, priority)
