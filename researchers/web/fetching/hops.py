"""Which step a fetch may take next, before anybody is asked for an address. Pure.

An allowance belongs to the address that the caller named. It stays while redirects stay at that
very host and port, and is gone for good with the first one that leads elsewhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from researchers.web.fetching.addresses import may_be_allowed, why_forbidden
from researchers.web.fetching.model import Allowance, FetchPolicy, FetchProblem
from researchers.web.fetching.urls import BadUrl, WebAddress, join_url, parse_url, read_host

WEB_PORTS: Final = frozenset({80, 443})


class Refused(Exception):
    """A step that is not taken. `reason` completes "it …"."""

    def __init__(self, problem: FetchProblem, reason: str) -> None:
        super().__init__(reason)
        self.problem = problem
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Rules:
    """The part of a policy that addresses are held to."""

    ports: frozenset[int] = WEB_PORTS
    allowances: tuple[Allowance, ...] = ()

    @classmethod
    def of(cls, policy: FetchPolicy) -> "Rules":
        """A policy's rules, its allowances in the one spelling of their hosts. Raises ValueError
        for an allowance whose host can't be read."""
        return cls(policy.ports, tuple(_spelt(allowance) for allowance in policy.allowances))


@dataclass(frozen=True, slots=True)
class Step:
    """One request to make: where, and by which allowance, if any."""

    address: WebAddress
    allowance: Allowance | None = None


def first_step(url: str, rules: Rules) -> Step:
    """The step to the address that the caller named. Raises Refused."""
    address = _read(url)
    return _checked(Step(address, _allowance_for(address, rules.allowances)), rules)


def next_step(step: Step, location: str, rules: Rules) -> Step:
    """The step that a redirect leads to. Raises Refused."""
    try:
        address = join_url(step.address, location)
    except BadUrl as bad:
        raise Refused(FetchProblem.BAD_ADDRESS, str(bad)) from None
    same_site = _site(address) == _site(step.address)
    return _checked(Step(address, step.allowance if same_site else None), rules)


def why_url_refused(
    url: str, *, ports: Iterable[int] = WEB_PORTS, allowances: tuple[Allowance, ...] = ()
) -> str | None:
    """Why an address that a caller would name can't be fetched, in words that complete "it …"
    (`names a user`, `leads to a private address`); None when only asking for its addresses can
    tell. Nothing is looked up. `allowances` are those of `Rules.of`."""
    try:
        first_step(url, Rules(frozenset(ports), allowances))
    except Refused as refused:
        return refused.reason
    return None


def _read(url: str) -> WebAddress:
    try:
        return parse_url(url)
    except BadUrl as bad:
        raise Refused(FetchProblem.BAD_ADDRESS, str(bad)) from None


def _checked(step: Step, rules: Rules) -> Step:
    address, literal = step.address, step.address.literal
    if step.allowance is None and address.port not in rules.ports:
        raise Refused(FetchProblem.BAD_ADDRESS, f"asks for port {address.port}")
    if literal is None:
        return step
    why = why_forbidden(literal)
    if why is not None and not (step.allowance is not None and may_be_allowed(literal)):
        raise Refused(FetchProblem.FORBIDDEN_ADDRESS, f"leads to {why}")
    return step


def _allowance_for(address: WebAddress, allowances: tuple[Allowance, ...]) -> Allowance | None:
    site = _site(address)
    return next((one for one in allowances if (one.host, one.port) == site), None)


def _site(address: WebAddress) -> tuple[str, int]:
    return address.host, address.port


def _spelt(allowance: Allowance) -> Allowance:
    host = allowance.host.strip("[]")
    return Allowance(read_host(f"[{host}]" if ":" in host else host)[0], allowance.port)
