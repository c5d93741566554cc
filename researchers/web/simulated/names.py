"""A name server that answers what the test wants. Implements `Resolver`."""

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address
from itertools import count
from typing import Final

import anyio

from researchers.web.fetching.resolving import Address

FIRST_ADDRESS: Final = IPv4Address("93.184.216.1")
"""Public space, as a guard wants it: a good one refuses the ranges set aside for examples."""


@dataclass(slots=True)
class _Name:
    answers: list[tuple[Address, ...]]
    alternating: bool
    delay: float
    asked: int = 0

    def next_answer(self) -> tuple[Address, ...]:
        turn, self.asked = self.asked, self.asked + 1
        last = len(self.answers) - 1
        return self.answers[turn % (last + 1) if self.alternating else min(turn, last)]


@dataclass(slots=True)
class SimulatedNames:
    """Names and addresses; a name that was not given has none. `asked` are the questions so far."""

    asked: list[str] = field(default_factory=list)
    _names: dict[str, _Name] = field(default_factory=dict)
    _free: Iterable[int] = field(default_factory=count)

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        """Answer as the system's resolver does. Raises OSError for an unknown name."""
        self.asked.append(host)
        name = self._names.get(host.lower().rstrip("."))
        if name is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        await anyio.sleep(name.delay)
        return name.next_answer()

    def give(
        self,
        host: str,
        addresses: Sequence[str],
        then: Sequence[str] | None = None,
        *,
        alternating: bool = False,
        delay: float = 0.0,
    ) -> None:
        """Answer `addresses`, and from the second question on `then`, for ever or in turns."""
        answers = [addresses] if then is None else [addresses, then]
        self._names[host.lower()] = _Name(
            [tuple(ip_address(one) for one in answer) for answer in answers], alternating, delay
        )

    def new_address(self) -> str:
        """An address that looks public and that no site has."""
        return str(FIRST_ADDRESS + next(iter(self._free)))
