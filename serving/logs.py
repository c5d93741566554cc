"""Where a server's log goes: to stderr, because stdout is the wire."""

import logging
import sys


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Call it before a server is made: the SDK sets logging up itself otherwise."""
    logging.basicConfig(
        level=level,
        stream=sys.stderr,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
