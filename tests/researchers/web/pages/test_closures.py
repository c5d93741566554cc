"""A page that shows a wall instead of what it holds is told from an open one."""

import pytest

from researchers.web.pages.model import Closure, Page
from tests.researchers.web.pages.pages import PARAGRAPHS, article, fetched, page_of, read
from tests.researchers.web.pages.test_metadata import linked_data

LONG = PARAGRAPHS * 12


def wall(text: str, head: str = "", title: str = "Harbour Post") -> str:
    """A page that is little more than a wall."""
    return f"<html><head><title>{title}</title>{head}</head><body><main>{text}</main></body></html>"


TEASER = (
    "<h1>The keeper's log</h1><p>Eleven volumes of the keeper's log have been found in a loft, "
    "and the first of them has been read to its end by a student of the town.</p>"
)

_PAYWALLS = {
    "json-ld": wall(TEASER, linked_data(isAccessibleForFree=False)),
    "json-ld as a word": wall(TEASER, linked_data(isAccessibleForFree="False")),
    "json-ld of a part": wall(
        TEASER,
        linked_data(
            isAccessibleForFree=False,
            hasPart={"@type": "WebPageElement", "isAccessibleForFree": False},
        ),
    ),
    "named": wall(TEASER + "<div class='paywall'><p>Subscribe to continue reading</p></div>"),
    "offered": wall(TEASER + "<p>Sign in to continue reading</p><p>Free trial, then 5 a month</p>"),
    "members": wall(
        TEASER + "<section class='piano-offer'>This story is only for paying members</section>"
    ),
    "metered": wall(
        TEASER + "<p>You have reached your limit of 3 free articles.</p><p>Subscribe now</p>"
    ),
    "cut": wall(f"{TEASER}<p>To continue reading, log in.</p><p>And then he wrote \u2026</p>"),
    "French": wall(
        TEASER + "<p>Article réservé aux abonnés</p><p>Abonnez-vous pour 1 euro par mois</p>"
    ),
    "German": wall(TEASER + "<p>Weiterlesen mit Hafenpost+</p><p>Jetzt Abo abschließen</p>"),
}


@pytest.mark.parametrize("html", _PAYWALLS.values(), ids=_PAYWALLS.keys())
def test_a_paywall_is_told(html: str) -> None:
    assert page_of(html).closure is Closure.PAYWALL


_CHALLENGES = {
    "browser": "<h1>harbour.example</h1><p>Checking your browser before accessing the site.</p>",
    "human": "<p>Verify you are human by completing the action below.</p>",
    "robot": "<p>Please make sure you are not a robot.</p><div class='g-recaptcha'></div>",
    "script": "<p>Enable JavaScript and cookies to continue</p>",
    "traffic": "<p>We have detected unusual traffic from your network.</p>",
}


@pytest.mark.parametrize("text", _CHALLENGES.values(), ids=_CHALLENGES.keys())
def test_a_check_for_people_is_told(text: str) -> None:
    assert page_of(wall(text)).closure is Closure.CHALLENGE


def test_a_check_can_stand_in_the_title_alone() -> None:
    html = wall("<p>Ray ID 7a1</p>", title="Just a moment...")

    assert page_of(html).closure is Closure.CHALLENGE


def test_a_form_for_a_password_and_little_else_is_a_login() -> None:
    form = "<form><p>Your name and password, please.</p><input type='password'></form>"

    assert page_of(wall(form)).closure is Closure.LOGIN


def test_a_redirect_to_a_login_is_one() -> None:
    html = wall("<p>Welcome to the harbour. Use your harbour card to enter.</p>")
    for place in ("/login?next=/log", "/users/sign_in", "/sso/start", "/wp-login.php"):
        response = fetched(
            html, url=f"https://harbour.example{place}", asked="https://harbour.example/log"
        )
        page = read(response)
        assert isinstance(page, Page)
        assert page.closure is Closure.LOGIN


_OPEN = {
    "an article": article(),
    "a newsletter": article("<div class='newsletter'><p>Subscribe to our newsletter</p></div>"),
    "a comment form": article(
        "<form><p>Log in to comment</p><input type='password'>"
        "<div class='g-recaptcha'></div></form>" + LONG
    ),
    "an offer below a whole article": article(
        LONG + "<div class='paywall'><p>Subscribe to continue reading our other stories</p></div>"
    ),
    "declared, and whole nevertheless": article(LONG, linked_data(isAccessibleForFree=False)),
    "declared free": wall(TEASER, linked_data(isAccessibleForFree=True)),
    "about paywalls": article(
        "<p>Many papers ask you to subscribe to continue reading, and the museum has counted them: "
        "of forty papers on the coast, thirty let you read three articles a month for nothing and "
        "then put up a wall. The keeper's log says nothing about any of them, of course.</p>"
    ),
    "about captchas": article(
        "<p>The first line of the form said 'verify you are human', which the parrot of the second "
        "keeper did in less than a minute, to the surprise of the board that had bought the "
        "machine; they had it checked twice, with the same result, and gave it to a school.</p>"
        + LONG
    ),
    "a password in its menu": article("<form><input type='password'></form>" + LONG),
}


@pytest.mark.parametrize("html", _OPEN.values(), ids=_OPEN.keys())
def test_an_open_page_is_open(html: str) -> None:
    assert page_of(html).closure is None


def test_a_page_below_a_path_called_login_is_open_when_nobody_was_led_there() -> None:
    page = read(fetched(article(), url="https://harbour.example/login/history"))

    assert isinstance(page, Page)
    assert page.closure is None


def test_what_a_closed_page_shows_is_read_all_the_same() -> None:
    page = page_of(_PAYWALLS["json-ld"])

    assert "Eleven volumes" in page.text
    assert page.title == "The keeper's log" or page.title == "Harbour Post"
