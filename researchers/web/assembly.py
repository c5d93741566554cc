"""Puts the researcher of the web together from its settings. What reaches outside can be replaced:
the resolver, the network and the trust in certificates, by a simulated web."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from types import TracebackType
from typing import Final, Self

import httpcore2

from researchers.settings import ProviderName, Settings
from researchers.web.fetching.agent import user_agent
from researchers.web.fetching.fetcher import GuardedFetcher
from researchers.web.fetching.http_cache import FILE_NAME, HttpCache
from researchers.web.fetching.model import Allowance, FetchLimits, FetchPolicy
from researchers.web.fetching.polite_fetch import PoliteFetch
from researchers.web.fetching.resolving import Resolver, system_resolver
from researchers.web.listings import ListingLook
from researchers.web.opening import Opener
from researchers.web.pages.reader import ConfinedPageReader
from researchers.web.run_fetches import RunFetches
from researchers.web.search.brave import BraveSearch
from researchers.web.search.model import SearchProvider
from researchers.web.search.named_urls import NamedPages
from researchers.web.search.searxng import SearxngSearch
from researchers.web.search.stack import ProviderStack
from researchers.web.search.tavily import TavilySearch
from researchers.web.source import WebSource
from traces.home import Home
from traces.store import ContentStore

KEY_VARIABLES: Final = {
    ProviderName.TAVILY: "TAVILY_API_KEY",
    ProviderName.BRAVE: "BRAVE_API_KEY",
}
_READERS: Final = 2


@dataclass(frozen=True, slots=True)
class WebSetup:
    """Everything that the researcher is told. `keys` go to their engine and nowhere else."""

    settings: Settings
    urls: tuple[str, ...] = ()
    keys: Mapping[ProviderName, str] = field(default_factory=dict, repr=False)
    fresh: bool = False
    keeps_content: bool = True
    limits: FetchLimits = field(default_factory=FetchLimits)
    engine_urls: Mapping[ProviderName, str] = field(default_factory=dict)
    """Other addresses of engines that have one of their own, for tests."""

    def told(self) -> dict[str, str]:
        """What a trace says of the setup; no key is in it."""
        settings = self.settings
        said = {
            "providers": ", ".join(self.provider_names),
            "allow_hosts": ", ".join(settings.allow_hosts),
            "archive_url": settings.archive_url or "",
            "proxy": "set" if settings.proxy else "",
            "fresh": "yes" if self.fresh else "",
            "urls": ", ".join(self.urls)[:2_000],
        }
        return {name: value for name, value in said.items() if value}

    @property
    def provider_names(self) -> tuple[str, ...]:
        """In the order in which they are asked; only the named pages, where there are some."""
        if self.urls:
            return ("urls",)
        order = self.settings.search_providers or tuple(ProviderName)
        return tuple(name.value for name in order if self._is_set_up(name))

    def _is_set_up(self, name: ProviderName) -> bool:
        if name is ProviderName.SEARXNG:
            return self.settings.searxng_url is not None
        return bool(self.keys.get(name))


class WebParts:
    """The assembled parts; an async context manager that closes what they hold. Raises ValueError
    with one sentence for a setup that can't work."""

    def __init__(
        self,
        setup: WebSetup,
        home: Home,
        *,
        resolver: Resolver = system_resolver,
        network: httpcore2.AsyncNetworkBackend | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        settings = setup.settings
        policy = FetchPolicy(
            agent=user_agent(version("marchwarden"), settings.contact),
            limits=setup.limits,
            allowances=tuple(allowance_of(spelled) for spelled in settings.allow_hosts),
            proxy=settings.proxy,
        )
        self._fetcher = GuardedFetcher(
            policy, resolver=resolver, network=network, ssl_context=ssl_context
        )
        self._reader = ConfinedPageReader(size=_READERS)
        self._cache = (
            HttpCache(home.index / FILE_NAME, ContentStore(home.cas))
            if setup.keeps_content
            else None
        )
        polite = PoliteFetch(self._fetcher, policy, cache=self._cache, delay=settings.host_delay)
        fetches = RunFetches(polite, fresh=setup.fresh)
        self.source = WebSource(
            ProviderStack(_providers(setup, ListingLook(fetches, self._reader))),
            Opener(fetches, self._reader, archive=settings.archive_url, fresh=setup.fresh),
            named=setup.urls,
            warm=self._reader.warm,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reader.close()
        if self._cache is not None:
            self._cache.close()
        await self._fetcher.__aexit__(kind, error, trace)


def allowance_of(spelled: str) -> Allowance:
    """`HOST:PORT` or `[ADDRESS]:PORT`. Raises ValueError."""
    host, _, port = spelled.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise ValueError(f"{spelled} is no HOST:PORT: write it as wiki.lan:8080.")
    return Allowance(host.strip("[]").lower(), int(port))


def _providers(setup: WebSetup, look: ListingLook) -> list[SearchProvider]:
    return [_provider(name, setup, look) for name in setup.provider_names]


def _provider(name: str, setup: WebSetup, look: ListingLook) -> SearchProvider:
    proxy = setup.settings.proxy
    match name:
        case "urls":
            return NamedPages(setup.urls, look)
        case ProviderName.SEARXNG:
            return SearxngSearch(setup.settings.searxng_url or "")
        case ProviderName.BRAVE:
            other = setup.engine_urls.get(ProviderName.BRAVE)
            key = setup.keys[ProviderName.BRAVE]
            return (
                BraveSearch(key, base_url=other, proxy=proxy)
                if other
                else BraveSearch(key, proxy=proxy)
            )
        case _:
            other = setup.engine_urls.get(ProviderName.TAVILY)
            return TavilySearch(setup.keys[ProviderName.TAVILY], base_url=other, proxy=proxy)
