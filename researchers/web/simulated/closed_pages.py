"""Pages that come with status 200 and do not show what they hold. Pure."""

import json
from html import escape
from typing import Final

LOGIN_FORM: Final = (
    '<form method="post" action="/session"><label>Name <input name="user"></label>'
    '<label>Password <input type="password" name="password"></label>'
    "<button>Sign in</button></form>"
)


def page(title: str, body: str, head: str = "") -> str:
    """A whole HTML document; `body` and `head` are markup."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>{head}</head>\n<body>{body}</body></html>\n"
    )


def paywall(title: str, teaser: str) -> str:
    """An article of which only the teaser is there; its JSON-LD says that it is not free."""
    said = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": title,
        "isAccessibleForFree": False,
        "hasPart": {
            "@type": "WebPageElement",
            "isAccessibleForFree": False,
            "cssSelector": ".paywall",
        },
    }
    return page(
        title,
        f"<article><h1>{escape(title)}</h1><p>{escape(teaser)}</p>"
        '<div class="paywall"><p>Subscribe to continue reading.</p></div></article>',
        f'<script type="application/ld+json">{json.dumps(said)}</script>',
    )


def login(title: str) -> str:
    """A page with nothing but a form that asks for a name and a password."""
    return page(
        title, f"<main><h1>{escape(title)}</h1><p>Sign in to continue.</p>{LOGIN_FORM}</main>"
    )


def challenge(host: str) -> str:
    """A check that the reader is a person, as proxies put in front of sites."""
    return page(
        "Just a moment...",
        f"<h1>{escape(host)}</h1><p>Checking your browser before you go on. Enable JavaScript and"
        ' cookies to continue.</p><div id="challenge-running" class="cf-challenge"></div>',
    )
