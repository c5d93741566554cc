"""What a fetch leaves in the trace: its bytes, its head, its way there, and the text that was read.

Blocks on the disk; call it in a thread.
"""

from collections.abc import Iterable

from evidence.credibility import credibility_of
from evidence.documents import Document
from evidence.instructions import instruction_spans
from researchers.web.fetching.model import Fetched, FetchFailure
from researchers.web.fetching.trail import came
from researchers.web.pages.model import Listing, Page
from researchers.web.shown_address import shown
from traces.sink import Action, JsonValue, TraceSink

GIVES_ORDERS = "gives_orders"
HIDES_TEXT = "hides_text"
NOINDEX = "noindex"
UNREAD = "unread"


def store_text(page: Page, trace: TraceSink) -> str:
    """Store the text that offsets count in; its name."""
    return trace.put(page.text.encode())


def record_unread(fetched: Fetched, reason: str, trace: TraceSink) -> None:
    """A `fetch_url` line for a body that holds no text: its text is empty."""
    data = came(fetched, trace) | {
        "flags": [UNREAD],
        "content_hash": trace.put(b""),
        "content_length": 0,
        "locator": shown(fetched.final_url),
        "details": {"unread": reason},
    }
    trace.record(Action.FETCH_URL, f"Fetched, and nothing could be read: {reason}.", data)


def record_listing(fetched: Fetched, listing: Listing, trace: TraceSink) -> None:
    """A `fetch_url` line for a feed or a sitemap: its text is the addresses that it leads to."""
    addresses = (*(entry.url for entry in listing.entries), *listing.nested)
    text = "\n".join(map(shown, addresses)).encode()
    data = came(fetched, trace) | {
        "role": listing.form.value,
        "content_hash": trace.put(text),
        "content_length": len(text),
        "locator": shown(fetched.final_url),
        "details": {"entries": len(listing.entries), "nested": len(listing.nested)},
    }
    trace.record(
        Action.FETCH_URL, f"Read a {listing.form.value} of {len(listing.entries)} pages.", data
    )


def record_fetch(document: Document, fetched: Fetched, page: Page, trace: TraceSink) -> None:
    """One `fetch_url` line, after everything that it names is stored."""
    data = came(fetched, trace) | {
        "flags": list(flags_of(page)),
        "content_hash": document.content_hash,
        "content_length": len(page.text.encode()),
        "locator": document.locator,
        "key": document.key,
        "title": document.title,
        "format": page.form.value,
        "encoding": page.encoding,
        "modified": page.date,
        "passages": len(page.passages),
        "details": _details(document, page),
    }
    trace.record(Action.FETCH_URL, f"Read {document.title}.", data)


def record_passed_over(failure: FetchFailure, trace: TraceSink) -> None:
    """A fetch that failed and was made good by another."""
    trace.record(
        Action.ERROR,
        f"Not read: {failure.detail}",
        {
            "message": failure.detail,
            "stage": "open",
            "locator": failure.url,
            "kind": failure.problem.value,
        },
    )


def flags_of(page: Page) -> Iterable[str]:
    """What a reader of the trace should know about a page before believing it."""
    if instruction_spans(page.text):
        yield GIVES_ORDERS
    if page.hidden_chars:
        yield HIDES_TEXT
    if page.noindex:
        yield NOINDEX


def _details(document: Document, page: Page) -> dict[str, JsonValue]:
    standing = document.standing
    return {
        "author": page.author,
        "site": page.site,
        "language": page.language,
        "canonical": page.canonical,
        "hidden_chars": page.hidden_chars,
        "credibility": credibility_of(standing).sentence if standing is not None else None,
    }
