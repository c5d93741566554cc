"""Asking a researcher who it is and how it is, without putting a question."""

import anyio

from pi.connection import connect
from pi.failure import ResearcherFailure
from pi.network import Presence, Researcher, transport_words

PROBE_SECONDS = 10.0


async def probe(researcher: Researcher, *, seconds: float = PROBE_SECONDS) -> Presence:
    """Meet one researcher and time one exchange. A failure is part of the answer."""
    where = transport_words(researcher.transport)
    version: str | None = None
    latency: float | None = None
    try:
        async with connect(researcher, seconds=seconds) as connection:
            version = connection.facts.contract_version
            latency = await connection.health()
            connection.require_contract()
    except ResearcherFailure as failure:
        return Presence(researcher.name, where, version, latency, failure.sentence)
    return Presence(researcher.name, where, version, latency, None)


async def probe_all(researchers: tuple[Researcher, ...]) -> tuple[Presence, ...]:
    """Probe the whole network at once, in the order given."""
    found: dict[int, Presence] = {}

    async def note(position: int) -> None:
        found[position] = await probe(researchers[position])

    async with anyio.create_task_group() as tasks:
        for position in range(len(researchers)):
            tasks.start_soon(note, position)
    return tuple(found[position] for position in range(len(researchers)))
