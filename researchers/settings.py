"""What a user can set. `researchers.config` reads it; docs/settings.md lists it."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from contract import Depth
from researchers.secrecy import secret_in_command, secret_in_environment

RootName = Annotated[str, StringConstraints(pattern=r"^[^\s/#?%:]{1,80}$")]
ResearcherName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")]


WebAddress = Annotated[
    str, StringConstraints(pattern=r"^https?://[^\s/?#@]+(/[^\s?#@]*)?$", max_length=2_000)
]
HostAndPort = Annotated[
    str, StringConstraints(pattern=r"^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]+\]):\d{1,5}$")
]
VariableName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]
VariableValue = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$", max_length=10_000)]
CoveredWords = Annotated[str, StringConstraints(pattern=r"^\P{C}{1,80}$")]
ContactLine = Annotated[str, StringConstraints(pattern=r"^[!-'*-\[\]-~]{3,200}$")]


class ProviderName(StrEnum):
    """A search engine that the web researcher can ask."""

    SEARXNG = "searxng"
    TAVILY = "tavily"
    BRAVE = "brave"


class Setting(BaseModel):
    """Base of all settings: frozen, and a key that nobody knows is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Egress(StrEnum):
    """How far anything may travel: nowhere, a question, or evidence too."""

    NONE = "none"
    SEARCH = "search"
    HOSTED = "hosted"


class EgressClass(StrEnum):
    """How far a researcher carries what it is told: nowhere, to search engines and sites, or to
    whoever runs a hosted model."""

    LOCAL = "local"
    SEARCH = "search"
    HOSTED = "hosted"


class NotesRoot(Setting):
    """A folder of notes. The name stands in locators (`note://NAME/path.md`)."""

    name: RootName
    path: Path


class RemoteResearcher(Setting):
    """A researcher that somebody else provides: a command that speaks MCP on stdio, or a URL."""

    name: ResearcherName
    command: tuple[str, ...] | None = Field(default=None, min_length=1)
    url: Annotated[str, StringConstraints(pattern=r"^https?://")] | None = None
    token_env: str | None = Field(
        default=None, description="Name of the environment variable that holds its bearer token."
    )
    env: dict[VariableName, VariableValue] = Field(
        default={}, description="Variables for its command, as they stand here."
    )
    env_from: tuple[VariableName, ...] = Field(
        default=(), description="Variables that its command gets from the caller's environment."
    )
    covers: tuple[CoveredWords, ...] = Field(
        default=(), max_length=50, description="Words for what it knows about; none means all."
    )
    egress: EgressClass | None = Field(
        default=None,
        description="How far it carries what it is told; by its transport unless said.",
    )
    max_seconds: float | None = Field(
        default=None, gt=0, strict=True, allow_inf_nan=False, description="Wall clock for a call."
    )

    @field_validator("url")
    @classmethod
    def _holds_no_secret(cls, url: str | None) -> str | None:
        """The sentences don't repeat the address: it may end in a log."""
        parts = urlsplit(url or "")
        if "@" in parts.netloc:
            raise ValueError(
                "the address holds a user name or password: remove it, and name the variable "
                "with a bearer token in token_env"
            )
        if parts.query or parts.fragment:
            raise ValueError(
                "the address goes on after its path (? or #), where keys stand: remove that "
                "part, and name the variable with a bearer token in token_env"
            )
        return url

    @model_validator(mode="after")
    def _one_transport(self) -> Self:
        if (self.command is None) == (self.url is None):
            raise ValueError("give either a command or a url")
        if self.url is not None and (self.env or self.env_from):
            raise ValueError("env and env_from are for a command; a url has its token in token_env")
        if self.command is not None and self.token_env is not None:
            raise ValueError("token_env is for a url; name it in env_from for a command")
        return self

    @model_validator(mode="after")
    def _command_holds_no_secret(self) -> Self:
        """The sentences don't repeat the value: it may end in a log."""
        if name := secret_in_environment(self.env):
            raise ValueError(
                f"env holds a secret ({name}): take it out, export it in your shell, and name it "
                "in env_from"
            )
        if secret_in_command(self.command or ()):
            raise ValueError(
                "the command holds a secret: take it out, export it in your shell, and name its "
                "variable in env_from"
            )
        return self


class Settings(Setting):
    """Everything that can be set. A limit of None leaves the choice to the depth."""

    notes: tuple[NotesRoot, ...] = Field(
        default=(), description="Folders of notes, each with a name and a path."
    )
    researchers: tuple[RemoteResearcher, ...] = Field(
        default=(),
        description="Researchers beside local-brain and web: a name, and a command or a url.",
    )
    egress: Egress = Field(
        default=Egress.NONE,
        description="How far anything may travel: none, search (questions), hosted (evidence). "
        "Where nobody has set it, asking the web by its name or setting up a search engine lets "
        "questions out.",
    )
    search_providers: tuple[ProviderName, ...] = Field(
        default=(),
        description="Search engines in the order in which they are asked: searxng, tavily, brave; "
        "without a list, all that are set up.",
    )
    searxng_url: WebAddress | None = Field(
        default=None, description="Address of a SearXNG instance whose JSON format is on."
    )
    allow_hosts: tuple[HostAndPort, ...] = Field(
        default=(),
        description="Private sites that the web researcher may read, each as HOST:PORT.",
    )
    archive_url: WebAddress | None = Field(
        default=None,
        description="Archive that is asked for pages that are gone or closed; the page's address "
        "is put after it.",
    )
    contact: ContactLine | None = Field(
        default=None, description="Address in the User-Agent at which a site's owner reaches you."
    )
    proxy: WebAddress | None = Field(
        default=None, description="HTTP proxy for pages; without it none is used."
    )
    host_delay: float = Field(
        default=0.15,
        ge=0,
        le=60,
        strict=True,
        allow_inf_nan=False,
        description="Seconds between two requests to one host.",
    )
    depth: Depth = Field(default=Depth.BALANCED, description="shallow, balanced or deep.")
    max_iterations: int | None = Field(
        default=None, ge=1, strict=True, description="Passes of the loop."
    )
    max_sources: int | None = Field(
        default=None, ge=1, strict=True, description="Sources that may be cited."
    )
    max_seconds: float | None = Field(
        default=None,
        gt=0,
        strict=True,
        allow_inf_nan=False,
        description="Wall clock for a whole call, in seconds.",
    )
    token_budget: int | None = Field(
        default=None, ge=0, strict=True, description="All tokens of models in one call."
    )

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        for kind, names in (
            ("notes", [root.name for root in self.notes]),
            ("researchers", ["local-brain", "web", *(one.name for one in self.researchers)]),
        ):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"two {kind} are called {twice[0]!r}: each needs its own name")
        return self
