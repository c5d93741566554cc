"""The bounds on what the researcher of the web takes, over a simulated network."""

from pathlib import Path

import pytest

from tests.bench.thirty_pages import DELAY, HEAD, HOSTS, PAGES_EACH, measure_reading


@pytest.mark.bench
@pytest.mark.anyio
async def test_thirty_pages_of_six_hosts_are_read_in_time_and_politely(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cold, warm = await measure_reading(tmp_path)
    with capsys.disabled():
        rows = [cold.row("first"), *(one.row("again") for one in warm)]
        print("", HEAD, *rows, sep="\n")  # noqa: T201 - what a measurement is for
    runs = [cold, *warm]
    assert [one.pages for one in runs] == [HOSTS * PAGES_EACH] * len(runs)
    assert {one.at_once_at_a_host for one in runs} == {1}
    assert min(one.shortest_pause for one in runs) >= DELAY
    assert sum(one.misquoted for one in runs) == 0
    assert sorted(one.seconds for one in warm)[len(warm) // 2] < 2.5
