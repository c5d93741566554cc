"""Names that change their minds, and a network that records who was dialled."""

from ipaddress import ip_address

import httpcore2
import pytest

from researchers.web.testing import SimulatedWeb
from tests.researchers.web.simulated.asking import client


@pytest.mark.anyio
async def test_sites_have_addresses_of_their_own_that_look_public() -> None:
    async with SimulatedWeb() as web:
        for number in range(300):
            web.site(f"host{number}.example")
        found = {(await web.resolver(f"host{number}.example", 80))[0] for number in range(300)}
    assert len(found) == 300
    assert all(address.is_global for address in found)


@pytest.mark.anyio
async def test_an_unknown_name_has_no_address() -> None:
    async with SimulatedWeb() as web:
        with pytest.raises(OSError, match="not known"):
            await web.resolver("nowhere.example", 80)


@pytest.mark.anyio
async def test_a_name_can_be_rebound_for_ever_or_in_turns() -> None:
    async with SimulatedWeb() as web:
        web.dns("once.example", ["93.184.216.34"], then=["127.0.0.1", "::1"])
        web.dns("turns.example", ["93.184.216.34"], then=["10.0.0.1"], alternating=True)
        once = [await web.resolver("once.example", 80) for _ in range(3)]
        turns = [str((await web.resolver("turns.example", 80))[0]) for _ in range(4)]
    private = (ip_address("127.0.0.1"), ip_address("::1"))
    assert once == [(ip_address("93.184.216.34"),), private, private]
    assert turns == ["93.184.216.34", "10.0.0.1", "93.184.216.34", "10.0.0.1"]
    assert web.resolver.asked == ["once.example"] * 3 + ["turns.example"] * 4


@pytest.mark.anyio
async def test_a_dead_host_refuses_and_a_silent_one_never_answers() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        with pytest.raises(httpcore2.ConnectError):
            await ask.get(web.dead("dead.example"))
        with pytest.raises(httpcore2.ConnectTimeout):
            await ask.get(web.silent("silent.example"))
        assert [dial.answered for dial in web.dials] == [False, False]
        assert web.requests == ()


@pytest.mark.anyio
async def test_a_private_site_is_reached_by_whoever_dials_it() -> None:
    """The control: without a guard, the forbidden page is there to be read."""
    async with SimulatedWeb() as web, client(web) as ask:
        web.site("router.lan:8080", address="127.0.0.1").page("/", "secret")
        got = await ask.get("http://router.lan:8080/")
    assert got.body == b"secret"
    assert [(dial.address, dial.port) for dial in web.dials] == [("127.0.0.1", 8080)]


@pytest.mark.anyio
async def test_a_site_is_not_served_under_another_name_at_its_address() -> None:
    async with SimulatedWeb() as web, client(web) as ask:
        web.site("news.example.com").page("/", "news")
        web.dns("evil.example", [str((await web.resolver("news.example.com", 80))[0])])
        got = await ask.get("http://evil.example/")
    assert (got.status, got.body) == (421, b"No such site here.\n")


@pytest.mark.anyio
async def test_a_failure_inside_passes_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        async with SimulatedWeb():
            raise ZeroDivisionError
