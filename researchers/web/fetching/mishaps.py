"""What can go wrong between two machines, in words for the reader. Pure."""

import ssl

import httpcore2

from researchers.web.fetching.decoding import CodingError, DecodedTooLarge
from researchers.web.fetching.guard import ForbiddenAddress, NoSuchHost
from researchers.web.fetching.model import FetchProblem
from researchers.web.fetching.streams import AnswerTooLong, AnswerTooSlow

MISHAPS = (
    ForbiddenAddress,
    AnswerTooLong,
    AnswerTooSlow,
    CodingError,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    httpcore2.TimeoutException,
    OSError,
)
"""Everything that the other side, or the way to it, can do to a fetch."""


def describe(error: Exception, *, answered: bool) -> tuple[FetchProblem, str]:
    """The problem, and words that complete "it …". `answered` says whether the head of an answer
    had come."""
    match error:
        case ForbiddenAddress():
            return FetchProblem.FORBIDDEN_ADDRESS, str(error)
        case NoSuchHost():
            return FetchProblem.UNKNOWN_HOST, f"can't be reached: {error}"
        case AnswerTooSlow():
            return FetchProblem.TIMEOUT, str(error)
        case AnswerTooLong() | DecodedTooLarge():
            return FetchProblem.TOO_LARGE, str(error)
        case CodingError():
            return FetchProblem.MALFORMED, str(error)
        case httpcore2.ProtocolError() if not answered:
            return FetchProblem.MALFORMED, "did not answer in HTTP"
        case httpcore2.ProxyError():
            return FetchProblem.UNREACHABLE, f"can't be reached: the proxy answered {error}"
        case httpcore2.ConnectError() | httpcore2.ConnectTimeout():
            return FetchProblem.UNREACHABLE, _why_not_connected(error)
        case _ if answered:
            return FetchProblem.UNREACHABLE, "broke off in the middle of its answer"
        case _:
            return FetchProblem.UNREACHABLE, "broke off without an answer"


def _why_not_connected(error: Exception) -> str:
    """httpcore2 keeps what it was raised for as the first argument."""
    match error.args:
        case (ssl.SSLCertVerificationError() as cause, *_):
            return f"has a certificate that does not hold ({cause.verify_message})"
        case (ssl.SSLError(), *_):
            return "could not agree on TLS"
        case _:
            return "can't be reached: nobody answers there"
