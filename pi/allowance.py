"""How many messages a researcher may send: each costs the reader a tenth of a millisecond, in
which nobody else is served."""

from typing import Final

import anyio

_AT_ONCE: Final = 6_000
_PER_SECOND: Final = 200.0


class MessageAllowance:
    """For one connection: a burst of 6,000, and 200 a second in the long run."""

    def __init__(self) -> None:
        self._began = anyio.current_time()
        self._taken = 0

    def take(self, messages: int) -> bool:
        """Count some that came. False when they are too many."""
        self._taken += messages
        return self._taken <= _AT_ONCE + _PER_SECOND * (anyio.current_time() - self._began)
