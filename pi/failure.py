"""How reaching a researcher can fail, as one closed set of kinds and one plain sentence."""

from enum import StrEnum


class FailureKind(StrEnum):
    """What went wrong between the caller and a researcher; a caller acts on the kind."""

    START_FAILED = "start_failed"
    """The command could not be started."""
    UNREACHABLE = "unreachable"
    """Nothing answers at the address."""
    UNAUTHORIZED = "unauthorized"
    """The researcher refuses the token, or wants one."""
    DIED = "died"
    """The process or the connection ended while it was needed."""
    TIMEOUT = "timeout"
    """No answer within the time allowed."""
    PROTOCOL = "protocol"
    """What came back is not MCP."""
    CONTRACT = "contract"
    """It speaks MCP, but not this version of the research() contract."""
    REFUSED = "refused"
    """The researcher turned the request down with a sentence of its own."""
    TOO_LARGE = "too_large"
    """The answer is larger than the contract allows."""
    UNTRUE = "untrue"
    """Its evidence is not what it says: an excerpt does not stand where it is cited from."""


class ResearcherFailure(Exception):
    """One researcher could not answer. The others are not affected.

    `sentence` is for the reader: what happened, and what to do about it.
    """

    def __init__(self, researcher: str, kind: FailureKind, sentence: str) -> None:
        super().__init__(sentence)
        self.researcher = researcher
        self.kind = kind
        self.sentence = sentence

    def __repr__(self) -> str:
        return f"ResearcherFailure({self.researcher!r}, {self.kind.value!r}, {self.sentence!r})"
