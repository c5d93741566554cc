"""A writer to be killed: writes run after run, and acknowledges on stdout what is on the disk.

`python -m tests.soak.killed_writer HOME SEED`. Each acknowledgement is one line, written only
after the call has returned: `put NAME`, `record RUN STEP`, `seal RUN`.
"""

import os
import random
import sys
from pathlib import Path

from traces.clock import SystemClock
from traces.home import Home
from traces.ids import new_run_id
from traces.sink import Action, JsonValue, SealStatus
from traces.writer import TraceWriter


def acknowledge(*words: object) -> None:
    os.write(1, (" ".join(str(word) for word in words) + "\n").encode())


def write_run(home: Home, chance: random.Random) -> None:
    run = new_run_id()
    with TraceWriter.create(home, run=run, by="local-brain", clock=SystemClock()) as writer:
        step = writer.record(Action.OPEN, "A question came in.", {"question": "Why?"})
        acknowledge("record", run, step)
        for _ in range(chance.randint(1, 25)):
            acknowledge("record", run, write_read(writer, chance))
        writer.seal(SealStatus.COMPLETE)
        acknowledge("seal", run)


def write_read(writer: TraceWriter, chance: random.Random) -> int:
    content = chance.randbytes(chance.choice((10, 2_000, 20_000, 100_000)))
    name = writer.put(content)
    acknowledge("put", name)
    data: dict[str, JsonValue] = {
        "path": "bread/sourdough.md",
        "content_hash": name,
        "content_length": len(content),
        "details": chance.choice(("short", "x" * 3_900, "y" * 9_000)),
    }
    return writer.record(Action.READ_FILE, "Opened.", data)


def main() -> None:
    home, chance = Home(Path(sys.argv[1])), random.Random(int(sys.argv[2]))
    while True:
        write_run(home, chance)


if __name__ == "__main__":
    main()
