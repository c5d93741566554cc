"""Whether a page shows what it holds, or a wall in front of it.

Conservative: a mark alone (a subscription box, a captcha at a comment form, a password field in a
menu) closes nothing; little text has to come with it.
"""

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from researchers.web.pages.model import Closure
from researchers.web.pages.structured_data import StructuredData

_TEASER_CHARS: Final = 1_500
_DECLARED_CHARS: Final = 3_000
"""A page that says it is not free, and shows more than this, has been read nevertheless."""

_LOGIN_CHARS: Final = 600
_CHALLENGE_CHARS: Final = 1_500
_LONGEST_NOTICE: Final = 240
"""A longer stretch of text with the words of a wall in it speaks about walls."""

_PAYWALL_NAMES: Final = re.compile(
    r"(?:^|[\s_-])(?:paywall\w*|regwall|subscriber-only|subscribers-only|subscription-required|"
    r"premium-wall|metered-content|meteredcontent|piano-offer|tp-modal|subscribe-wall|article-gate)"
    r"(?:$|[\s_-])",
    re.I,
)
_PAYWALL_WORDS: Final = re.compile(
    r"(?:subscribe|sign up|register|log ?in|sign in|join)(?: now| today)? (?:to|and) "
    r"(?:continue|keep|finish|read|unlock|get (?:full|unlimited)|access (?:the|this))|"
    r"to (?:continue|keep) reading|continue reading (?:with|for)|"
    r"(?:for|to) (?:paid )?(?:subscribers|members) only|(?:subscribers?|members?)[- ]only|"
    r"exclusive (?:to|for) (?:our )?(?:subscribers|members)|"
    r"(?:article|story|content|post) is (?:only )?(?:available )?(?:to|for|reserved for) "
    r"(?:paid |paying |our )?(?:subscribers|members)|"
    r"(?:reached|used) (?:your|all (?:of )?your) (?:limit of |monthly )?(?:\w+ )?free|"
    r"already a (?:subscriber|member)\?|"
    r"r\u00e9serv\u00e9 (?:aux|\u00e0 nos) abonn\u00e9s|abonnez-vous pour lire|"
    r"weiterlesen mit|nur f\u00fcr abonnenten|exclusivo para suscriptores|"
    r"riservat[oa] agli abbonati|exclusivo para assinantes",
    re.I,
)
_CHALLENGE_WORDS: Final = re.compile(
    r"checking (?:your browser|if the site connection is secure)|"
    r"(?:verify|confirm|prove|make sure)(?:ing)? (?:that )?you(?:'re| are) "
    r"(?:a )?(?:human|not a robot)|"
    r"are you a (?:robot|human)|unusual (?:traffic|activity) from your|"
    r"enable javascript and cookies to continue|complete the (?:security check|captcha)|"
    r"needs to review the security of your connection|just a moment\.\.\.|"
    r"press (?:&|and) hold to confirm|attention required!|ddos protection by",
    re.I,
)
_LOGIN_PATH: Final = re.compile(
    r"/(?:log-?in|sign-?in|signon|sso|auth|authenticate|session/new|wp-login\.php|"
    r"servicelogin|account/login|users/sign_in|oauth2?)(?:[/.?]|$)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What in a page's markup may stand for a wall, read before anything is taken out of it."""

    asks_password: bool = False
    names_paywall: bool = False
    is_free: bool | None = None


def closing_marks(tree: Any, data: StructuredData) -> Marks:
    """Read the marks of a whole tree."""
    fields = ((field.get("type") or "").lower() for field in tree.iter("input"))
    named = (f"{e.get('class') or ''} {e.get('id') or ''}" for e in tree.iter("div", "section"))
    return Marks(
        asks_password="password" in fields,
        names_paywall=any(map(_PAYWALL_NAMES.search, named)),
        is_free=data.is_free,
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows: its main text, and all stretches of text that stand on it."""

    main: str
    stretches: tuple[str, ...]
    title: str = ""

    @property
    def length(self) -> int:
        """Characters of all text."""
        return sum(map(len, self.stretches))

    def says(self, words: re.Pattern[str]) -> bool:
        """True when a short stretch holds the words."""
        short = (one for one in self.stretches if len(one) <= _LONGEST_NOTICE)
        return any(map(words.search, short))


def shown_by(tree: Any, main: str, title: str) -> Shown:
    """Read a tree that holds nothing hidden any more."""
    parts = (" ".join(part.split()) for part in tree.itertext())
    return Shown(main, tuple(filter(None, parts)), title)


def closure_of(marks: Marks, shown: Shown, asked_url: str, final_url: str) -> Closure | None:
    """The wall in front of a page, None for a page that shows itself."""
    if _is_challenge(shown):
        return Closure.CHALLENGE
    if _is_login(marks, shown, asked_url, final_url):
        return Closure.LOGIN
    return Closure.PAYWALL if _is_paywall(marks, shown) else None


def _is_challenge(shown: Shown) -> bool:
    if shown.length > _CHALLENGE_CHARS:
        return False
    return shown.says(_CHALLENGE_WORDS) or _CHALLENGE_WORDS.search(shown.title) is not None


def _is_login(marks: Marks, shown: Shown, asked_url: str, final_url: str) -> bool:
    if len(shown.main) > _LOGIN_CHARS:
        return False
    if marks.asks_password and shown.length <= 4 * _LOGIN_CHARS:
        return True
    asked, final = urlsplit(asked_url), urlsplit(final_url)
    led_away = (asked.netloc, asked.path) != (final.netloc, final.path)
    return led_away and _LOGIN_PATH.search(final.path) is not None


def _is_paywall(marks: Marks, shown: Shown) -> bool:
    length = len(shown.main)
    if marks.is_free is False and length <= _DECLARED_CHARS:
        return True
    if length > _TEASER_CHARS:
        return False
    is_cut = shown.main.rstrip().endswith(("\u2026", "...", "[...]"))
    return shown.says(_PAYWALL_WORDS) and (marks.names_paywall or is_cut or _asks_money(shown))


_MONEY: Final = re.compile(
    r"\b(?:subscription|subscribe|subscriber|free trial|per month|a month|/month|cancel any ?time|"
    r"abonn\w+|abo\b|suscri\w+|abbona\w+|assin\w+)",
    re.I,
)


def _asks_money(shown: Shown) -> bool:
    return shown.says(_MONEY)
