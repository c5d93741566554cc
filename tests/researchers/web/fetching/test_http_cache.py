"""What is kept of earlier requests, and how little can go wrong with it."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import anyio
import apsw
import pytest

from researchers.web.fetching.cache_file import CacheBounds
from researchers.web.fetching.freshness import Arrival
from researchers.web.fetching.http_cache import FILE_NAME, HttpCache, Kept, after_not_modified
from researchers.web.fetching.model import CacheUse, Fetched, Hop
from traces.digest import content_name
from traces.faulty import After, Fault, FaultyFileSystem
from traces.store import ContentStore

pytestmark = pytest.mark.anyio

URL = "http://news.example.com/lamp"
HEAD = b'HTTP/1.1 200 OK\r\netag: "a"\r\n\r\n'
CAME = Arrival(1_000_000.0, 5.0)


def fetched(url: str = URL, body: bytes = b"The lamp was lit in 1874.") -> Fetched:
    return Fetched(
        url=url,
        final_url=url,
        status=200,
        head=HEAD,
        headers={"etag": '"a"', "content-type": "text/html; charset=utf-8", "x-odd": "caf\xe9"},
        body=body,
        decoded_length=len(body),
        fetched_at="2026-11-20T12:00:00.000000Z",
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "index" / FILE_NAME


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(tmp_path / "cas")


@pytest.fixture
def cache(place: Path, store: ContentStore) -> Iterator[HttpCache]:
    cache = HttpCache(place, store)
    yield cache
    cache.close()


async def test_a_response_comes_back_whole_in_another_process_s_cache(
    cache: HttpCache, place: Path, store: ContentStore
) -> None:
    whole = replace(
        fetched(),
        final_url="https://news.example.com/lamp",
        headers={**fetched().headers, "cache-control": "max-age=60"},
        hops=(Hop(URL, 301, b"HTTP/1.1 301 X\r\nx: \xe9\r\n\r\n"),),
        content_coding="gzip",
        allowance="news.example.com:80",
    )
    await cache.keep(Kept(whole, CAME))
    other = HttpCache(place, store)
    found = await other.find(URL)
    other.close()
    assert found == Kept(replace(whole, cache=CacheUse.CACHE), CAME)


async def test_an_unknown_address_is_a_miss(cache: HttpCache) -> None:
    assert await cache.find(URL) is None


async def test_bodies_and_heads_stand_in_the_content_store_alone(
    cache: HttpCache, place: Path, store: ContentStore
) -> None:
    body = b"words that are nowhere else " * 40
    await cache.keep(Kept(fetched(body=body), CAME))
    cache.close()
    assert store.get(content_name(body)) == body
    assert store.get(content_name(HEAD)) == HEAD
    assert all(b"nowhere else" not in path.read_bytes() for path in place.parent.iterdir())


async def test_secrets_in_headers_are_not_kept(cache: HttpCache, place: Path) -> None:
    headers = {
        "etag": '"a"',
        "set-cookie": "id=s3cret",
        "authentication-info": "nextnonce=s3cret",
        "www-authenticate": "Digest nonce=s3cret",
    }
    await cache.keep(Kept(replace(fetched(), headers=headers), CAME))
    found = await cache.find(URL)
    cache.close()
    assert found is not None
    assert found.headers == {"etag": '"a"'}
    assert all(b"s3cret" not in path.read_bytes() for path in place.parent.iterdir())


async def test_the_file_is_private(cache: HttpCache, place: Path) -> None:
    await cache.keep(Kept(fetched(), CAME))
    assert {path.stat().st_mode & 0o077 for path in place.parent.iterdir()} == {0}


async def test_what_may_not_be_kept_replaces_what_was(cache: HttpCache) -> None:
    await cache.keep(Kept(fetched(), CAME))
    secret = replace(fetched(), headers={"cache-control": "no-store", "etag": '"b"'})
    await cache.keep(Kept(secret, CAME))
    assert await cache.find(URL) is None


async def test_an_address_with_a_key_in_it_is_not_kept(cache: HttpCache, place: Path) -> None:
    url = f"{URL}?api_key=0123456789abcdef"
    await cache.keep(Kept(fetched(url), CAME))
    await cache.keep(Kept(replace(fetched(), final_url=url), CAME))
    assert await cache.find(url) is None
    assert await cache.find(URL) is None


async def test_a_redirect_that_can_not_be_replayed_is_not_kept(cache: HttpCache) -> None:
    head = b"HTTP/1.1 302 Found\r\ncache-control: no-store\r\n\r\n"
    headers = {"cache-control": "max-age=60"}
    moved = replace(fetched(), headers=headers, hops=(Hop(URL, 302, head),))
    await cache.keep(Kept(moved, CAME))
    assert await cache.find(URL) is None


@pytest.mark.parametrize("damage", ["gone", "other bytes"])
@pytest.mark.parametrize("which", [HEAD, fetched().body])
async def test_content_that_is_gone_or_damaged_is_a_miss_until_it_is_fetched_again(
    cache: HttpCache, store: ContentStore, which: bytes, damage: str
) -> None:
    await cache.keep(Kept(fetched(), CAME))
    path = store.path(content_name(which))
    path.unlink()
    if damage == "other bytes":
        path.write_bytes(which[:-1] + b"?")
    assert await cache.find(URL) is None
    await cache.keep(Kept(fetched(), CAME))
    assert await cache.find(URL) == Kept(replace(fetched(), cache=CacheUse.CACHE), CAME)


async def test_the_oldest_go_when_there_are_too_many(place: Path, store: ContentStore) -> None:
    cache = HttpCache(place, store, CacheBounds(entries=3))
    for number in (2, 0, 3, 1, 4):
        await cache.keep(Kept(fetched(f"{URL}/{number}"), Arrival(1_000.0 + number, 0.0)))
    found = [await cache.find(f"{URL}/{number}") is not None for number in range(5)]
    cache.close()
    assert found == [False, False, True, True, True]


async def test_the_old_go_when_something_new_comes(place: Path, store: ContentStore) -> None:
    cache = HttpCache(place, store, CacheBounds(seconds=60.0))
    await cache.keep(Kept(fetched(f"{URL}/old"), Arrival(1_000.0, 0.0)))
    await cache.keep(Kept(fetched(f"{URL}/new"), Arrival(1_061.0, 0.0)))
    found = await cache.find(f"{URL}/old"), await cache.find(f"{URL}/new")
    cache.close()
    assert found[0] is None
    assert found[1] is not None


def _lose_what_is_beside(path: Path) -> None:
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _text(path: Path) -> None:
    _lose_what_is_beside(path)
    path.write_bytes(b"this is no database " * 500)


def _torn(path: Path) -> None:
    _lose_what_is_beside(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:5_000] + b"\xff" * 5_000)


def _foreign(path: Path) -> None:
    _gone(path)
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES ('precious')")
    other.close()


def _older(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 99)
    connection.close()


def _without_table(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("DROP TABLE responses")
    connection.close()


def _wrong_row(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute('UPDATE responses SET response = \'{"status": "many"}\'')
    connection.close()


def _gone(path: Path) -> None:
    _lose_what_is_beside(path)
    path.unlink()


def _empty(path: Path) -> None:
    _lose_what_is_beside(path)
    path.write_bytes(b"")


@pytest.mark.parametrize(
    "damage", [_text, _torn, _foreign, _older, _without_table, _wrong_row, _empty, _gone]
)
@pytest.mark.parametrize("open_meanwhile", [True, False])
async def test_an_unusable_file_makes_way_for_a_new_one(
    place: Path, store: ContentStore, damage: Callable[[Path], None], open_meanwhile: bool
) -> None:
    cache = HttpCache(place, store)
    await cache.keep(Kept(fetched(), CAME))
    if not open_meanwhile:
        cache.close()
    damage(place)
    await cache.find(URL)
    await cache.keep(Kept(fetched(), CAME))
    found = await cache.find(URL)
    cache.close()
    assert found is not None
    assert found.fetched.body == fetched().body


async def test_another_program_s_database_is_put_aside_and_not_deleted(
    cache: HttpCache, place: Path
) -> None:
    await cache.keep(Kept(fetched(), CAME))
    cache.close()
    _foreign(place)
    await cache.keep(Kept(fetched(), CAME))
    aside = apsw.Connection(str(place.with_name(place.name + ".not-a-cache")))
    assert aside.execute("SELECT a FROM mine").fetchall() == [("precious",)]
    aside.close()


async def test_a_file_that_another_process_replaced_is_opened_anew(
    cache: HttpCache, place: Path, store: ContentStore
) -> None:
    await cache.keep(Kept(fetched(), CAME))
    _gone(place)
    other = HttpCache(place, store)
    await other.keep(Kept(fetched(f"{URL}/other"), CAME))
    other.close()
    assert await cache.find(f"{URL}/other") is not None


async def test_a_place_that_cannot_be_written_means_no_cache(
    tmp_path: Path, store: ContentStore
) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "cache", tmp_path / "folder"):
        cache = HttpCache(path, store)
        await cache.keep(Kept(fetched(), CAME))
        assert await cache.find(URL) is None
        cache.close()


async def test_a_full_table_goes_on_without(place: Path, store: ContentStore) -> None:
    cache = HttpCache(place, store)
    await cache.keep(Kept(fetched(), CAME))
    connection = apsw.Connection(str(place))
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON responses BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    connection.close()
    await cache.keep(Kept(fetched(f"{URL}/more"), CAME))
    assert await cache.find(f"{URL}/more") is None
    assert await cache.find(URL) is not None
    cache.close()


async def test_a_full_disk_under_the_content_keeps_nothing(place: Path, tmp_path: Path) -> None:
    disk = FaultyFileSystem()
    store = ContentStore(tmp_path / "cas", disk)
    cache = HttpCache(place, store)
    await cache.keep(Kept(fetched(), CAME))
    disk.strike(Fault(len(disk.calls), After.FULL))
    await cache.keep(Kept(fetched(body=b"another"), CAME))
    assert await cache.find(URL) is None
    cache.close()


WRITER = """
import sys
from pathlib import Path
import anyio
from researchers.web.fetching.freshness import Arrival
from researchers.web.fetching.http_cache import HttpCache, Kept
from tests.researchers.web.fetching.test_http_cache import fetched
from traces.store import ContentStore

async def main(place, content, name):
    cache = HttpCache(Path(place), ContentStore(Path(content)))
    for number in range(25):
        await cache.keep(Kept(fetched(f"http://{name}.example/{number}"), Arrival(9e5, 0.0)))
    cache.close()

anyio.run(main, *sys.argv[1:])
"""


async def test_two_processes_write_to_one_file(
    cache: HttpCache, place: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", WRITER, str(place), str(tmp_path / "cas")]
    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            for name in ("a", "b"):
                tasks.start_soon(anyio.run_process, [*command, name])
    for name in ("a", "b"):
        for number in range(25):
            assert await cache.find(f"http://{name}.example/{number}") is not None


def test_a_304_of_another_version_or_after_a_redirect_renews_nothing() -> None:
    kept = Kept(fetched(), CAME)
    answer = replace(fetched(), status=304, body=b"", headers={"etag": '"a"', "x-new": "1"})
    renewed = after_not_modified(kept, answer, Arrival(2_000_000.0, 0.0))
    assert renewed is not None
    assert renewed.arrived.at == 2_000_000.0
    assert renewed.fetched.body == fetched().body
    assert renewed.fetched.cache is CacheUse.REVALIDATED
    assert renewed.headers["x-new"] == "1"
    assert after_not_modified(kept, replace(answer, headers={"etag": '"b"'}), CAME) is None
    hops = (Hop(URL, 301, b""),)
    assert after_not_modified(kept, replace(answer, hops=hops), CAME) is None
