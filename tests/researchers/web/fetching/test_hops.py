"""Steps are checked before anybody is asked for an address; allowances stay where they belong."""

import pytest

from researchers.web.fetching.hops import Refused, Rules, first_step, next_step, why_url_refused
from researchers.web.fetching.model import Allowance, FetchPolicy, FetchProblem

WIKI = Allowance("wiki.intern", 8080)
HERE = Allowance("127.0.0.1", 8080)
SIX = Allowance("::1", 8080)
RULES = Rules(allowances=(WIKI, HERE, SIX))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.org/", None),
        ("https://example.org/", None),
        ("http://10.0.0.1/", "leads to a private address"),
        ("http://[::ffff:127.0.0.1]/", "leads to this machine itself"),
        ("http://169.254.169.254/latest", "leads to a link-local address"),
        ("http://example.org:8080/", "asks for port 8080"),
        ("http://wiki.intern:8080/", "asks for port 8080"),
        ("gopher://example.org/", "is neither http nor https"),
        ("http://a@example.org/", "names a user"),
    ],
)
def test_an_address_is_refused_for_a_reason_before_it_is_looked_up(
    url: str, why: str | None
) -> None:
    assert why_url_refused(url) == why


@pytest.mark.parametrize(
    "url", ["http://wiki.intern:8080/a", "https://WIKI.intern:8080", "http://127.0.0.1:8080/",
            "http://[0::1]:8080/"],
)  # fmt: skip
def test_an_allowance_opens_its_host_and_port(url: str) -> None:
    assert first_step(url, RULES).allowance in RULES.allowances
    assert why_url_refused(url, allowances=RULES.allowances) is None


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://127.0.0.1:8081/", "http://127.0.0.2:8080/",
            "http://wiki.intern:8081/", "http://x.wiki.intern:8080/", "http://[::2]:8080/"],
)  # fmt: skip
def test_an_allowance_opens_nothing_beside_it(url: str) -> None:
    with pytest.raises(Refused):
        first_step(url, RULES)


def test_an_allowance_stays_on_its_site() -> None:
    step = first_step("http://wiki.intern:8080/a", RULES)
    same = next_step(step, "/b", RULES)
    assert (same.address.url, same.allowance) == ("http://wiki.intern:8080/b", WIKI)
    out = next_step(same, "http://example.org/", RULES)
    assert out.allowance is None


@pytest.mark.parametrize(
    "location", ["http://wiki.intern:8080/", "http://127.0.0.1:8080/", "http://[::1]:8080/"]
)
@pytest.mark.parametrize("start", ["http://example.org/", "http://wiki.intern:8080/"])
def test_no_redirect_brings_an_allowance(start: str, location: str) -> None:
    step = first_step(start, RULES)
    if start == location:
        assert next_step(step, location, RULES).allowance == WIKI
        return
    with pytest.raises(Refused):
        next_step(step, location, RULES)


def test_an_allowance_on_a_common_port_is_lost_on_the_way_out_and_back() -> None:
    rules = Rules(allowances=(Allowance("wiki.intern", 80),))
    out = next_step(first_step("http://wiki.intern/", rules), "http://example.org/", rules)
    assert next_step(out, "http://wiki.intern/", rules).allowance is None


def test_a_literal_that_is_never_allowed_stays_refused() -> None:
    rules = Rules(allowances=(Allowance("169.254.169.254", 80),))
    with pytest.raises(Refused) as refused:
        first_step("http://169.254.169.254/", rules)
    assert refused.value.problem is FetchProblem.FORBIDDEN_ADDRESS


def test_allowances_are_taken_in_their_one_spelling() -> None:
    told = (Allowance("WIKI.intern.", 80), Allowance("[0:0::1]", 80), Allowance("0::1", 81))
    rules = Rules.of(FetchPolicy("agent", allowances=told))
    assert [str(allowance) for allowance in rules.allowances] == [
        "wiki.intern:80", "[::1]:80", "[::1]:81",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="unusual way"):
        Rules.of(FetchPolicy("agent", allowances=(Allowance("127.1", 80),)))
