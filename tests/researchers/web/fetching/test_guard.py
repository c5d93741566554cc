"""The guard dials what it checked, one address after the other, and nothing else."""

from collections.abc import Iterable

import anyio
import httpcore2
import pytest

from researchers.web.fetching.guard import ForbiddenAddress, GuardedNetwork, NoSuchHost, Permit
from researchers.web.fetching.model import Allowance
from tests.researchers.web.fetching.local_server import Names

pytestmark = pytest.mark.anyio

NAMES = Names(
    {
        "three.example": ("2606:4700::1", "1.1.1.1", "8.8.8.8"),
        "many.example": tuple(f"1.1.1.{n}" for n in range(1, 9)),
        "nobody.example": (),
    }
)


class Deaf(httpcore2.AsyncNetworkBackend):
    """Answers at one address; is silent at some, and refuses at all others."""

    def __init__(self, answers_at: str = "", silent_at: tuple[str, ...] = ()) -> None:
        self._answers_at = answers_at
        self._silent_at = silent_at
        self.dials: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        self.dials.append(host)
        if host in self._silent_at:
            await anyio.sleep_forever()
        if host != self._answers_at:
            raise httpcore2.ConnectError("refused")
        return httpcore2.AsyncMockStream([])


def guard(network: Deaf, allowance: Allowance | None = None) -> GuardedNetwork:
    return GuardedNetwork(network, NAMES, Permit(frozenset({80, 443}), allowance))


async def test_the_next_address_is_tried_when_one_refuses() -> None:
    network = Deaf(answers_at="8.8.8.8")
    await guard(network).connect_tcp("three.example", 443)
    assert network.dials == ["2606:4700::1", "1.1.1.1", "8.8.8.8"]


async def test_the_next_address_is_tried_when_one_stays_silent() -> None:
    network = Deaf(answers_at="1.1.1.1", silent_at=("2606:4700::1",))
    with anyio.fail_after(5):
        await guard(network).connect_tcp("three.example", 443)
    assert network.dials == ["2606:4700::1", "1.1.1.1"]


async def test_not_every_address_of_a_long_list_is_tried() -> None:
    network = Deaf()
    with pytest.raises(httpcore2.ConnectError):
        await guard(network).connect_tcp("many.example", 80)
    assert network.dials == ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"]


async def test_a_name_without_addresses_is_dialled_nowhere() -> None:
    network = Deaf()
    with pytest.raises(NoSuchHost):
        await guard(network).connect_tcp("nobody.example", 80)
    assert network.dials == []


async def test_other_ports_and_sockets_of_this_machine_are_refused() -> None:
    network = Deaf()
    with pytest.raises(ForbiddenAddress, match="asks for port 22"):
        await guard(network).connect_tcp("three.example", 22)
    with pytest.raises(ForbiddenAddress):
        await guard(network).connect_unix_socket("/run/docker.sock")
    assert network.dials == []


async def test_a_guard_with_an_allowance_serves_nothing_but_that_site() -> None:
    network = Deaf(answers_at="10.0.0.1")
    allowed = guard(network, Allowance("10.0.0.1", 8080))
    await allowed.connect_tcp("10.0.0.1", 8080)
    for host, port in (("10.0.0.1", 80), ("three.example", 8080), ("three.example", 80)):
        with pytest.raises(ForbiddenAddress, match=r"is not 10\.0\.0\.1:8080"):
            await allowed.connect_tcp(host, port)
    assert network.dials == ["10.0.0.1"]
