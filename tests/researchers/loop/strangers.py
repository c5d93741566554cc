"""Pages of strangers in memory, and a source that finds them by site."""

from dataclasses import replace

from evidence.analyze import default_analyzer
from evidence.credibility import SourceKind
from evidence.documents import Document, FurtherLead, Hit, Lane, Refusal, Standing
from evidence.plan import Query
from researchers.loop.testing import MemorySource, document
from researchers.source import SearchOutcome
from tests.researchers.loop.asking import WatchedSource
from traces.sink import TraceSink


def page(
    key: str,
    text: str,
    *,
    site: str | None = None,
    kind: SourceKind = SourceKind.ORDINARY,
    cared_for: bool = True,
) -> Document:
    """A page at `https://KEY`. One that nobody cares for has no https, date and author."""
    standing = Standing(kind.value, site or key.partition("/")[0], cared_for, cared_for, cared_for)
    made = document(key, text)
    return replace(made, locator=f"https://{key}", source="web", standing=standing)


class Pages(WatchedSource):
    """Gives leads of the web in a fixed order, and weighs no term. `named` are keys that the user
    gave; `closed` can't be opened."""

    def __init__(
        self,
        *pages: Document,
        named: frozenset[str] = frozenset(),
        closed: tuple[str, ...] = (),
        refusal: Refusal | None = None,
    ) -> None:
        shut = {
            key: Refusal(
                f"https://{key}",
                "access_denied",
                f"https://{key} asks for a login.",
                (FurtherLead(f"https://archive.example/{key}", "A copy may be there.", "web"),),
            )
            for key in closed
        }
        super().__init__(MemorySource(pages, default_analyzer(), refused=shut))
        self._pages = pages
        self._named = named
        self._refusal = refusal

    async def search(
        self, query: Query, limit: int, trace: TraceSink | None = None
    ) -> SearchOutcome:
        if self._refusal is not None:
            return SearchOutcome((), refusal=self._refusal)
        return SearchOutcome(
            tuple(
                Hit(
                    one.key,
                    one.locator,
                    one.title,
                    Lane.WEB,
                    rank,
                    1 / rank,
                    site=one.standing.site if one.standing else None,
                    named=one.key in self._named,
                )
                for rank, one in enumerate(self._pages, start=1)
            )
        )
