"""Who takes part in `ask`: everybody who has something to work on and may be told the question."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.errors import CommandError
from cli.exit_codes import ExitCode
from cli.folders import refuse_empty, with_notes
from cli.network import (
    BUILT_IN,
    LOCAL_BRAIN,
    SEARCH_KEYS,
    WEB,
    WEB_KEPT_HERE,
    described,
    kept_here,
    local_brain,
    nothing_leaves,
    web,
)
from cli.reach import class_of, effective_egress, why_kept_here
from cli.web_flags import WebFlags

if TYPE_CHECKING:
    from cli.surroundings import Surroundings
    from pi.model import Member, Reach
    from researchers.config import Configuration
    from researchers.settings import Egress, RemoteResearcher


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says about whom to ask. Without `names` everybody is."""

    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    web: WebFlags = field(default_factory=WebFlags)
    keep_trace: bool = True

    def wants(self, name: str) -> bool:
        """Whether that researcher is among those to ask."""
        return not self.names or name in self.names

    def names_web(self) -> bool:
        """Whether the web is asked for in so many words."""
        return WEB in self.names or bool(self.web.urls)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Somebody of the network who is not asked, and why, in one sentence that says what to do."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Invited:
    """Who is asked, who is not, and how far the question may travel.

    `secrets` are the values that researchers got from the environment: no trace may show them.
    `notices` are for stderr.
    """

    members: "tuple[Member, ...]"
    left_out: tuple[LeftOut, ...]
    may_leave: "Reach"
    secrets: tuple[str, ...]
    notices: tuple[str, ...]


def members_for_ask(
    surroundings: "Surroundings", loaded: "Configuration", wishes: Wishes
) -> Invited:
    """The network of one question: local-brain where there are notes, web where it has been set
    up or is named, and the user's own researchers, as far as egress allows.

    Raises CommandError for a name that nobody bears, for somebody who is named and may not or
    can't be asked, for a flag that none of them has a use for, and when nobody is left to ask.
    """
    _refuse_unknown(wishes.names, loaded)
    egress = effective_egress(loaded, names_web=wishes.names_web(), everybody=not wishes.names)
    considered = list(_considered(_Question(surroundings, loaded, wishes, egress)))
    left_out = tuple(one for one in considered if isinstance(one, LeftOut))
    members = tuple(one for one in considered if not isinstance(one, LeftOut))
    _refuse_idle_flags(wishes, {one.name for one in members})
    if not members:
        raise _nobody(left_out)
    environ = surroundings.environ
    remote = [one for one in loaded.settings.researchers if wishes.wants(one.name)]
    return Invited(
        members,
        left_out,
        _reach("local" if egress == "none" else egress.value),
        secrets_of(loaded.settings.researchers, environ),
        tuple(_notices(left_out, remote, environ)),
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """All that decides who is asked."""

    surroundings: "Surroundings"
    loaded: "Configuration"
    wishes: Wishes
    egress: "Egress"


def _considered(asking: _Question) -> "Iterator[Member | LeftOut]":
    """Everybody who is wanted, asked or not, in the network's order."""
    if asking.wishes.wants(LOCAL_BRAIN):
        yield _notes(asking)
    if asking.wishes.wants(WEB):
        yield _pages(asking)
    for one in asking.loaded.settings.researchers:
        if asking.wishes.wants(one.name):
            yield _other(one, asking)


def _notes(asking: _Question) -> "Member | LeftOut":
    """Folders that are named and can't be read are an error; others leave their place empty."""
    from pi.model import Member

    wishes = asking.wishes
    try:
        refuse_empty(with_notes(asking.loaded))
    except CommandError as missing:
        if wishes.notes or LOCAL_BRAIN in wishes.names:
            raise
        return LeftOut(LOCAL_BRAIN, missing.message)
    return Member(local_brain(asking.surroundings, wishes.notes, keep_trace=wishes.keep_trace))


def _pages(asking: _Question) -> "Member | LeftOut":
    from pi.model import Member

    wishes = asking.wishes
    if wishes.names_web() and nothing_leaves(asking.loaded):
        raise kept_here(WEB_KEPT_HERE)
    if not wishes.names_web() and (why := _why_no_pages(asking)):
        return LeftOut(WEB, why)
    researcher = web(asking.surroundings, wishes.web, keep_trace=wishes.keep_trace)
    return Member(researcher, _reach("search"))


def _why_no_pages(asking: _Question) -> str | None:
    settings, environ = asking.loaded.settings, asking.surroundings.environ
    if settings.searxng_url is None and not any(environ.get(key) for key in SEARCH_KEYS):
        return (
            "No search engine is set up and no page is named: set searxng_url, export "
            f"{' or '.join(SEARCH_KEYS)}, or name a page with --url."
        )
    return f"{WEB_KEPT_HERE}." if asking.egress == "none" else None


def _other(one: "RemoteResearcher", asking: _Question) -> "Member | LeftOut":
    from pi.model import Member

    if why := why_kept_here(one, asking.egress):
        if one.name in asking.wishes.names:
            raise kept_here(why)
        return LeftOut(one.name, f"{why}.")
    researcher = described(one, asking.surroundings.environ)
    return Member(researcher, _reach(class_of(one).value), one.covers, one.max_seconds)


def secrets_of(
    researchers: "Sequence[RemoteResearcher]", environ: Mapping[str, str]
) -> tuple[str, ...]:
    """Every value that researchers take from the environment by name, and engines' keys."""
    names = {name for one in researchers for name in (*one.env_from, one.token_env or "")}
    values = {environ.get(name, "") for name in (*names, *SEARCH_KEYS)}
    return tuple(sorted(value for value in values if value))


def _reach(name: str) -> "Reach":
    from pi.model import Reach

    return Reach(name)


def _refuse_unknown(names: Sequence[str], loaded: "Configuration") -> None:
    known = [*BUILT_IN, *(one.name for one in loaded.settings.researchers)]
    for name in names:
        if name not in known:
            raise CommandError(
                f"There is no researcher called {name} (known: {', '.join(known)}).",
                code="not_found",
                exit_code=ExitCode.NOT_FOUND,
            )


def _refuse_idle_flags(wishes: Wishes, asked: Collection[str]) -> None:
    """A flag that nobody has a use for is a mistake, and not ignored."""
    for flag, whose in (
        ("--notes" if wishes.notes else None, LOCAL_BRAIN),
        (wishes.web.given, WEB),
    ):
        if flag is not None and whose not in asked:
            raise CommandError(
                f"{flag} is for {whose}, which is not asked: leave it out, or add "
                f"--researcher {whose}.",
                code="usage",
                exit_code=ExitCode.USAGE,
            )


def _notices(
    left_out: Sequence[LeftOut], remote: "Sequence[RemoteResearcher]", environ: Mapping[str, str]
) -> list[str]:
    """Of the researchers of this house nothing is said: not every user has both."""
    said = [f"{one.name} is not asked: {one.why}" for one in left_out if one.name not in BUILT_IN]
    for one in remote:
        wanted = [*one.env_from, *([one.token_env] if one.token_env else [])]
        said += [
            f"{one.name} wants {name}, which is not set: export it."
            for name in wanted
            if not environ.get(name)
        ]
    return said


def _nobody(left_out: Sequence[LeftOut]) -> CommandError:
    """The way out is that of the notes, which most people have."""
    why = left_out[0].why if left_out else "There is nobody to ask."
    return CommandError(why, code="no_notes", exit_code=ExitCode.USAGE)
