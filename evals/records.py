"""What a run keeps: one line for each question, with the result as it came."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from contract import Depth, ResearchResult
from traces.home import Home


class Record(BaseModel):
    """One question asked. `failure` stands in for the result when there is none."""

    model_config = ConfigDict(frozen=True)

    case: str
    question: str
    depth: Depth
    seconds: float
    """From sending the call to holding its result."""
    result: ResearchResult | None = None
    failure: str | None = None


class OutputFolder:
    """Where a run keeps its results, and the home its researcher writes traces and content to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def home(self, name: str) -> Home:
        """The home of one set."""
        return Home(self.path / name / "home")

    def results(self, name: str) -> Path:
        """The file of one set's records, JSON lines."""
        return self.path / name / "results.jsonl"

    def append(self, name: str, record: Record) -> None:
        """Keep one record, at once."""
        with self.results(name).open("a", encoding="utf-8") as out:
            out.write(record.model_dump_json() + "\n")

    def kept(self, name: str) -> dict[str, Record]:
        """The records by case, the last one of each; a line that a killed run left half written
        does not count."""
        path = self.results(name)
        if not path.exists():
            return {}
        return {record.case: record for record in _readable(path.read_text("utf-8").split("\n"))}

    def prepare(self, name: str) -> None:
        """Make the folders, and end a torn last line so that the next one stands alone."""
        self.home(name).ensure()
        path = self.results(name)
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            with path.open("a", encoding="utf-8") as out:
                out.write("\n")


def _readable(lines: Iterable[str]) -> Iterable[Record]:
    for line in lines:
        try:
            yield Record.model_validate_json(line)
        except ValidationError:
            continue
