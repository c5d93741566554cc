"""A trace that lives as long as its process: for `--no-trace`, and for tests."""

from traces.chain import Chain, Ending
from traces.clock import Clock, SystemClock
from traces.digest import content_name
from traces.errors import ContentMissing
from traces.ids import new_run_id
from traces.line import Line, parse_line
from traces.recorder import Recorder
from traces.redact import Redactor


class MemoryTrace(Recorder):
    """Takes, checks and cleans lines as the writer on disk does; `jsonl` are the same bytes."""

    def __init__(
        self,
        run: str | None = None,
        by: str = "local-brain",
        clock: Clock | None = None,
        redactor: Redactor | None = None,
    ) -> None:
        super().__init__(
            Chain(run or new_run_id(), by), clock or SystemClock(), redactor or Redactor()
        )
        self._written = bytearray()
        self._content: dict[str, bytes] = {}

    @property
    def jsonl(self) -> bytes:
        """The trace as its file would hold it."""
        return bytes(self._written)

    @property
    def recorded(self) -> tuple[Line, ...]:
        """All lines so far, the seal included and the trailer not."""
        texts = self.jsonl.split(b"\n")[: self.lines]
        return tuple(parse_line(text) for text in texts)

    def put(self, content: bytes) -> str:
        name = content_name(content)
        self._content[name] = bytes(content)
        return name

    def get(self, content_hash: str) -> bytes:
        try:
            return self._content[content_hash]
        except KeyError:
            raise ContentMissing(f"This run did not store {content_hash}.") from None

    def size(self, name: str) -> int | None:
        """How many bytes are stored under a name; None when there are none."""
        content = self._content.get(name)
        return None if content is None else len(content)

    def _holds(self, name: str) -> bool:
        return name in self._content

    def _append(self, spelt: bytes) -> None:
        self._written += spelt

    def _finish(self, ending: Ending) -> None:
        """Nothing outlives the process."""
