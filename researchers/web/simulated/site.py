"""One site: what each of its paths answers. Everything can be changed while it is served."""

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urljoin

from researchers.web.pages.model import FeedEntry
from researchers.web.simulated import closed_pages, listings
from researchers.web.simulated.bombs import Bomb, BombKind, bomb
from researchers.web.simulated.misbehaviour import Breakage, Broken, Drip, Endless
from researchers.web.simulated.record import Asked
from researchers.web.simulated.replies import Answer, Coding, InTurn, Reply, coded, tag_of

HTML: Final = "text/html; charset=utf-8"
_DRIPPED: Final = closed_pages.page("A slow page", "<p>It takes its time.</p>" * 40)


class Site:
    """Paths and their answers; whatever is not there is 404, robots.txt too. Every method that
    adds a path returns its whole address."""

    def __init__(self, origin: str) -> None:
        self.origin: Final = origin
        """Scheme, host and port, as in `https://news.example.com`."""
        self._answers: dict[str, Answer] = {}

    def url(self, path: str) -> str:
        """The whole address of a path."""
        return urljoin(self.origin + "/", path)

    def answer(self, path: str, *answers: Answer) -> str:
        """Give these answers in turn, the last one for ever. `path` may have a query; one without
        answers every query."""
        self._answers[path] = answers[0] if len(answers) == 1 else InTurn(answers)
        return self.url(path)

    def find(self, asked: Asked) -> Answer:
        """The answer to a request."""
        if asked.method not in {"GET", "HEAD", "POST"}:
            return Reply(status=405)
        found = self._answers.get(asked.target) or self._answers.get(asked.path)
        return found or _text(f"{asked.path} is not here.", 404)

    def page(
        self,
        path: str,
        body: str | bytes,
        *,
        status: int = 200,
        content_type: str = HTML,
        charset: str = "utf-8",
        coding: Coding | None = None,
        headers: Mapping[str, str] | None = None,
        delay: float = 0.0,
        etag: bool = False,
        last_modified: str | None = None,
        retry_after: str | None = None,
    ) -> str:
        """An honest page. `charset` is how text becomes bytes (and nothing that is announced:
        that is in `content_type`), `delay` in seconds, `etag` is made from the body,
        `last_modified` an HTTP date, `retry_after` seconds or an HTTP date."""
        data = body.encode(charset) if isinstance(body, str) else body
        all_headers = {"Content-Type": content_type, **(headers or {})}
        if coding:
            all_headers["Content-Encoding"] = coding
        if retry_after is not None:
            all_headers["Retry-After"] = retry_after
        return self.answer(
            path,
            Reply(
                coded(data, coding),
                status,
                tuple(all_headers.items()),
                delay,
                tag_of(data) if etag else None,
                last_modified,
            ),
        )

    def article(self, path: str, title: str, *paragraphs: str) -> str:
        """A page of a heading and paragraphs of plain text, long enough to be taken for one."""
        text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        body = f"<article><h1>{title}</h1>{text}</article>"
        return self.page(path, closed_pages.page(title, body), etag=True)

    def robots(self, rules: str, *, status: int = 200) -> str:
        """The site's robots.txt."""
        return self.page("/robots.txt", rules, status=status, content_type="text/plain")

    def redirect(self, path: str, to: str, *, status: int = 301) -> str:
        """A redirect; `to` goes into the Location header to the letter."""
        return self.answer(path, Reply(status=status, headers=(("Location", to),)))

    def feed(self, path: str, entries: Iterable[FeedEntry], *, kind: str = "rss") -> str:
        """A feed, `rss` or `atom`."""
        write = listings.atom if kind == "atom" else listings.rss
        return self.page(path, write("News", entries), content_type=f"application/{kind}+xml")

    def sitemap(self, path: str, urls: Iterable[str]) -> str:
        """A sitemap of whole addresses."""
        entries = [FeedEntry(url) for url in urls]
        return self.page(path, listings.sitemap(entries), content_type="application/xml")

    def sitemap_index(self, path: str, urls: Iterable[str]) -> str:
        """A sitemap of sitemaps."""
        return self.page(path, listings.sitemap_index(urls), content_type="application/xml")

    def paywall(self, path: str, title: str, teaser: str) -> str:
        """An article that shows its teaser."""
        return self.page(path, closed_pages.paywall(title, teaser))

    def login(self, path: str, title: str = "Members") -> str:
        """A page that asks for a password."""
        return self.page(path, closed_pages.login(title))

    def challenge(self, path: str) -> str:
        """A page that asks whether the reader is a person."""
        return self.page(path, closed_pages.challenge(self.origin))

    def drip(self, path: str, *, seconds_per_byte: float = 1.0) -> str:
        """A page that comes byte by byte."""
        return self.answer(path, Drip(_DRIPPED.encode(), seconds_per_byte))

    def endless(self, path: str, *, seconds_per_chunk: float = 0.0) -> str:
        """Chunks without end."""
        return self.answer(path, Endless(seconds_per_chunk))

    def broken(self, path: str, how: Breakage = Breakage.CUT) -> str:
        """A response that is broken in one way."""
        return self.answer(path, Broken(how))

    def bomb(self, path: str, kind: BombKind, *, unfolded: int = 1 << 30) -> str:
        """A body that is larger inside than outside; `unfolded` bytes, for the compressed ones."""
        return self.answer(path, _thrown(bomb(kind, unfolded)))


def _thrown(what: Bomb) -> Reply:
    headers = [("Content-Type", what.content_type)]
    if what.content_coding:
        headers.append(("Content-Encoding", what.content_coding))
    return Reply(what.body, headers=tuple(headers))


def _text(words: str, status: int) -> Reply:
    return Reply(f"{words}\n".encode(), status, (("Content-Type", "text/plain; charset=utf-8"),))
