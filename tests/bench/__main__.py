"""`python -m tests.bench [FOLDER]`: indexing, searching, calling and starting, measured.

Without a folder the notes are made up: a few thousand, the same each time.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

import anyio

from tests.bench.indexing import Measured, measure
from tests.bench.indexing import table as indexing_table
from tests.bench.made_up import write_notes
from tests.bench.speed import measure_speed
from tests.bench.speed import table as speed_table

_MADE_UP = 3_000


def main(arguments: list[str]) -> int:
    """Print the tables; 1 when a goal was missed."""
    if len(arguments) > 1 or not all(Path(one).is_dir() for one in arguments):
        sys.stderr.write("usage: python -m tests.bench [FOLDER]\n")
        return 2
    with tempfile.TemporaryDirectory() as place:
        folder = Path(arguments[0]).resolve() if arguments else Path(place, "vault")
        if not arguments:
            write_notes(folder, _MADE_UP)
        measured = anyio.run(partial(measure, folder, Path(place, "index"), peers=True))
        sys.stdout.write(indexing_table(measured) + "\n\n")
        sys.stdout.flush()
        speed = measure_speed(folder, Path(place, "home"), peers=True)
    sys.stdout.write(speed_table(speed) + "\n")
    return 0 if _indexes_well(measured) and all(goal.holds for goal in speed.goals) else 1


def _indexes_well(measured: Measured) -> bool:
    """The goals that the table of indexing shows."""
    fast = measured.notes_per_second >= 250 and measured.speedup >= 50
    return fast and measured.memory.total < 400_000_000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
