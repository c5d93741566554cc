"""What a fetch leaves in a trace's `fetch_url` line: its bytes, its head, and its way there.

Blocks on the disk; call it in a thread.
"""

import json
from typing import Final

from researchers.web.fetching.model import Fetched
from traces.redact import Redactor, without_query_secrets
from traces.sink import JsonValue, TraceSink

_REDACTOR: Final = Redactor()
_LONGEST_TYPE: Final = 100
"""Of a media type, which is the server's to choose; a line takes 256 characters for a word."""


def came(fetched: Fetched, trace: TraceSink) -> dict[str, JsonValue]:
    """Store what came over the network, and say how it came. The caller adds what was read in it:
    `content_hash` and `content_length`."""
    return {
        "url": fetched.url,
        "final_url": fetched.final_url,
        "status": fetched.status,
        "content_type": fetched.content_type[:_LONGEST_TYPE],
        "head": trace.put(_shown(fetched.head.decode("latin-1")).encode("latin-1")),
        "hops": trace.put(hops_json(fetched)) if fetched.hops else None,
        "raw": trace.put(fetched.body),
        "raw_length": len(fetched.body),
        "fetched_at": fetched.fetched_at,
        "cache": fetched.cache.value,
        "allowance": fetched.allowance,
        "robots": fetched.robots,
    }


def hops_json(fetched: Fetched) -> bytes:
    """The redirects on the way, in order."""
    rows = [
        {
            "url": _shown(hop.url),
            "status": hop.status,
            "head": _shown(hop.head.decode("latin-1")),
        }
        for hop in fetched.hops
    ]
    return json.dumps(rows, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()


def _shown(text: str) -> str:
    """A head may repeat the address that was asked for, whole or from its path on."""
    return without_query_secrets(_REDACTOR.quoted(text))
